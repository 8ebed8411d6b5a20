import { changeCompliance } from '../../src/activities/clients/change-compliance.ts'
import { collectDecision, runDecisionEngine } from '../../src/activities/factoring/run-decision.ts'
import { dayIn, plusDays } from '../../src/domain/dates.ts'
import { minorOf } from '../../src/domain/money.ts'
import { Client } from '../../src/entities/client.ts'
import { ClientProduct } from '../../src/entities/client-product.ts'
import { CreditStatus } from '../../src/entities/credit-status.ts'
import { swedishNumber } from '../support/swedish-number.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import type { TestTenant, World } from '../support/world.ts'

export interface Business {
  status?: 'ACTIVE' | 'OFFBOARDING'
  kycStatus?: 'PENDING' | 'APPROVED'
  limit?: string | null
  terms?: Partial<ClientProduct>
}

/** A client whose claims are financed: it is known, the product is on, and there is a limit. */
export async function financedClient(tenant: TestTenant, business: Business = {}): Promise<string> {
  const clientId = await clientIn(tenant)
  const { status = 'ACTIVE', kycStatus = 'APPROVED', limit = '1000000', terms = {} } = business
  await tenant.work(async (unit) => {
    await changeCompliance(unit, clientId, { kycStatus })
    Object.assign(await unit.load(Client, clientId), { status })
    const productCode = 'INVOICE_FACTORING_SELL'
    const product = await unit.load(ClientProduct, { clientId, productCode })
    Object.assign(product, { enabled: true, ...terms })
    const credit = await unit.load(CreditStatus, { clientId, productCode })
    credit.creditLimit = limit === null ? null : minorOf(limit, credit.currency)
  })
  return clientId
}

export const dayFromNow = (at: World, days: number) =>
  plusDays(dayIn('Europe/Stockholm', at.clock.now), days)

let customers = 1000

/** A company that nobody has heard of yet. */
export function newDebtor(more: Record<string, unknown> = {}): Record<string, unknown> {
  const n = customers++
  return {
    customerNumber: `K-${n}`,
    name: `Debtor ${n} AB`,
    type: 'COMPANY',
    identificationNumber: swedishNumber(559_900_000 + n),
    ...more,
  }
}

/** The running example of the books: 10,000 and a quarter of it in VAT, due in a month. */
export function activated(
  at: World,
  tenant: TestTenant,
  clientId: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  return activatedInvoice(tenant, clientId, {
    debtor: newDebtor(),
    dates: { invoiceDate: dayFromNow(at, -5), expireDate: dayFromNow(at, 25) },
    articleRows: [{ description: 'Work', quantity: '10', price: '1000.00', vatPercentage: 25 }],
    ...more,
  })
}

/** What its process does with a decision, at once. */
export async function decided(at: World, tenant: TestTenant, decisionId: string) {
  const task = {
    runtime: at.runtime,
    tenantId: tenant.id,
    entityId: decisionId,
    now: at.clock.now,
    workflowId: `factoring-decision/${tenant.id}/${decisionId}`,
  }
  await collectDecision(task)
  return runDecisionEngine(task)
}

/** Asks for an invoice to be financed, and has the engine answer. */
export async function asked(at: World, tenant: TestTenant, invoiceId: string): Promise<string> {
  const { status, body } = await tenant.api.put(`/factoring-decisions/${invoiceId}/factoring`, {})
  if (status !== 200) throw new Error(JSON.stringify(body))
  await decided(at, tenant, body.id)
  return body.id
}

/** What the books of both owners say of one source, debits above zero: `T` is the tenant's. */
export async function postingsOf(at: World, tenant: TestTenant, sourceKey: string) {
  const rows = await at.owner(
    `select v.owner_type, p.role, p.amount::text as amount
     from financial_event e
     join voucher v on v.tenant_id = e.tenant_id and v.financial_event_id = e.id
     join voucher_posting p on p.tenant_id = v.tenant_id and p.voucher_id = v.id
     where e.tenant_id = $1 and e.source_key = $2`,
    [tenant.id, sourceKey],
  )
  return rows
    .map(({ owner_type: owner, role, amount }) => `${String(owner).charAt(0)} ${role} ${amount}`)
    .toSorted()
}
