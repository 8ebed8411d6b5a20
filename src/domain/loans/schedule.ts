import type { BusinessDate } from '../dates.ts'
import { larger, sum } from '../money.ts'
import { interestOver, plusMonths, roundedFraction, shareOver, type Interest } from './day-count.ts'

/** What a loan is: paid out once and paid back by and by, at its end, or drawn again and again. */
export const loanTypes = ['INSTALMENT', 'BULLET', 'CREDIT_LINE'] as const
export type LoanType = (typeof loanTypes)[number]

/** How principal is paid back: by equal instalments, in equal parts, or at the end. */
export const amortizations = ['ANNUITY', 'STRAIGHT', 'BULLET'] as const
export type Amortization = (typeof amortizations)[number]

export interface Instalment {
  number: number
  dueDate: BusinessDate
  principal: bigint
  interest: bigint
  fee: bigint
}

/** A debt that is paid back from a day on, at these due dates. */
export interface Debt extends Interest {
  principal: bigint
  from: BusinessDate
  dueDates: readonly BusinessDate[]
  amortization: Amortization
  /** What each instalment costs besides. */
  fee: bigint
  /** Interest from before, which falls due with the first instalment. */
  carried?: bigint
  /** The number of the first instalment, if it is not 1. */
  first?: number
  /** What principal and interest of an instalment are at least. */
  minimum?: bigint
  /** What instalments stay at, where they end sooner instead of becoming smaller. */
  level?: bigint
}

/** The due dates of a loan: monthly after a day, on a day of the month where that is agreed. */
export function dueDatesOf(
  start: BusinessDate,
  months: number,
  instalmentDay: number | null,
): BusinessDate[] {
  const day = instalmentDay === null ? start : withDay(start, instalmentDay)
  return Array.from({ length: months }, (_, n) => plusMonths(day, n + 1))
}

const withDay = (day: BusinessDate, of: number): BusinessDate =>
  `${day.slice(0, 8)}${String(of).padStart(2, '0')}`

/** When which principal and interest is due; the last instalment takes what rounding has left. */
export function scheduleOf(debt: Debt): Instalment[] {
  const { dueDates, amortization, fee, carried = 0n, first = 1, minimum = 0n } = debt
  const level = amortization === 'ANNUITY' ? (debt.level ?? levelOf(debt)) : 0n
  const parts = BigInt(dueDates.length)
  const instalments: Instalment[] = []
  let [left, from] = [debt.principal, debt.from]
  for (const [n, dueDate] of dueDates.entries()) {
    const borne = interestOver(left, debt, from, dueDate)
    const isLast = n === dueDates.length - 1
    const wanted = {
      ANNUITY: () => level - borne,
      STRAIGHT: () => debt.level ?? roundedFraction(debt.principal, parts),
      BULLET: () => 0n,
    }[amortization]()
    const interest = borne + (n === 0 ? carried : 0n)
    const principal = isLast ? left : within(larger(wanted, minimum - interest), left)
    instalments.push({ number: first + n, dueDate, principal, interest, fee })
    left -= principal
    from = dueDate
    if (left === 0n && (debt.level !== undefined || minimum > 0n)) break
  }
  return instalments
}

const within = (wanted: bigint, left: bigint) => (wanted < 0n ? 0n : wanted > left ? left : wanted)

/** Growth is calculated to so many places. */
const one = 10n ** 24n

/** The instalment by which a debt is paid off at its last due date, rounded to a minor unit. */
export function levelOf({ principal, from, dueDates, ...interest }: Debt): bigint {
  if (dueDates.length === 0) return principal
  const days = [from, ...dueDates]
  let [growth, all] = [one, 0n]
  for (let n = dueDates.length; n > 0; n--) {
    all += growth
    const { above, below } = shareOver(interest, days[n - 1]!, days[n]!)
    growth += roundedFraction(growth * above, below)
  }
  return roundedFraction(principal * growth, all)
}

export const totalOf = (instalments: readonly Instalment[]) => ({
  principal: sum(instalments.map(({ principal }) => principal)),
  interest: sum(instalments.map(({ interest }) => interest)),
  fee: sum(instalments.map(({ fee }) => fee)),
})
