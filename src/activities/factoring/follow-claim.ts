import { shareLeft } from '../../domain/factoring/dilution.ts'
import { firstOpenDay } from '../../domain/bookkeeping/fiscal-year.ts'
import { decimal, larger, smaller, sum } from '../../domain/money.ts'
import { Debtor } from '../../entities/debtor.ts'
import { FactoringDecision, InvoiceRefinancing } from '../../entities/factoring-decision.ts'
import type { FinancialEvent } from '../../entities/financial-event.ts'
import { FundedPayment } from '../../entities/funded-payment.ts'
import type { Invoice } from '../../entities/invoice.ts'
import type { EventDraft } from '../bookkeeping/book.ts'
import { locksOf } from '../bookkeeping/read-books.ts'
import { byField } from '../../kernel/read/rows.ts'
import { limitsThere } from '../credit/lock-limits.ts'
import { hold } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { decide } from './decide.ts'
import { fundedBy, fundingDrafts } from './funding-drafts.ts'
import { limitingOf, type HeldDecision } from './lock-decision.ts'
import { signalProcess } from './move-decision.ts'
import { addToHistory } from './add-to-history.ts'

/** A claim that is about to owe less, or more where the amount is below zero. */
export interface Lowered {
  debit: Invoice
  amount: bigint
  /** Where that is by money, of which its financier is told. */
  paid?: Paid
}

interface Paid {
  /** None where the client got it. */
  paymentId: string | null
  bookDate: string
}

/**
 * An open decision asks for what is left of its claim, and that is reserved; returns what is
 * reserved no more, by claim. Where nothing is left of the claim, the decision ends by itself.
 */
export async function lowerAsked(
  unit: Unit,
  all: readonly Lowered[],
): Promise<ReadonlyMap<string, bigint>> {
  const asked = new Map(
    all
      .filter(({ debit, amount }) => debit.financingStatus === 'REQUESTED' && amount !== 0n)
      .map((one) => [one.debit.id, one]),
  )
  if (asked.size === 0) return new Map()
  const decisions = await unit.all(FactoringDecision, {
    invoiceId: { $in: [...asked.keys()] },
    status: { $ne: 'DECIDED' },
  })
  const ended: Ended[] = []
  const freed = decisions.map((decision): [string, bigint] => {
    const { debit, amount: credited } = asked.get(decision.invoiceId)!
    const amount = larger(debit.balance - credited, 0n)
    decision.amount = amount
    if (amount === 0n) {
      ended.push({ decision, invoice: debit })
      return [debit.id, 0n]
    }
    const before = decision.reserved
    if (decision.status === 'REFINANCE') decision.reserved = amount
    addToHistory(unit, decision, { amount: decimal(amount, decision.currency) })
    return [debit.id, before - decision.reserved]
  })
  await endAsked(unit, ended)
  return new Map(freed)
}

type Ended = Omit<HeldDecision, 'debtor'>

/** Nobody said no, but nothing is left to say yes to; what was held for it is free again. */
async function endAsked(unit: Unit, ended: readonly Ended[]): Promise<void> {
  if (ended.length === 0) return
  const ids = [...new Set(ended.map(({ invoice }) => invoice.debtorId))]
  hold(unit, Debtor, ids)
  const debtors = byField(await unit.readEach(Debtor, 'id = any($2)', [ids]), 'id')
  const held = ended.map((one) => ({ ...one, debtor: debtors.get(one.invoice.debtorId)! }))
  for (const { decision, debtor } of held) decision.systemDebtorId = debtor.systemDebtorId ?? null
  const limitsOf = await (await limitsThere(unit, held.map(limitingOf))).lock()
  for (const one of held) {
    signalProcess(unit, one.decision)
    const comment = 'Nothing is left to finance: the invoice is credited or paid in full.'
    const made = { verdict: 'DENIED_SERVICE', decidedBy: 'ENGINE', comment } as const
    await decide(unit, one, made, limitsOf(limitingOf(one)))
  }
}

interface FundingLowered {
  /** The financier's share of each loss. */
  borne: ReadonlyMap<Lowered, bigint>
  drafts: EventDraft[]
}

/**
 * Lowers the financier's share, agreed or active, with the claim; active funding is booked back.
 * Of one claim that is lowered several times, each finds what the one before has left.
 */
