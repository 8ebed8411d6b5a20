import { amountsOf, type KeptAmounts } from '../../domain/invoices/claim-amounts.ts'
import { decimal } from '../../domain/money.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import { Invoice } from '../../entities/invoice.ts'
import { leaveErrand } from '../system/leave-errand.ts'
import { settleErrand } from '../system/settle-errand.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { asClaimEvent } from './apply-events.ts'
import { settleStatus } from './settle-status.ts'

export interface Recalculated {
  invoice: Invoice
  before: KeptAmounts
  after: KeptAmounts
  isDrift: boolean
}

const names = [
  'balance',
  'paidAmount',
  'creditedAmount',
  'feesAmount',
  'interestAmount',
  'writtenOffAmount',
] as const

/** The amounts of the claim, calculated from its financial events. */
export async function amountsFromEvents(unit: Unit, invoice: Invoice): Promise<KeptAmounts> {
  const events = await unit.all(FinancialEvent, { claimId: invoice.id })
  return amountsOf(invoice.type === 'CREDIT_INVOICE', events.map(asClaimEvent))
}

export function storedAmounts(invoice: Invoice): KeptAmounts {
  return Object.fromEntries(names.map((name) => [name, invoice[name]])) as unknown as KeptAmounts
}

export const isSameAmounts = (a: KeptAmounts, b: KeptAmounts): boolean =>
  names.every((name) => a[name] === b[name])

/** Stores the balance of the events, and leaves the difference to a person to explain. */
export async function calculateBalance(unit: Unit, id: string): Promise<Recalculated> {
  const invoice = await loadHeld(unit, Invoice, id)
  const before = storedAmounts(invoice)
  const after = await amountsFromEvents(unit, invoice)
  const isDrift = !isSameAmounts(before, after)
  const dedupeKey = `balance/${id}`
  if (!isDrift) {
    await settleErrand(unit, dedupeKey, 'The amounts follow from the financial events.')
    return { invoice, before, after, isDrift }
  }
  Object.assign(invoice, after)
  await settleStatus(unit, invoice, await unit.today())
  const asDecimals = (amounts: KeptAmounts) =>
    Object.fromEntries(names.map((name) => [name, decimal(amounts[name], invoice.baseCurrency)]))
  await leaveErrand(unit, {
    type: 'RECONCILIATION',
    subjectType: 'Invoice',
    subjectId: id,
    clientId: invoice.clientId,
    severity: 'HIGH',
    title: `The amounts of invoice ${invoice.invoiceNumber} did not follow from its events`,
    data: { before: asDecimals(before), after: asDecimals(after) },
    suggestion: {
      action: 'CALCULATE_BALANCE',
      reason: 'Calculates them again, to show if they are right now',
    },
    dedupeKey,
  })
  return { invoice, before, after, isDrift }
}
