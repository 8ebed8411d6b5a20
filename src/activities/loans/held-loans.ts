import {
  loanClaim,
  type Component,
  type FinancialEventType,
} from '../../domain/bookkeeping/ledger.ts'
import { openOf, type DueInstalment } from '../../domain/loans/balance.ts'
import { lifeOfInstalment, openInstalments, plannedInstalments } from '../../domain/loans/loan.ts'
import { lateRateOf } from '../../domain/loans/late-interest.ts'
import type { Instalment } from '../../domain/loans/schedule.ts'
import type { BaseRate } from '../../domain/system/base-interest.ts'
import { BusinessLoan, BusinessLoanLedgerEvent } from '../../entities/business-loan.ts'
import { hold } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { EventDraft } from '../bookkeeping/book.ts'
import { baseRatesKnown } from '../system/base-rates.ts'

/** An instalment or fee of a loan, and its row. */
export interface Step extends DueInstalment {
  row: BusinessLoanLedgerEvent
}

/** A loan that is held, with what is open on it and what is to come, in the order of their days. */
export interface HeldLoan {
  loan: BusinessLoan
  open: Step[]
  planned: Step[]
  /** What the rate of its late interest is added to. */
  lateRates: readonly BaseRate[]
}

export async function holdLoans(unit: Unit, ids: readonly string[]): Promise<HeldLoan[]> {
  hold(unit, BusinessLoan, ids)
  const loans = await unit.all(BusinessLoan, { id: { $in: [...ids] } })
  const steps = await stepsOf(unit, ids)
  const lateRates = await lateRatesFor(unit, loans)
  return loans
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((loan) => ({ loan, ...steps(loan.id), lateRates }))
}

export async function lateRatesFor(
  unit: Unit,
  loans: readonly BusinessLoan[],
): Promise<readonly BaseRate[]> {
  const bearing = loans.filter(({ lateInterestMargin }) => lateInterestMargin != null)
  const codes = [...new Set(bearing.flatMap(({ currency }) => lateRateOf(currency) ?? []))]
  return codes.length === 0 ? [] : baseRatesKnown(unit, codes)
}

/** What is open on loans, and what is planned. */
export async function stepsOf(unit: Unit, ids: readonly string[]) {
  const rows = await unit.all(BusinessLoanLedgerEvent, {
    businessLoanId: { $in: [...ids] },
    status: { $in: [...plannedInstalments, ...openInstalments] },
  })
  const byLoan = Map.groupBy(inOrder(rows), ({ businessLoanId }) => businessLoanId)
  return (id: string): Pick<HeldLoan, 'open' | 'planned'> => {
    const steps = (byLoan.get(id) ?? []).map(stepOf)
    const isPlanned = ({ row }: Step) => lifeOfInstalment.may(row.status, 'skip')
    return { open: steps.filter((one) => !isPlanned(one)), planned: steps.filter(isPlanned) }
  }
}

/** In that of their days. */
export const inOrder = (rows: readonly BusinessLoanLedgerEvent[]) =>
  rows.toSorted((a, b) => comparable(a).localeCompare(comparable(b)))

export const sortSteps = (steps: readonly Step[]) =>
  steps.toSorted((a, b) => comparable(a.row).localeCompare(comparable(b.row)))

const comparable = ({ plannedDate, number, type }: BusinessLoanLedgerEvent) =>
  `${plannedDate} ${String(number).padStart(6, '0')} ${type}`

export const stepOf = (row: BusinessLoanLedgerEvent): Step => {
  const { number, plannedDate: dueDate, principal, interest, fee } = row
  const { paidPrincipal, paidInterest, paidFee } = row
  return {
    row,
    number,
    dueDate,
    principal,
    interest,
    fee,
    paidPrincipal,
    paidInterest,
    paidFee,
  }
}

interface Drafted {
  type: FinancialEventType
  component?: Component
  /** The change of what is owed. */
  amount: bigint
  key: string
  text: string
  date: string
  facts?: Record<string, unknown>
}

export function draftOf(loan: BusinessLoan, drafted: Drafted): EventDraft {
  const { type, component, amount, key, text, date, facts = {} } = drafted
  return {
    type,
    claim: loanClaim(loan.id),
    clientId: loan.clientId,
    ...(component !== undefined && { component }),
    amount,
    currency: loan.currency,
    bookDate: date,
    valueDate: date,
    sourceKey: `loan/${loan.id}/${key}`,
    sourceType: 'BUSINESS_LOAN',
    sourceId: loan.id,
    text: `${loan.loanNumber}: ${text}`,
    facts,
  }
}

/** A fee is owed from its day on, and in no book until it is paid. */
export function feeDraft(
  loan: BusinessLoan,
  { fee, key, text, date }: { fee: bigint; key: string; text: string; date: string },
): EventDraft {
  return draftOf(loan, {
    type: 'LOAN_FEE',
    component: 'NOTICE_FEE',
    amount: fee,
    key,
    text,
    date,
    facts: { variant: 'ADDED', amount: String(fee) },
  })
}

/** What was planned is skipped, and this is planned instead. */
export function planInstead(unit: Unit, held: HeldLoan, instalments: readonly Instalment[]): void {
  const { loan } = held
  for (const { row } of held.planned) row.status = lifeOfInstalment.move(row.status, 'skip')
  held.planned = instalments.map((instalment) => addStep(unit, loan, 'INSTALMENT', instalment))
  const last = instalments.at(-1)
  if (last !== undefined && loan.loanType !== 'CREDIT_LINE') loan.maturityDate = last.dueDate
}

export function addStep(
  unit: Unit,
  loan: BusinessLoan,
  type: BusinessLoanLedgerEvent['type'],
  { number, dueDate, principal, interest, fee }: Instalment,
): Step {
  const row = unit.add(BusinessLoanLedgerEvent, {
    businessLoanId: loan.id,
    clientId: loan.clientId,
    type,
    number,
    status: 'PLANNED',
    plannedDate: dueDate,
    principal,
    interest,
    fee,
    paidPrincipal: 0n,
    paidInterest: 0n,
    paidFee: 0n,
    currency: loan.currency,
  })
  return stepOf(row)
}

/** Writes what was paid of steps into their rows, and leaves what is still open. */
export function settleSteps(held: HeldLoan, steps: readonly Step[], day: string): void {
  for (const step of steps) {
    const { row, paidPrincipal, paidInterest, paidFee } = step
    const paid = paidPrincipal + paidInterest + paidFee
    if (paid === row.paidPrincipal + row.paidInterest + row.paidFee) continue
    Object.assign(row, { paidPrincipal, paidInterest, paidFee })
    if (openOf(step) === 0n) {
      row.status = lifeOfInstalment.move(row.status, 'pay')
      row.doneDate = day
    } else if (lifeOfInstalment.may(row.status, 'payPart')) {
      row.status = lifeOfInstalment.move(row.status, 'payPart')
    }
  }
  held.open = steps.filter((step) => openOf(step) > 0n)
}
