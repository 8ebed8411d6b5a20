import { workflowIdOf } from '../../src/domain/processes.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { openTrade, until, type Trade } from '../shared/activations.ts'
import { floodOf, type Flood } from '../shared/flood.ts'
import { finding, short, type Bench, type Finding, type Goal, type Round } from '../shared/goal.ts'
import { call } from '../shared/invoices.ts'
import { headersOf } from '../shared/making.ts'
import { busyShare } from '../shared/machine.ts'
import { withPlatform, type Platform } from '../shared/platform.ts'
import { quietly, type Quietly } from '../shared/quiet.ts'

const goal = 'fair'
const beganMs = 300
const activatedAtMost = 120

/** What another tenant does beside the quiet one. */
interface Beside {
  what: string
  begin(platform: Platform, loud: Trade): Promise<Flood>
  /** How long an activation may take at most, where that is what is wanted. */
  activatedWithinMs?: number
}

const besides: readonly Beside[] = [
  {
    what: '400 invitations at once, again and again',
    begin: async ({ stage, api }, { caller, clientId }) => {
      // People of a client: of the tenant's own each would wait for a second person.
      const body = JSON.stringify({ email: 'f{n}@example.test', name: 'Freya Flood', clientId })
      const load = {
        url: `${api.url}/users`,
        method: 'POST',
        headers: headersOf(caller),
        body,
      } as const
      const flood = floodOf(load, 400)
      return {
        ...flood,
        stop: () => flood.stop().finally(() => forgotten(stage, caller.tenantId)),
      }
    },
  },
  {
    what: '600 searches at once, again and again',
    begin: async ({ api }, { caller, clientId }) => {
      const body = JSON.stringify({ filters: { clientId }, sort: ['createdAt'], limit: 50 })
      const headers = headersOf(caller)
      return floodOf({ url: `${api.url}/invoices/search`, method: 'POST', headers, body }, 600)
    },
  },
  {
    what: '3,000 invoices activated by one call',
    begin: async ({ stage, api }, loud) => {
      const ids = await loud.more(3_000)
      const sent = { ids, productCode: 'INVOICE_SERVICE' }
      await call(api.url, loud.caller, 'POST', '/invoices/actions/bulk-activate', sent)
      const left = async () => {
        const [row] = await stage.owner(
          `select count(*)::int as n from invoice
           where tenant_id = $1 and id = any($2) and main_status <> 'ACTIVATED'`,
          [loud.caller.tenantId, ids],
        )
        return Number(row?.['n'])
      }
      return {
        stop: async () => {
          const told = `${await left()} were left at the end`
          await until('all of them are ACTIVATED', async () => (await left()) === 0)
          return told
        },
      }
    },
  },
  {
    what: '5,000 rows of another kind and tenant that wait for the engine',
    activatedWithinMs: 2_000,
    begin: async ({ stage }, { caller: { tenantId } }) => {
      await waitingRows(stage, tenantId, 5_000)
      return { stop: () => forgotten(stage, tenantId) }
    },
  },
]

/** What of it still waits for the engine is wanted no more. */
async function forgotten(stage: Platform['stage'], tenantId: string): Promise<string> {
  const rows = await stage.owner(
    `update outbox set done_at = now() where tenant_id = $1 and done_at is null returning id`,
    [tenantId],
  )
  return `${rows.length} rows were left at the end`
}

export async function waitingRows(
  stage: Platform['stage'],
  tenantId: string,
  count: number,
): Promise<void> {
  const ids = Array.from({ length: count }, () => newId('Outbox'))
  const about = ids.map(() => newId('InternalRequest'))
  const workflowIds = about.map((id) => workflowIdOf('expireRequest', tenantId, id))
  await stage.owner(
    `insert into outbox (tenant_id, id, kind, workflow, workflow_id, input, attributes, by_caller,
       attempts, due_at)
     select $1, m.id, 'start', 'expireRequest', m.workflow_id,
       jsonb_build_object('tenantId', $5::text, 'entityId', m.about),
       jsonb_build_object('RxTenant', $5::text), true, 0, now() - interval '1 minute'
     from unnest($2::uuid[], $3::text[], $4::text[]) as m (id, workflow_id, about)`,
    [tenantId, ids, workflowIds, about, tenantId],
  )
}

