import { Agent, request } from 'node:http'
import { bookPayments } from '../../src/activities/payments/book-payments.ts'
import { statementsAs } from '../shared/activations.ts'
import { timesOf } from '../shared/closed-loop.ts'
import { finding, paired, type Bench, type Finding, type Goal } from '../shared/goal.ts'
import { amount, bookedAgain, matched, openTill, owed, type Till } from '../shared/paid.ts'
import { statementLoop, transactions } from '../shared/pgbench.ts'

const goal = 'payments'
const inBatch = 50

async function measure(bench: Bench): Promise<Finding[]> {
  const stage = await bench.stage()
  const till = await openTill(stage)
  return [await measureBooking(bench, till)]
}

async function measureBooking(bench: Bench, till: Till): Promise<Finding> {
  const { rounds: count, seconds } = bench
  const { counts, again } = await bookedAgain(await openTill(till.stage), 20_000)
  const many = 1000
  await booked(till, await matched(till, 200))
  await till.stage.analyzed()
  const rounds = await paired(
    count,
    async () => booked(till, await matched(till, many)),
    async () => inBatch * (await transactions(again(inBatch), 1, seconds)),
  )
  return finding({
    goal,
    what: `payments booked, ${inBatch} a transaction : the same rows by ${statementLoop} in one trip`,
    unit: '/s',
    rounds,
    wanted: { of: 'ratio', atLeast: 0.4 },
    note: `both one after the other; a payment leaves ${counts}`,
  })
}

async function booked({ work }: Till, ids: readonly string[]): Promise<number> {
  const began = performance.now()
  for (let at = 0; at < ids.length; at += inBatch) {
    const some = ids.slice(at, at + inBatch)
    const { refused } = await work((unit) => bookPayments.many(unit, some, {}))
    for (const refusal of refused.values()) throw refusal
  }
  return ids.length / ((performance.now() - began) / 1000)
}

export const payments: Goal = { name: goal, what: 'booking payments', isInShort: true, measure }
