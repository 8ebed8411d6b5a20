import { finding, paired, type Bench, type Finding, type Goal, type Round } from '../shared/goal.ts'
import { openHooks, type Drained, type Hooks } from '../shared/webhooks.ts'

const goal = 'webhooks'
const whole = { count: 10_000, burst: 1_000 }
const short = { count: 3_000, burst: 300 }
const idleEvents = 40
/** Of the raw queue that Convoy does with one target and with ten (performance.md G8). */
const convoyShare = { one: 1 / 83, ten: 1 / 32 }

async function measure(bench: Bench): Promise<Finding[]> {
  const hooks = await openHooks(bench)
  try {
    const main = [...(await drains(bench, hooks)), ...(await bursts(bench, hooks))]
    if (bench.short) return main
    return [...main, await idle(bench, hooks), await oneDead(bench, hooks)]
  } finally {
    await hooks.close()
  }
}

async function drains(bench: Bench, hooks: Hooks): Promise<Finding[]> {
  const { rounds } = bench
  const { count } = bench.short ? short : whole
  const own: Drained[] = []
  const theirs: Drained[] = []
  const found: Finding[] = []
  for (const targets of [1, 10]) {
    await hooks.drained(targets, count / 4)
    const of = async (where: Drained[], draining: Promise<Drained>) => {
      const done = await draining
      where.push(done)
      return done.perSecond
    }
    found.push(
      finding({
        goal,
        what: `stored deliveries drained to ${targets} of a tenant's targets : the raw durable queue, both over TLS`,
        unit: '/s',
        rounds: await paired(
          rounds,
          () => of(own, hooks.drained(targets, count)),
          () => of(theirs, hooks.queue(count)),
        ),
        wanted: { of: 'ratio', atLeast: 0.67 },
      }),
    )
  }
  return [...found, ...(await costsOf(hooks, own, theirs))]
}

async function costsOf(hooks: Hooks, own: Drained[], theirs: Drained[]): Promise<Finding[]> {
  const both = (read: (of: Drained) => number): Round[] =>
    own.map((each, at) => {
      const [a, b] = [read(each), read(theirs[at]!)]
      return { ours: a, theirs: b, ratio: a / b }
    })
  return [
    finding({
      goal,
      what: 'processor time of the relay a delivery : of the raw queue',
      unit: 'µs',
      rounds: both(({ micros }) => micros),
    }),
    finding({
      goal,
      what: 'processor time of the database a delivery : of the raw queue',
      unit: 'µs',
      rounds: both(({ databaseMicros }) => databaseMicros),
    }),
    finding({
      goal,
      what: 'bytes on disk a delivery, its attempts and indexes included : of the raw queue',
      unit: 'bytes',
      rounds: both(({ bytes }) => bytes),
    }),
    finding({
      goal,
      what: 'changes of logs that left every index as it was',
      unit: 'share',
      rounds: [{ ours: await hooks.inPlace() }],
      wanted: { of: 'ours', atLeast: 0.99 },
    }),
  ]
}

async function bursts(bench: Bench, hooks: Hooks): Promise<Finding[]> {
  const { rounds } = bench
  const { count, burst } = bench.short ? short : whole
  const found: Finding[] = []
  for (const [targets, share, times] of [
    [1, convoyShare.one, 10],
    [10, convoyShare.ten, 13],
  ] as const) {
    const events = burst / (targets === 1 ? 1 : 5)
    await hooks.burst(targets, events / 4)
    found.push(
      finding({
        goal,
        what: `deliveries of a burst through the interface, ${targets} of each event, until the last arrived : raw queue`,
        unit: '/s',
        rounds: await paired(
          rounds,
          () => hooks.burst(targets, events),
          async () => (await hooks.queue(count)).perSecond,
        ),
        wanted: { of: 'ratio', atLeast: Number((times * share).toPrecision(2)) },
        note: `${times} × Convoy, by what it does of the raw queue`,
      }),
    )
  }
  return found
}

async function idle({ rounds }: Bench, hooks: Hooks): Promise<Finding> {
  const each: Round[] = []
  for (let round = 0; round < rounds; round++) each.push({ ours: await hooks.idle(idleEvents) })
  return finding({
    goal,
    what: 'from the call of the interface to the arrival at the target, idle',
    unit: 'ms (p50)',
    rounds: each,
    wanted: { of: 'ours', atMost: 10 },
    note: 'a hundredth of Convoy',
  })
}

async function oneDead({ rounds }: Bench, hooks: Hooks): Promise<Finding> {
  return finding({
    goal,
    what: 'stored deliveries to nine targets beside one that never answers : to the nine alone',
    unit: '/s',
    rounds: await paired(
      rounds,
      async () => (await hooks.drained(9, whole.count, { besideDead: true })).perSecond,
      async () => (await hooks.drained(9, whole.count)).perSecond,
    ),
    wanted: { of: 'ratio', atLeast: 0.95 },
  })
}

export const webhooks: Goal = {
  name: goal,
  what: 'deliveries of webhooks',
  isInShort: true,
  measure,
}
