import { effectiveRate } from '../../src/domain/loans/effective-rate.ts'
import { amortizations, dueDatesOf, scheduleOf } from '../../src/domain/loans/schedule.ts'
import { median } from '../shared/goal.ts'

// How long the plan of a loan takes, with 360 instalments: at most 5 ms; and its effective rate.
//
//     node bench/costs/loan-schedule.ts [instalments] [rounds]

const [months = 360, rounds = 50] = process.argv.slice(2).map(Number)
const wantedMs = 5
const from = '2026-01-31'

function timed(work: () => unknown): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

const planned = (amortization: (typeof amortizations)[number]) =>
  scheduleOf({
    principal: 1_000_000_000n,
    from,
    rate: '4.75',
    dayCount: 'ACT_365',
    amortization,
    fee: 2_500n,
    dueDates: dueDatesOf(from, months, null),
  })

let isGood = true
for (const amortization of amortizations) {
  const plans = median(Array.from({ length: rounds }, () => timed(() => planned(amortization))))
  const instalments = planned(amortization)
  const rates = median(
    Array.from({ length: rounds }, () =>
      timed(() => effectiveRate(999_000_000n, from, instalments)),
    ),
  )
  isGood &&= plans <= wantedMs
  process.stdout.write(
    `${amortization}: ${plans.toFixed(2)} ms a plan of ${months}, ` +
      `${rates.toFixed(2)} ms its effective rate (wanted ${wantedMs} ms a plan)\n`,
  )
}
if (!isGood) process.exitCode = 1
