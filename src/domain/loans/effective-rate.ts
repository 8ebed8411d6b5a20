import { daysBetween, type BusinessDate } from '../dates.ts'
import { plusMonths } from './day-count.ts'
import type { Instalment } from './schedule.ts'

/**
 * What a loan costs a year with all its fees, in per cent with two places: the rate at which what
 * was paid out is worth what is paid back. No amount is made of it, and a root has no exact value.
 */
export function effectiveRate(
  paidOut: bigint,
  from: BusinessDate,
  instalments: readonly Instalment[],
): string | null {
  const flows = instalments.map(({ dueDate, principal, interest, fee }) => ({
    years: yearsBetween(from, dueDate),
    amount: Number(principal + interest + fee),
  }))
  const out = Number(paidOut)
  const worth = (rate: number) =>
    flows.reduce((all, { amount, years }) => all + amount / (1 + rate) ** years, -out)
  if (out <= 0 || worth(highest) > 0) return null
  let [low, high] = [-0.99, highest]
  for (let n = 0; n < 50; n++) {
    const middle = (low + high) / 2
    if (worth(middle) > 0) low = middle
    else high = middle
  }
  const hundredths = Math.round(high * 10_000)
  return (hundredths / 100).toFixed(2)
}

const highest = 1000

/** Whole months are twelfths, days beyond them parts of 365, as directive 2008/48/EC has it. */
function yearsBetween(from: BusinessDate, to: BusinessDate): number {
  const [begun, ended] = [monthOf(from), monthOf(to)]
  const months = plusMonths(from, ended - begun) <= to ? ended - begun : ended - begun - 1
  return months / 12 + daysBetween(plusMonths(from, months), to) / 365
}

function monthOf(day: BusinessDate): number {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return year * 12 + month
}
