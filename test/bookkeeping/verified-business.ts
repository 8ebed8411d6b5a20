import { createPayment, type NewPayment } from '../../src/activities/payments/create-payment.ts'
import { bookkeepingBills } from '../../src/activities/bookkeeping/bills/bookkeep-bills.ts'
import { authorizing } from '../../src/activities/reminders/charges/authorize-charges.ts'
import { billCharges } from '../../src/activities/reminders/charges/bill-charges.ts'
import { createCharge } from '../../src/activities/reminders/charges/create-charge.ts'
import { reverseEvent } from '../../src/activities/bookkeeping/reverse-event.ts'
import { invoiceClaim } from '../../src/domain/bookkeeping/ledger.ts'
import { FinancialEvent } from '../../src/entities/financial-event.ts'
import { Rows } from '../support/rows.ts'
import { tenantIn, type TestTenant, type World } from '../support/world.ts'
import {
  bookedClient,
  bookIn,
  draft,
  financedFacts,
  received,
  type BookedClient,
} from '../support/booked-client.ts'

export interface Business {
  tenant: TestTenant
  client: BookedClient
  debtorId: string
  /** Booked and bought. */
  invoiceId: string
  /** Of two charges, and booked. */
  billId: string
  /** Of the sale, and of a transaction by hand that was reversed. */
  saleId: string
  limitId: string
  debtorLimitId: string
  reversedId: string
}

/** One of everything that is verified, all of it right. */
export async function verifiedBusiness(at: World): Promise<Business> {
  const tenant = await tenantIn(at)
  const client = await bookedClient(tenant)
  const rows = new Rows(at, tenant.id, {}, client.id)
  const debtor = await rows.add('debtor', { balance: 1_250_000n, currency: 'SEK' })
  const invoice = await rows.add('invoice', {
    debtorId: debtor['id'],
    type: 'INVOICE',
    mainStatus: 'ACTIVATED',
    ledgerStatus: 'NOT_DUE',
    financingStatus: 'FINANCED',
    bookedDate: '2026-11-20',
    baseCurrency: 'SEK',
    invoiceCurrency: 'SEK',
    rate: '1',
    vats: [{ rate: '25', base: '1000000', amount: '250000' }],
    netAmount: 1_000_000n,
    vatAmount: 250_000n,
    roundingAmount: 0n,
    grossAmount: 1_250_000n,
    balance: 1_250_000n,
    paidAmount: 0n,
    creditedAmount: 0n,
    feesAmount: 0n,
    interestAmount: 0n,
    writtenOffAmount: 0n,
  })
  await rows.add('article', {
    invoiceId: invoice['id'],
    currency: 'SEK',
    netAmount: 1_000_000n,
    vatAmount: 250_000n,
  })
  const exposed = { currency: 'SEK', utilised: 1_250_000n, reserved: 0n, whose: debtor['id'] }
  await rows.add('debtor_exposure', exposed)
  const bounded = { ...exposed, productCode: 'INVOICE_FACTORING_SELL' }
  const limit = await rows.add('credit_status', bounded)
  const ofDebtor = await rows.add('system_debtor_credit_status', { ...exposed, utilised: 0n })
  const debtorId = String(debtor['id'])
  const invoiceId = String(invoice['id'])
  const about = { claim: invoiceClaim(invoiceId), debtorId }
  const [sale, , byHand] = await bookIn(
    tenant,
    draft(client.id, about),
    draft(client.id, { ...about, type: 'FINANCED', amount: 0n, facts: financedFacts() }),
    draft(client.id, {
      type: 'MANUAL_TRANSACTION',
      amount: 0n,
      facts: { clientAccountId: client.mainId, amount: '700', counterRole: 'FEE_REV' },
    }),
  )
  await tenant.work(async (unit) => reverseEvent(unit, await unit.load(FinancialEvent, byHand!.id)))
  await bookIn(
    tenant,
    draft(client.id, {
      type: 'PAYOUT_BOOKED',
      amount: 0n,
      facts: { variant: 'SENT', amount: '5000' },
    }),
    received('900'),
    received('1900'),
  )
  const unplaced = { amount: '7.00', currency: 'SEK', book: true } as NewPayment
  await tenant.work((unit) => createPayment(unit, unplaced))
  const billId = await bookedBill(tenant, client.id)
  return {
    tenant,
    client,
    billId,
    debtorId,
    invoiceId,
    saleId: sale!.id,
    limitId: String(limit['id']),
    debtorLimitId: String(ofDebtor['id']),
    reversedId: byHand!.id,
  }
}

async function bookedBill(tenant: TestTenant, clientId: string): Promise<string> {
  return tenant.work(async (unit) => {
    const facts = { clientId, chargeType: 'API', quantity: 1, text: '' } as const
    for (const amount of ['10.00', '20.02']) {
      const { id } = await createCharge(unit, { ...facts, amount })
      await unit.flush()
      await authorizing.one(unit, id, {})
    }
    const asked = { toDate: await unit.today(), byPeriod: false }
    const [bill] = await billCharges(unit, clientId, asked)
    await unit.flush()
    await bookkeepingBills.one(unit, bill!.id, {})
    return bill!.id
  })
}