async function measure(bench: Bench): Promise<Finding[]> {
  return withPlatform(bench, async (platform) => {
    const [quiet, loud] = [await openTrade(platform), await openTrade(platform)]
    const [readId] = await quiet.more(1)
    await loud.more(5_000)
    const forMs = bench.seconds * 2_000
    const some = async () =>
      quietly(platform, quiet, readId!, await quiet.more(activatedAtMost), forMs)
    await some()
    const found: Finding[] = []
    for (const beside of besides) {
      const rounds: Measured[] = []
      const told: string[] = []
      for (let round = 0; round < Math.ceil(bench.rounds / 3); round++) {
        const busy = await rested()
        const alone = await some()
        const flood = await beside.begin(platform, loud)
        await sleep(beganMs)
        const both = await some()
        told.push(await flood.stop())
        rounds.push({ alone, beside: both, busy, elsewhere: await besideElsewhere(flood, some) })
      }
      found.push(...findingsOf(beside, rounds, told.join('; ')))
    }
    return found
  })
}

async function besideElsewhere(
  flood: Flood,
  some: () => Promise<Quietly>,
): Promise<Quietly | undefined> {
  await rested()
  const other = await flood.elsewhere?.()
  if (other === undefined) return undefined
  await sleep(beganMs)
  try {
    return await some()
  } finally {
    await other.stop()
  }
}

const idleShare = 0.2
const restMs = 20_000

/** What a flood leaves for the engine would slow the next quiet time; who else is busy is told. */
async function rested(): Promise<number> {
  const late = performance.now() + restMs
  for (;;) {
    const busy = await busyShare()
    if (busy <= idleShare || performance.now() > late) return busy
    await sleep(lookAgainMs)
  }
}

const lookAgainMs = 500

/** Beside it, how busy the machine was just before, with nothing of ours going on. */
interface Measured {
  alone: Quietly
  beside: Quietly
  /** Where the same is sent to who does nothing. */
  elsewhere: Quietly | undefined
  busy: number
}

function findingsOf(of: Beside, rounds: readonly Measured[], told: string): Finding[] {
  const whose = ['reads', 'activations'] as const
  const which = ['p50Ms', 'p99Ms'] as const
  const all = whose.flatMap((kind) => which.map((share) => ({ kind, share })))
  return all.map(({ kind, share }) => {
    const pairs = rounds.map(({ alone, beside, busy }): Round => {
      const [ours, theirs] = [beside[kind][share], alone[kind][share]]
      return { ours, theirs, ratio: ours / theirs, busy }
    })
    const isBounded = kind === 'activations' && share === 'p99Ms'
    const within = isBounded ? of.activatedWithinMs : undefined
    const counts = rounds.map(
      ({ alone, beside, busy }) =>
        `${beside[kind].count} and ${alone[kind].count} (machine ${Math.round(busy * 100)} % busy)`,
    )
    const elsewhere = rounds.flatMap(({ alone, elsewhere }) =>
      elsewhere === undefined ? [] : elsewhere[kind][share] / alone[kind][share],
    )
    const machine =
      elsewhere.length === 0
        ? ''
        : `; beside the same sent elsewhere: ${elsewhere.map(short).join(', ')} × alone`
    return finding({
      goal,
      what: `${kind} of a quiet tenant beside ${of.what} : alone`,
      unit: share === 'p50Ms' ? 'ms (p50)' : 'ms (p99)',
      rounds: pairs,
      wanted: within === undefined ? { of: 'ratio', atMost: 2 } : { of: 'ours', atMost: within },
      note: `${counts.join(', ')} of them; ${told}${machine}`,
    })
  })
}

export const fair: Goal = {
  name: goal,
  what: 'a quiet tenant beside a loud one',
  isInShort: true,
  measure,
}
