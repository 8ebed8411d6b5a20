import type { BusinessDate } from '../../domain/dates.ts'
import {
  allocate,
  openByComponent,
  orderOn,
  roundedOff,
  type AllocationChoice,
} from '../../domain/payments/allocation.ts'
import { leftAs, owedOnDocument, seenAs } from '../../domain/payments/foreign.ts'
import { obstacleOf, type Payable } from '../../domain/payments/placing.ts'
import { toleranceIn } from '../../domain/payments/tolerance.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import type { InvoiceLedgerEvent } from '../../entities/invoice-ledger-event.ts'
import { Invoice } from '../../entities/invoice.ts'
import { byField } from '../../kernel/read/rows.ts'
import { settingsOfTenant } from '../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { applyToInvoice } from '../invoices/apply-events.ts'
import { ledgerEventsOf, settleAfter } from '../invoices/settle-status.ts'
import { paymentsSettings } from './settings.ts'
import { holdTargets, isInvoice, type Targets } from './targets.ts'

/** Claims that money is put on, held, with what happened to them so far. */
export interface Claims {
  invoices: ReadonlyMap<string, Invoice>
  events: ReadonlyMap<string, readonly FinancialEvent[]>
  planned: ReadonlyMap<string, readonly InvoiceLedgerEvent[]>
  /** What is no invoice and takes money all the same. */
  targets: Targets
  order: AllocationChoice
  tolerance: string
  /** What this unit has put on them already, by claim, as they are handled. */
  placed: Map<string, bigint>
}

/** Together, however many they are: what happened to them is read as it is once they are held. */
export async function holdClaims(unit: Unit, ids: readonly string[]): Promise<Claims> {
  const all = [...new Set(ids)]
  const unique = all.filter(isInvoice)
  const [invoices, events, planned, { allocationOrder, tolerance }] = await Promise.all([
    unit.readEach(Invoice, 'id = any($2)', [unique], 'held'),
    unit.readEach(FinancialEvent, 'claim_id = any($2)', [unique]),
    ledgerEventsOf(unit, unique),
    settingsOfTenant(unit, paymentsSettings),
  ])
  return {
    targets: await holdTargets(unit, all),
    invoices: byField(invoices, 'id'),
    events: Map.groupBy(events, ({ claimId }) => claimId ?? ''),
    planned,
    order: allocationOrder,
    tolerance,
    placed: new Map(),
  }
}

/** All that is owed on an invoice, of whatever kind. */
export const owedOn = ({ balance, feesAmount, interestAmount }: Invoice): bigint =>
  balance + feesAmount + interestAmount

/**
 * The claim as it stands after what this unit has put on it; in the currency of its document where
 * that is what it is paid in.
 */
export function payable(claims: Claims, id: string, paidIn?: string): Payable | null {
  const target = claims.targets.get(id)
  if (target === undefined) return payableInvoice(claims, id, paidIn)
  const { currency, obstacle, open } = target
  return { currency, obstacle, open: open === null ? null : open - (claims.placed.get(id) ?? 0n) }
}

function payableInvoice(claims: Claims, id: string, paidIn?: string): PayableInvoice | null {
  const { invoices, events, placed } = claims
  const invoice = invoices.get(id)
  if (invoice === undefined) return null
  const { baseCurrency, invoiceCurrency } = invoice
  const obstacle = obstacleOf(invoice)
  const owed = owedOn(invoice)
  const open = owed - (placed.get(id) ?? 0n)
  if (paidIn === baseCurrency || paidIn !== invoiceCurrency) {
    return { obstacle, currency: baseCurrency, open }
  }
  const onDocument = owedOnDocument(invoice, events.get(id) ?? [])
  return { obstacle, currency: paidIn, open: leftAs(open, owed, onDocument) }
}

interface PayableInvoice extends Payable {
  open: bigint
}

/** Whose the claim or account is; nobody's, where it is the tenant's. */
export const clientOf = ({ invoices, targets }: Pick<Claims, 'invoices' | 'targets'>, id: string) =>
  invoices.get(id)?.clientId ?? targets.get(id)?.clientId ?? null

/** How much of a claim money of a currency settles. */
export function settledBy(claims: Claims, id: string, amount: bigint, paidIn: string): bigint {
  const whole = payableInvoice(claims, id, paidIn)
  const own = payableInvoice(claims, id)
  if (whole === null || own === null || whole.currency === own.currency) return amount
  return seenAs(amount, whole.open, own.open)
}

/** What was booked on a claim that is held; what is owed on it then says its status. */
export function applyBooked(
  unit: Unit,
  { planned }: Claims,
  invoice: Invoice,
  events: readonly FinancialEvent[],
  today: BusinessDate,
): void {
  applyToInvoice(unit, invoice, events)
  settleAfter(unit, invoice, planned.get(invoice.id) ?? [], today)
}

export function notePlaced(claims: Claims, id: string, amount: bigint, paidIn: string): void {
  noteSettled(claims, id, settledBy(claims, id, amount, paidIn))
}

function noteSettled({ placed }: Claims, id: string, amount: bigint): void {
  placed.set(id, (placed.get(id) ?? 0n) + amount)
}

/** What may be rounded off of a claim, by what it was booked with. */
export function toleratedOn({ invoices, events, tolerance }: Claims, id: string): bigint {
  const booked = events.get(id)?.find(({ type }) => type === 'INVOICE_BOOKED')
  return toleranceIn(tolerance, invoices.get(id)!.baseCurrency, booked?.amount ?? 0n)
}

/** What is rounded off after that is asked for no more, whatever else comes in the same booking. */
export function noteRounded(claims: Claims, id: string, day: BusinessDate): void {
  const open = new Map(openByComponent(claims.events.get(id) ?? []))
  const order = orderOn(claims.order, day)
  for (const [component, part] of allocate(claims.placed.get(id) ?? 0n, open, order)) {
    open.set(component, (open.get(component) ?? 0n) - part)
  }
  noteSettled(claims, id, roundedOff(open, toleratedOn(claims, id)))
}
