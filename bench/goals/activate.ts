import { storeInvoiceFile } from '../../src/activities/invoices/documents/produce-document.ts'
import { keptFrozen } from '../../test/support/frozen.ts'
import { activated, activatedInBulk, openTrade, type Trade } from '../shared/activations.ts'
import { bareRuns, bareWorker } from '../shared/bare.ts'
import { bookedIn } from '../shared/booked.ts'
import type { Timed } from '../shared/closed-loop.ts'
import { alone, finding, paired, type Bench, type Finding, type Goal } from '../shared/goal.ts'
import { statementLoop, transactions } from '../shared/pgbench.ts'
import { withPlatform, type Platform } from '../shared/platform.ts'
import { historyOf } from './history.ts'

const goal = 'activate'
const together = 64
const inBatch = 50

/** How many activations a second of the time is worth a round: enough to count, soon over. */
const expected = { alone: 25, bareTogether: 60, together: 150, bulk: 300 }

async function measure(bench: Bench): Promise<Finding[]> {
  return withPlatform(bench, async (platform) => {
    const bare = await bareWorker(platform)
    try {
      const trade = await openTrade(platform)
      const { localActivities } = await historyOf(platform, trade)
      await bareRuns(platform, localActivities, 50, 8)
      await activated(platform, trade, await trade.more(200), 8)
      await platform.stage.analyzed()
      return [
        ...(await measureAlone(bench, platform, trade, localActivities)),
        ...(await measureTogether(bench, platform, trade, localActivities)),
        ...(bench.short ? [] : await measureDocuments(bench, platform)),
      ]
    } finally {
      await bare.stop()
    }
  })
}

async function measureAlone(
  bench: Bench,
  platform: Platform,
  trade: Trade,
  activities: number,
): Promise<Finding[]> {
  const count = Math.ceil(bench.seconds * expected.alone)
  const [own, bare]: [Timed[], Timed[]] = [[], []]
  const rounds = await paired(
    bench.rounds,
    () => noted(own, async () => activated(platform, trade, await trade.more(count), 1)),
    () => noted(bare, () => bareRuns(platform, activities, count, 1)),
  )
  const note = `${activities} local activities on both sides, no document`
  const times = own.map(({ p50Ms }, at) => {
    const theirs = bare[at]!.p50Ms
    return { ours: p50Ms, theirs, ratio: p50Ms / theirs }
  })
  const what = 'one activation after the other until ACTIVATED : the bare workflow'
  return [
    finding({ goal, what, unit: '/s', rounds, wanted: { of: 'ratio', atLeast: 0.8 }, note }),
    finding({
      goal,
      what: `${what}, the time of each`,
      unit: 'ms (p50)',
      rounds: times,
      wanted: { of: 'ratio', atMost: 1.6 },
      note,
    }),
  ]
}

async function measureTogether(
  bench: Bench,
  platform: Platform,
  trade: Trade,
  activities: number,
): Promise<Finding[]> {
  const { seconds, rounds } = bench
  const [own, bare]: [Timed[], Timed[]] = [[], []]
  const count = Math.max(together * 2, Math.ceil(seconds * expected.together))
  const bareCount = Math.max(together * 2, Math.ceil(seconds * expected.bareTogether))
  const pairs = await paired(
    rounds,
    () => noted(own, async () => activated(platform, trade, await trade.more(count), together)),
    () => noted(bare, () => bareRuns(platform, activities, bareCount, together)),
  )
  const bulk = Math.min(1000, Math.max(200, Math.ceil(seconds * expected.bulk)))
  const { again } = await bookedIn(platform, await openTrade(platform), 20_000)
  await platform.stage.analyzed()
  const ofBulk = await paired(
    rounds,
    async () => activatedInBulk(platform, trade, await trade.more(bulk)),
    async () => inBatch * (await transactions(again(inBatch), 8, seconds)),
  )
  const bareRate = pairs.map(({ theirs = NaN }) => theirs)
  const ownP99 = own.map(({ p99Ms }) => Math.round(p99Ms)).join(', ')
  return [
    finding({
      goal,
      what: `${together} activations at once, each by a call : the bare workflow, as many at once`,
      unit: '/s',
      rounds: pairs,
      wanted: { of: 'ratio', atLeast: 10 },
      note: `p99 of ours ${ownP99} ms`,
    }),
    finding({
      goal,
      what: `bulk-activate of ${bulk} : the bare workflow, ${together} at once`,
      unit: '/s',
      rounds: ofBulk.map(({ ours }, at) => {
        const theirs = bareRate[at]!
        return { ours, theirs, ratio: ours / theirs }
      }),
      wanted: { of: 'ratio', atLeast: 25 },
    }),
    finding({
      goal,
      what: `bulk-activate of ${bulk} : the same rows by ${statementLoop}, ${inBatch} a transaction`,
      unit: '/s',
      rounds: ofBulk,
      wanted: { of: 'ratio', atLeast: 0.4 },
      note: 'theirs on 8 connections, one tenant',
    }),
  ]
}

/** The step that the others leave out: the PDF made and stored, one after the other. */
async function measureDocuments(bench: Bench, platform: Platform): Promise<Finding[]> {
  const { stage } = platform
  const trade = await openTrade(platform, 'AT_ACTIVATION')
  const count = Math.ceil(bench.seconds * expected.alone)
  const whole = await activated(platform, trade, await trade.more(count), 1)
  const frozen = await keptFrozen(stage, 'invoice_activation', 'k.tenant_id = $1 limit 1', [
    trade.caller.tenantId,
  ])
  const make = () => storeInvoiceFile(stage.runtime, frozen)
  for (let at = 0; at < 20; at++) await make()
  const rounds = await alone(bench.rounds, async () => {
    const until = performance.now() + bench.seconds * 1000
    let made = 0
    for (; performance.now() < until; made++) await make()
    return made / bench.seconds
  })
  const p50 = Math.round(whole.p50Ms)
  return [
    finding({
      goal,
      what: 'documents of three rows made and stored, one after the other',
      unit: '/s',
      rounds,
      note: `${rounds.map(({ ours }) => (1000 / ours).toFixed(1)).join(', ')} ms each; an activation with its document: p50 ${p50} ms`,
    }),
  ]
}

async function noted(into: Timed[], work: () => Promise<Timed>): Promise<number> {
  const timed = await work()
  into.push(timed)
  return timed.perSecond
}

export const activate: Goal = {
  name: goal,
  what: 'activating invoices',
  isInShort: true,
  measure,
}
