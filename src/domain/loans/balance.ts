import type { BusinessDate } from '../dates.ts'
import { larger, smaller } from '../money.ts'
import { interestOver, type Interest } from './day-count.ts'
import type { Instalment } from './schedule.ts'

/** What is owed on a loan: interest and fees that were added and are not paid. */
export interface LoanBalance {
  principal: bigint
  interest: bigint
  fees: bigint
}

/** Since when the principal is what it is, and what of its interest since then was added. */
export interface Bearing {
  bearsFrom: BusinessDate
  borne: bigint
}

/** The interest to add on a day, so that all since then is rounded once. */
export function toAccrue(
  principal: bigint,
  interest: Interest,
  { bearsFrom, borne }: Bearing,
  day: BusinessDate,
): bigint {
  if (day <= bearsFrom) return 0n
  return larger(0n, interestOver(principal, interest, bearsFrom, day) - borne)
}

/** An instalment that has come due, and what was paid of it. */
export interface DueInstalment extends Instalment {
  paidPrincipal: bigint
  paidInterest: bigint
  paidFee: bigint
}

const kinds = [
  ['fee', 'paidFee'],
  ['interest', 'paidInterest'],
  ['principal', 'paidPrincipal'],
] as const

export const openOf = (one: DueInstalment): bigint =>
  kinds.reduce((open, [kind, paid]) => open + one[kind] - one[paid], 0n)

export interface Allocated<D> {
  principal: bigint
  interest: bigint
  fees: bigint
  /** Each instalment as it stands then. */
  instalments: D[]
  /** What no instalment that is due takes. */
  rest: bigint
}

/** Fees before interest before principal, of each the oldest first. */
export function allocate<D extends DueInstalment>(due: readonly D[], amount: bigint): Allocated<D> {
  const instalments = due.map((one) => ({ ...one }))
  const taken = { fee: 0n, interest: 0n, principal: 0n }
  let rest = amount
  for (const [kind, paid] of kinds) {
    for (const one of instalments) {
      const part = smaller(rest, one[kind] - one[paid])
      one[paid] += part
      taken[kind] += part
      rest -= part
    }
  }
  const { fee: fees, interest, principal } = taken
  return { fees, interest, principal, instalments, rest }
}

/** What goes beyond what is due: of fees and interest added until then, and of the principal. */
export function repaidBy(owed: LoanBalance, amount: bigint): LoanBalance & { rest: bigint } {
  const fees = smaller(amount, owed.fees)
  const interest = smaller(amount - fees, owed.interest)
  const principal = smaller(amount - fees - interest, owed.principal)
  return { fees, interest, principal, rest: amount - fees - interest - principal }
}

/**
 * What an instalment is on its day: the interest that was added since the one before, which differs
 * from what was planned where others were paid late, and all principal with the last.
 */
export function fallingDue<I extends Instalment>(
  planned: I,
  owed: LoanBalance,
  earlier: readonly DueInstalment[],
  isLast: boolean,
): I {
  const open = (kind: 'principal' | 'interest', paid: 'paidPrincipal' | 'paidInterest') =>
    earlier.reduce((all, one) => all + one[kind] - one[paid], 0n)
  const left = owed.principal - open('principal', 'paidPrincipal')
  return {
    ...planned,
    interest: owed.interest - open('interest', 'paidInterest'),
    principal: isLast ? left : smaller(planned.principal, left),
  }
}
