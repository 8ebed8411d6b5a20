import { pain001 } from '../../src/ports/banks/pain001.ts'
import { orderOf, paymentOf } from '../../test/payouts/pain001-orders.ts'
import { finding, median, paired, short } from '../shared/goal.ts'
import type { Bench, Finding, Goal } from '../shared/goal.ts'
import { measured, type Measured } from '../shared/ground.ts'
import { familyMicros } from '../shared/machine.ts'
import { due, generated, generatedAgain, openPayer } from '../shared/payable.ts'
import { statementLoop, transactions } from '../shared/pgbench.ts'

const goal = 'payouts'
const inBatch = 10_000
/** As many as their task gathers in one transaction. */
const atOnce = 200
const inFile = 100_000

async function measure(bench: Bench): Promise<Finding[]> {
  return [await measureGeneration(bench), await measureFile(bench)]
}

async function measureGeneration({ rounds: count, seconds, stage: open }: Bench): Promise<Finding> {
  const stage = await open()
  const { again, counts } = await generatedAgain(await openPayer(stage), 4_000, atOnce)
  const payer = await openPayer(stage)
  await generated(payer, (await due(payer, inBatch)).accounts, atOnce)
  const costs: Measured[] = []
  const theirCosts: number[] = []
  const rounds = await paired(
    count,
    async () => {
      const { accounts } = await due(payer, inBatch)
      const cost = await measured(stage, inBatch, () => generated(payer, accounts, atOnce))
      costs.push(cost)
      return cost.perSecond
    },
    async () => {
      const before = familyMicros(stage.postgresPid)
      const rate = atOnce * (await transactions(again, 1, seconds))
      theirCosts.push((familyMicros(stage.postgresPid) - before) / (rate * seconds))
      return rate
    },
  )
  const of = (field: keyof Measured) => median(costs.map((cost) => cost[field]))
  return finding({
    goal,
    what: `${inBatch} payouts generated, ${atOnce} a transaction : the same rows by ${statementLoop} in one trip`,
    unit: '/s',
    rounds,
    wanted: { of: 'ratio', atLeast: 0.4 },
    cost: { node: of('node'), postgres: of('database') },
    note: `${short(median(theirCosts))} µs of PostgreSQL theirs; ${atOnce} leave ${counts}`,
  })
}

/** In pieces as they are written to a file, each forgotten; the other side has all of it already. */
async function measureFile({ rounds: count }: Bench): Promise<Finding> {
  const payments = Array.from({ length: inFile }, (_, n) => paymentOf(`PO${n}`))
  const order = orderOf({ payments })
  const whole = [...pain001(order, 'PAIN001_09')].join('')
  const growths: number[] = []
  const timed = (work: () => void) => {
    const began = performance.now()
    work()
    return (performance.now() - began) / 1000
  }
  const rounds = await paired(
    count,
    async () => {
      const before = process.memoryUsage().rss
      let [most, parts] = [before, 0]
      const seconds = timed(() => {
        for (const part of pain001(order, 'PAIN001_09')) {
          Buffer.from(part)
          if (parts++ % 1000 === 0) most = Math.max(most, process.memoryUsage().rss)
        }
      })
      growths.push((Math.max(most, process.memoryUsage().rss) - before) / 2 ** 20)
      return seconds
    },
    async () => timed(() => void Buffer.from(whole)),
  )
  const [ours, theirs] = [rounds.map((one) => one.ours), rounds.map((one) => one.theirs ?? 0)]
  return finding({
    goal,
    what: `MiB by which a process grows over a pain.001 of ${inFile} payments, in pieces`,
    unit: 'MiB',
    rounds: growths.map((grown, at) => ({ ours: grown, busy: rounds[at]!.busy! })),
    wanted: { of: 'ours', atMost: 32 },
    note: `${short(median(ours))} s for ${short(whole.length / 2 ** 20)} MiB; the same text copied from memory in ${short(median(theirs))} s`,
  })
}

export const payouts: Goal = { name: goal, what: 'generating payouts, and their file', measure }
