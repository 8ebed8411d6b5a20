import { availableOn } from '../../domain/clients/accounts.ts'
import type { BusinessDate } from '../../domain/dates.ts'
import { openOf } from '../../domain/loans/balance.ts'
import { lifeOfLoan, runningText } from '../../domain/loans/loan.ts'
import { pauseOn } from '../../domain/loans/pause.ts'
import { larger, smaller, sum } from '../../domain/money.ts'
import { ClientAccount } from '../../entities/client-account.ts'
import type { JobChunk, JobWork } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { book, type EventDraft } from '../bookkeeping/book.ts'
import { boundBesideLoans } from '../clients/accounts/bound-on.ts'
import { openDaysOf } from '../payments/booking-days.ts'
import { accrue, accruedAtEnds, latePartsTo } from './accrue.ts'
import { beLate, comeDue, daysUntil, followPauses, judge, notify } from './day-of-loan.ts'
import { announceRate, changeRate, publishedFor } from './floating-rates.ts'
import { holdLoans, type HeldLoan } from './held-loans.ts'
import { closeIfPaid, repaid, repaidDrafts } from './repay-loan.ts'

const loansAtOnce = 50

/** Every day: instalments come due and are taken, are late, and interest is added. */
export const loanDueJob = {
  wanted: `exists (select 1 from business_loan l
    where l.tenant_id = t.tenant_id and l.status in (${runningText}))`,
  chunk: moveWithDay,
} satisfies JobWork

async function moveWithDay(unit: Unit, day: BusinessDate, after: string): Promise<JobChunk> {
  const rows = await unit.transaction.query<{ id: string }>(running, [
    unit.tenantId,
    after,
    loansAtOnce,
  ])
  const ids = rows.map(({ id }) => id)
  const all = await holdLoans(unit, ids)
  const published = await publishedFor(unit, all)
  const there = await thereFor(unit, all, day)
  const drafts = movedThrough(unit, all, { day, there })
  for (const held of all.filter(({ loan }) => lifeOfLoan.may(loan.status, 'owe'))) {
    announceRate(unit, held, published, day)
    notify(held, day)
  }
  await book(unit, await onOpenDays(unit, drafts))
  return {
    counts: { loans: all.length, booked: drafts.length },
    after: ids.length < loansAtOnce ? null : (ids.at(-1) ?? null),
  }
}

const running = `select id from business_loan
  where tenant_id = $1 and status in (${runningText}) and id > $2 order by id limit $3`

interface Moving {
  day: BusinessDate
  there: Map<string, bigint>
}

/** Day after day, those that were missed too, so that all comes as if none had been. */
function movedThrough(unit: Unit, all: readonly HeldLoan[], { day, there }: Moving): EventDraft[] {
  const days = new Map(all.map((held) => [held, new Set([...daysUntil(held, day), day])]))
  const inOrder = [...new Set([...days.values()].flatMap((of) => [...of]))].toSorted()
  return inOrder.flatMap((each) =>
    all
      .filter((held) => days.get(held)?.has(each))
      .flatMap((held) => moved(unit, held, { day: each, there })),
  )
}

function moved(unit: Unit, held: HeldLoan, { day, there }: Moving): EventDraft[] {
  followPauses(unit, held, day)
  const drafts = [
    ...comeDue(unit, held, day),
    ...beLate(unit, held, day),
    // Before a rate changes, so that each month has the interest that is of it.
    ...accruedAtEnds(unit, held, day),
    ...changeRate(unit, held, day),
    ...takenFor(unit, held, { day, there }),
  ]
  judge(unit, held, day)
  closeIfPaid(unit, held, day)
  return drafts
}

/** A locked period moves a booking, and stops nothing. */
async function onOpenDays(unit: Unit, drafts: readonly EventDraft[]): Promise<EventDraft[]> {
  const days = await openDaysOf(
    unit,
    drafts.flatMap(({ clientId }) => clientId ?? []),
  )
  return drafts.map((draft) => ({
    ...draft,
    bookDate: days.placed(draft.clientId ?? unit.tenantId, draft.bookDate),
  }))
}

/** What is available on the accounts from which something may be taken. */
async function thereFor(
  unit: Unit,
  all: readonly HeldLoan[],
  day: BusinessDate,
): Promise<Map<string, bigint>> {
  const isDue = ({ loan, open, planned }: HeldLoan) =>
    loan.autoSetOff && (open.length > 0 || planned.some(({ dueDate }) => dueDate <= day))
  const clientIds = [...new Set(all.filter(isDue).map(({ loan }) => loan.clientId))]
  if (clientIds.length === 0) return new Map()
  const accounts = await unit.locked(ClientAccount, { clientId: { $in: clientIds }, type: 'MAIN' })
  const bound = await boundBesideLoans(unit, accounts)
  return new Map(
    accounts.map((account) => [keyOf(account), availableOn(account, bound.get(account.id) ?? 0n)]),
  )
}

/** Of the client's account what is due is taken, as far as it is available. */
function takenFor(unit: Unit, held: HeldLoan, { day, there }: Moving): EventDraft[] {
  const { loan, open } = held
  if (!loan.autoSetOff || pauseOn(loan.pauses, day) !== undefined) return []
  const available = there.get(keyOf(loan)) ?? 0n
  const late = latePartsTo(held, day)
  const due = sum([...open.map(openOf), ...late.map((part) => part.amount)])
  const amount = smaller(larger(available, 0n), due)
  if (amount === 0n) return []
  there.set(keyOf(loan), available - amount)
  const interest = accrue(unit, held, day)
  const made = repaid(unit, held, { amount, day, mode: 'SMALLER' })
  return [...interest, ...repaidDrafts(loan, made, { day, key: unit.newId('FinancialEvent') })]
}

const keyOf = ({ clientId, currency }: { clientId: string; currency: string }) =>
  `${clientId} ${currency}`