export async function lowerFunding(
  unit: Unit,
  bought: readonly Lowered[],
  today: string,
): Promise<FundingLowered> {
  if (bought.length === 0) return { borne: new Map(), drafts: [] }
  const lowered = Map.groupBy(bought, ({ debit }) => debit.id)
  const borne = new Map<Lowered, bigint>()
  const drafts: EventDraft[] = []
  const refinancings = await going(unit, [...lowered.keys()])
  const bookDate = await openDayOf(unit, refinancings, today)
  for (const refinancing of refinancings) {
    const ofClaim = lowered.get(refinancing.invoiceId)!
    const { debit } = ofClaim[0]!
    const funded = fundedBy(refinancing)
    let open = debit.balance
    for (const one of ofClaim) {
      const left = shareLeft(refinancing.amount, open, one.amount)
      borne.set(one, refinancing.amount - left)
      noteForFinancier(unit, refinancing, one, refinancing.amount - left)
      refinancing.amount = left
      open -= one.amount
    }
    drafts.push(...fundingDrafts(refinancing, debit, funded, bookDate))
  }
  return { borne, drafts }
}

/** A claim that owes again, and what its financier had borne of that. */
export interface Raised extends Lowered {
  borne: bigint
  /** Who had borne it, where that is known. */
  financier?: string | undefined
}

type Booked = Pick<FinancialEvent, 'id' | 'type' | 'facts'>

/** To whom the claim was sold on when an event was booked. */
export function financierAt(all: readonly Booked[], eventId: string): string | undefined {
  const sold = all
    .filter(({ id, type }) => id < eventId && type === 'REFINANCED')
    .filter(({ facts }) => facts['variant'] === 'SOLD')
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .at(-1)
  const code = sold?.facts['counterpartyCode']
  return code == null ? undefined : String(code)
}

/**
 * Taken back, they fund it again, but not more than is open. Whoever funds it since funds what they
 * agreed to, and the tenant the rest.
 */
export async function raiseFunding(
  unit: Unit,
  all: readonly Raised[],
  today: string,
): Promise<EventDraft[]> {
  const raised = Map.groupBy(
    all.filter(({ borne }) => borne !== 0n),
    ({ debit }) => debit.id,
  )
  if (raised.size === 0) return []
  const refinancings = await going(unit, [...raised.keys()])
  const bookDate = await openDayOf(unit, refinancings, today)
  return refinancings.flatMap((refinancing) => {
    const ofClaim = raised.get(refinancing.invoiceId)!
    const { debit } = ofClaim[0]!
    const open = debit.balance - sum(ofClaim.map(({ amount }) => amount))
    const funded = fundedBy(refinancing)
    for (const one of ofClaim) {
      const { amount: before, toProviderCode } = refinancing
      if (one.financier !== undefined && one.financier !== toProviderCode) continue
      refinancing.amount = smaller(before + one.borne, open)
      noteForFinancier(unit, refinancing, one, before - refinancing.amount)
    }
    return fundingDrafts(refinancing, debit, funded, bookDate)
  })
}

/** Like the payment that it follows, it goes into the tenant’s book on the first open day. */
async function openDayOf(
  unit: Unit,
  refinancings: readonly InvoiceRefinancing[],
  today: string,
): Promise<string> {
  if (!refinancings.some(({ status }) => status === 'ACTIVE')) return today
  const [lock] = await unit.widened(() => locksOf(unit, [unit.tenantId]))
  return firstOpenDay(today, lock?.lockedUntil)
}

/** They hear of it by the next file for them. */
function noteForFinancier(
  unit: Unit,
  { status, toProviderCode, currency }: InvoiceRefinancing,
  { debit, amount, paid }: Lowered,
  share: bigint,
): void {
  if (paid === undefined || status !== 'ACTIVE' || toProviderCode == null) return
  unit.add(FundedPayment, {
    ...paid,
    clientId: debit.clientId,
    invoiceId: debit.id,
    financier: toProviderCode,
    amount,
    share,
    currency,
    documentId: null,
  })
}

function going(unit: Unit, invoiceIds: readonly string[]): Promise<InvoiceRefinancing[]> {
  return unit.all(InvoiceRefinancing, {
    invoiceId: { $in: [...invoiceIds] },
    status: { $in: ['PROPOSED', 'ACTIVE'] },
  })
}
