import { availableOn } from '../../domain/clients/accounts.ts'
import type { BusinessDate } from '../../domain/dates.ts'
import { fallingDue, openOf } from '../../domain/loans/balance.ts'
import { lifeOfInstalment, lifeOfLoan } from '../../domain/loans/loan.ts'
import { isLate, lastMonthEnd } from '../../domain/loans/running.ts'
import { larger, smaller, sum } from '../../domain/money.ts'
import { ClientAccount } from '../../entities/client-account.ts'
import type { JobChunk, JobWork } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { book, type EventDraft } from '../bookkeeping/book.ts'
import { boundBesideLoans } from '../clients/accounts/bound-on.ts'
import { openDaysOf } from '../payments/booking-days.ts'
import { addEvent } from './add-event.ts'
import { accrue, draftOf, holdLoans, roundAnew, type HeldLoan, type Step } from './held-loans.ts'
import { addFee, repaid, repaidDrafts } from './repay-loan.ts'

const loansAtOnce = 50

/** Every day: instalments come due and are taken, are late, and interest is added. */
export const loanDueJob = {
  wanted: `exists (select 1 from business_loan l
    where l.tenant_id = t.tenant_id and l.status in ('ACTIVE', 'DEFAULTED'))`,
  chunk: moveWithDay,
} satisfies JobWork

async function moveWithDay(unit: Unit, day: BusinessDate, after: string): Promise<JobChunk> {
  const rows = await unit.transaction.query<{ id: string }>(running, [
    unit.tenantId,
    after,
    loansAtOnce,
  ])
  const ids = rows.map(({ id }) => id)
  const held = await holdLoans(unit, ids)
  const drafts = held.flatMap((one) => [...comeDue(unit, one, day), ...accruedAtEnd(one, day)])
  const late = held.flatMap((one) => beLate(unit, one, day))
  const taken = await takeFromAccounts(unit, held, day)
  for (const one of held) judge(unit, one, day)
  const all = await onOpenDays(unit, [...drafts, ...late, ...taken])
  await book(unit, all)
  return {
    counts: { loans: held.length, late: late.length, taken: taken.length },
    after: ids.length < loansAtOnce ? null : (ids.at(-1) ?? null),
  }
}

const running = `select id from business_loan
  where tenant_id = $1 and status in ('ACTIVE', 'DEFAULTED') and id > $2 order by id limit $3`

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

/** What was planned for a day until this one is due, with the interest until then. */
function comeDue(unit: Unit, held: HeldLoan, day: BusinessDate): EventDraft[] {
  const { loan } = held
  const drafts: EventDraft[] = []
  for (const planned of held.planned.filter(({ dueDate }) => dueDate <= day)) {
    drafts.push(...accrue(held, planned.dueDate))
    const owed = {
      principal: loan.outstandingPrincipal,
      interest: loan.accruedInterest,
      fees: loan.feesDue,
    }
    const isLast = planned === held.planned.at(-1)
    const due = fallingDue<Step>(planned, owed, held.open, isLast)
    const { row, principal, interest } = due
    Object.assign(row, {
      principal,
      interest,
      status: lifeOfInstalment.move(row.status, 'comeDue'),
    })
    roundAnew(held, planned.dueDate)
    if (due.fee > 0n) drafts.push(feeOf(held, due))
    loan.feesDue += due.fee
    held.open.push(due)
  }
  held.planned = held.planned.filter(({ dueDate }) => dueDate > day)
  return drafts
}

const feeOf = ({ loan }: HeldLoan, { row, fee, dueDate: date }: Step): EventDraft =>
  draftOf(loan, {
    type: 'LOAN_FEE',
    component: 'NOTICE_FEE',
    amount: fee,
    key: `instalment/${row.id}`,
    text: 'Fee of the instalment',
    date,
    facts: { variant: 'ADDED', amount: String(fee) },
  })

/** Interest is booked when an instalment is due, and at the end of each month. */
function accruedAtEnd(held: HeldLoan, day: BusinessDate): EventDraft[] {
  const end = lastMonthEnd(day)
  return end > (held.loan.bearsFrom ?? end) ? accrue(held, end) : []
}

/** What is not paid after the days of grace is late, and costs more. */
function beLate(unit: Unit, held: HeldLoan, day: BusinessDate): EventDraft[] {
  const { loan } = held
  const late = held.open.filter(
    ({ row, dueDate }) =>
      row.type === 'INSTALMENT' && row.status !== 'LATE' && isLate(dueDate, loan.graceDays, day),
  )
  return late.flatMap(({ row }) => {
    row.status = lifeOfInstalment.move(row.status, 'beLate')
    addEvent(unit, loan, 'LATE', { date: day, text: `Instalment ${row.number}` })
    return loan.lateFee === 0n
      ? []
      : [addFee(unit, held, { amount: loan.lateFee, day, text: 'Late' })]
  })
}

/** Of each client's account what is due is taken, as far as it is available. */
async function takeFromAccounts(
  unit: Unit,
  all: readonly HeldLoan[],
  day: BusinessDate,
): Promise<EventDraft[]> {
  const due = all.filter(({ loan, open }) => loan.autoSetOff && open.length > 0)
  if (due.length === 0) return []
  const clientIds = [...new Set(due.map(({ loan }) => loan.clientId))]
  const accounts = await unit.locked(ClientAccount, { clientId: { $in: clientIds }, type: 'MAIN' })
  const bound = await boundBesideLoans(unit, accounts)
  const left = new Map(
    accounts.map((account) => [keyOf(account), availableOn(account, bound.get(account.id) ?? 0n)]),
  )
  return due.flatMap((held) => {
    const { loan } = held
    const there = left.get(keyOf(loan)) ?? 0n
    const amount = smaller(larger(there, 0n), sum(held.open.map(openOf)))
    if (amount === 0n) return []
    left.set(keyOf(loan), there - amount)
    const interest = accrue(held, day)
    const made = repaid(unit, held, { amount, day, mode: 'SMALLER' })
    return [...interest, ...repaidDrafts(loan, made, { day, key: day })]
  })
}

const keyOf = ({ clientId, currency }: { clientId: string; currency: string }) =>
  `${clientId} ${currency}`

/** A loan overdue for long is in default, until all of that is paid. */
function judge(unit: Unit, { loan, open }: HeldLoan, day: BusinessDate): void {
  const isDefault = open.some(({ dueDate }) => isLate(dueDate, loan.defaultDays, day))
  if (loan.status === 'ACTIVE' && isDefault) {
    loan.status = lifeOfLoan.move(loan.status, 'default')
    addEvent(unit, loan, 'DEFAULTED', { date: day })
  } else if (loan.status === 'DEFAULTED' && open.length === 0) {
    loan.status = lifeOfLoan.move(loan.status, 'recover')
    addEvent(unit, loan, 'RECOVERED', { date: day })
  }
}
