import { settleStatus } from '../../src/activities/invoices/settle-status.ts'
import { acceptForActivation } from '../../src/activities/invoices/accept-for-activation.ts'
import { afterActivation } from '../../src/activities/invoices/after-activation.ts'
import { beginActivation } from '../../src/activities/invoices/begin-activation.ts'
import { bookActivation } from '../../src/activities/invoices/book-activation.ts'
import { makeDocuments } from '../../src/activities/invoices/make-documents.ts'
import { changeInvoiceSettings } from '../../src/activities/clients/change-invoice-settings.ts'
import { createClient, type NewClient } from '../../src/activities/clients/create-client.ts'
import { runOnboarding } from '../../src/activities/clients/onboarding/run-onboarding.ts'
import type { ProductCode } from '../../src/domain/clients/product.ts'
import { InvoiceActivation } from '../../src/entities/invoice-activation.ts'
import { Invoice } from '../../src/entities/invoice.ts'
import { addPayoutAccount } from './payout-account.ts'
import { swedishNumber } from './swedish-number.ts'
import type { Answered, TestTenant } from './world.ts'

let made = 0

/** A client ready for business: taken on, its onboarding done. */
export async function clientIn(tenant: TestTenant, more: Partial<NewClient> = {}): Promise<string> {
  const n = ++made
  const identificationNumber = swedishNumber(551_000_000 + n)
  const { id, now } = await tenant.work(async (unit) => {
    const facts = { identificationNumber, name: `Client ${n} AB`, ...more }
    const { client } = await createClient(unit, facts)
    return { id: client.id, now: unit.now }
  })
  await runOnboarding({ runtime: tenant.runtime, tenantId: tenant.id, entityId: id, now })
  await tenant.work((unit) => addPayoutAccount(unit, id))
  const paymentAccount = { kind: 'BANKGIRO', number: '991-2346' } as const
  await tenant.work((unit) => changeInvoiceSettings(unit, id, { paymentAccount }))
  return id
}

/** As a caller does who is told that the platform is busy: at once again, some times. */
export async function patiently(call: () => Promise<Answered>): Promise<Answered> {
  let answer = await call()
  for (let again = 0; answer.status === 503 && again < 20; again++) answer = await call()
  return answer
}

/** What creates an ordinary invoice: 1,000.00 and a quarter of it in VAT. */
export function invoiceBody(more: Record<string, unknown> = {}): Record<string, unknown> {
  const n = ++made
  return {
    invoiceNumber: `N-${n}`,
    debtor: {
      customerNumber: '1042',
      name: 'Nordic Timber AB',
      type: 'COMPANY',
      identificationNumber: '556677-8899',
      email: 'invoices@nordictimber.example',
    },
    dates: { invoiceDate: '2026-11-02', expireDate: '2026-12-02' },
    articleRows: [
      { description: 'Planks', quantity: '10', unit: 'm', price: '100.00', vatPercentage: 25 },
    ],
    ...more,
  }
}

/** An invoice of the client, CREATED. */
export async function createdInvoice(
  tenant: TestTenant,
  clientId: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const answer = await tenant.api.post('/invoices', invoiceBody({ clientId, ...more }))
  if (answer.status !== 201) throw new Error(`no invoice: ${JSON.stringify(answer.body)}`)
  return answer.body.id
}

/** An invoice of the client that is booked. */
export async function activatedInvoice(
  tenant: TestTenant,
  clientId: string,
  more: Record<string, unknown> & { productCode?: ProductCode } = {},
): Promise<string> {
  const { productCode = 'INVOICE_SERVICE', ...fields } = more
  const id = await createdInvoice(tenant, clientId, fields)
  await tenant.work((unit) => acceptForActivation(unit, id, { productCode }))
  await runActivation(tenant, id)
  return id
}

/** The steps of the activation that an invoice waits in, each as its process would do it. */
export async function runActivation(tenant: TestTenant, invoiceId: string): Promise<void> {
  const { now, entityId } = await tenant.work(async (unit) => {
    const { activationNumber: number } = await unit.load(Invoice, invoiceId)
    const activation = await unit.load(InvoiceActivation, { invoiceId, number })
    return { now: unit.now, entityId: activation.id }
  })
  const { runtime } = tenant
  const task = { runtime, now, entityId, tenantId: tenant.id, workflowId: 'test' }
  await beginActivation(task)
  await makeDocuments(task)
  await bookActivation(task)
  await afterActivation(task)
}

/** Nothing is owed on the invoice, as far as it knows itself, so that it is closed. */
export const emptied = (tenant: TestTenant, invoiceId: string): Promise<void> =>
  tenant.work(async (unit) => {
    const invoice = await unit.load(Invoice, invoiceId)
    Object.assign(invoice, { balance: 0n, paidAmount: 125_000n })
    await settleStatus(unit, invoice, await unit.today())
  })
