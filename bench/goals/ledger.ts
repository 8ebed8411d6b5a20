import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { runOnboarding } from '../../src/activities/clients/onboarding/run-onboarding.ts'
import { finding, paired, type Bench, type Finding, type Goal } from '../shared/goal.ts'
import { clientOf } from '../shared/invoices.ts'
import { setTenant } from '../shared/making.ts'
import { statementLoop, transactions } from '../shared/pgbench.ts'
import { root } from '../shared/programs.ts'
import { statementsFor } from '../shared/replay.ts'
import type { Stage } from '../shared/stage.ts'
import type { Asked } from '../subjects/ledger.ts'
import { writtenBy, type Written } from '../shared/written.ts'

const goal = 'ledger'
const atOnce = 8
const inBatch = 50
/** Entries a second of Formance Ledger on this machine (performance.md §3.5), and how far beyond. */
const formance = { single: 1980, batch: 2080 }

interface Owner {
  tenantId: string
  clientId: string
}

interface Booker {
  perSecond(asked: Asked): Promise<number>
  stop(): void
}

async function measure(bench: Bench): Promise<Finding[]> {
  const stage = await bench.stage()
  const api = await stage.api()
  const [ours, theirs]: [Owner[], Owner[]] = [[], []]
  try {
    for (let at = 0; at < atOnce; at++) {
      ours.push(await ownerIn(stage, api.url))
      theirs.push(await ownerIn(stage, api.url))
    }
  } finally {
    await api.stop()
  }
  const written = await writtenIn(stage, theirs)
  const booker = await bookerFor(stage, ours)
  try {
    await booker.perSecond({ seconds: bench.seconds, atOnce, together: 1 })
    await stage.analyzed()
    const single = await against(bench, stage, booker, written, 1)
    return [single, await against(bench, stage, booker, written, inBatch)]
  } finally {
    booker.stop()
  }
}

/** One booking of each, after another that found what no later one has to make. */
async function writtenIn(stage: Stage, owners: readonly Owner[]) {
  const found: { tenantId: string; written: Written[] }[] = []
  for (const { tenantId, ...owner } of owners) {
    const booker = await bookerFor(stage, [{ tenantId, ...owner }])
    const one = () => booker.perSecond({ seconds: 0.001, atOnce: 1, together: 1 })
    try {
      await one()
      found.push({ tenantId, written: await writtenBy(stage, tenantId, one) })
    } finally {
      booker.stop()
    }
  }
  return found
}

async function against(
  { rounds: count, seconds }: Bench,
  stage: Stage,
  booker: Booker,
  all: Awaited<ReturnType<typeof writtenIn>>,
  together: number,
): Promise<Finding> {
  const [statements = [], ...others] = all.map(({ tenantId, written }) => [
    'begin',
    setTenant(tenantId),
    ...statementsFor(written, {
      words: [String(written.find(isEvent)?.row['source_id'])],
      ...(together > 1 && { times: together }),
    }),
    'commit',
  ])
  const entries = all[0]!.written.filter(({ table }) => table === 'voucher_posting').length
  const theirs = { url: stage.installed.runUrl, statements, others, oneTrip: true }
  const rounds = await paired(
    count,
    async () => entries * (await booker.perSecond({ seconds, atOnce, together })),
    async () => entries * together * (await transactions(theirs, atOnce, seconds)),
  )
  const peer = together === 1 ? formance.single : formance.batch
  const times = rounds.map(({ ours }) => (ours / peer).toFixed(1)).join(', ')
  return finding({
    goal,
    what: `ledger entries, ${together} booking(s) of ${entries} a transaction : the same rows by ${statementLoop}`,
    unit: 'entries/s',
    rounds,
    wanted: { of: 'ratio', atLeast: together === 1 ? 0.62 : 0.75 },
    note: `${atOnce} at once, a tenant each; ${times} × Formance as measured before (${peer}/s)`,
  })
}

const isEvent = ({ table }: Written) => table === 'financial_event'

async function ownerIn(stage: Stage, url: string): Promise<Owner> {
  const caller = await stage.tenant()
  const clientId = await clientOf(stage, url, caller)
  const { tenantId } = caller
  const { runtime } = stage
  await runOnboarding({ runtime, tenantId, entityId: clientId, now: new Date() })
  return { tenantId, clientId }
}

async function bookerFor(stage: Stage, owners: readonly Owner[]): Promise<Booker> {
  const child = fork(join(root, 'bench/subjects/ledger.ts'), {
    env: {
      ...process.env,
      BENCH_URL: stage.installed.runUrl,
      BENCH_MASTER_KEY: stage.masterKey,
      BENCH_POOL: String(stage.pool),
      BENCH_OWNERS: JSON.stringify(owners),
    },
  })
  await once(child, 'message')
  return {
    async perSecond(asked) {
      child.send(asked)
      const [said] = (await once(child, 'message')) as [{ perSecond?: number; error?: string }]
      if (said.perSecond === undefined) throw new Error(said.error)
      return said.perSecond
    },
    stop: () => child.kill(),
  }
}

export const ledger: Goal = { name: goal, what: 'booking', isInShort: true, measure }
