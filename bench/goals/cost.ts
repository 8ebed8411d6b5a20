import { activated, activatedInBulk, openTrade } from '../shared/activations.ts'
import { bookedIn } from '../shared/booked.ts'
import { timesOf } from '../shared/closed-loop.ts'
import { finding, type Bench, type Cost, type Finding, type Goal } from '../shared/goal.ts'
import { invoice } from '../shared/invoices.ts'
import { familyMicros, processorMicros } from '../shared/machine.ts'
import { once, sameAs } from '../shared/making.ts'
import { transactions, type Statements } from '../shared/pgbench.ts'
import { withPlatform, type Platform } from '../shared/platform.ts'

const goal = 'cost'
const invoices = 1000
const callers = 16
/** Of Node for one request of the thinnest server (performance.md §3.4, `node-floor`). */
const nodeFloorMicros = 131
const floorBytes = 4500

async function measure(bench: Bench): Promise<Finding[]> {
  return withPlatform(bench, async (platform) => {
    const { stage, api, worker, relay } = platform
    const trade = await openTrade(platform)
    const { caller, clientId } = trade
    const making = invoice(api.url, caller, clientId)
    let made = 0
    const fresh = () => freshOf(platform, trade.caller.tenantId)
    const create = () => timesOf(invoices, callers, () => once(making, `COST${++made}`))
    const oneByOne = async () => activated(platform, trade, await fresh(), callers)
    const inBulk = async () => activatedInBulk(platform, trade, await fresh())
    // Until the code is warm, what is measured is the compiler.
    await create()
    await oneByOne()
    await stage.analyzed()
    const nodes = () => [api, worker, relay].reduce((sum, { pid }) => sum + processorMicros(pid), 0)
    const costOf = async (activate: () => Promise<unknown>): Promise<Cost> => {
      const [node, database] = [nodes(), familyMicros(stage.postgresPid)]
      await create()
      await activate()
      return {
        node: (nodes() - node) / invoices,
        postgres: (familyMicros(stage.postgresPid) - database) / invoices,
      }
    }
    const bytesBefore = await bytesOf(platform)
    const single = await costOf(oneByOne)
    const bytes = ((await bytesOf(platform)) - bytesBefore) / invoices
    const bulk = await costOf(inBulk)
    const floor = await floorOf(bench, platform)
    return foundOf({ single, bulk }, floor, bytes)
  })
}

const secondsOf = ({ node, postgres }: Cost) => ((node + postgres) * invoices) / 1e6

const foundOf = (
  costs: Record<'single' | 'bulk', Cost>,
  floor: number,
  bytes: number,
): Finding[] => [
  ...(['single', 'bulk'] as const).map((way) => {
    const seconds = secondsOf(costs[way])
    const how = way === 'single' ? `each by a call, ${callers} at once` : 'by one call'
    return finding({
      goal,
      what: `processor time of ${invoices} invoices created, and activated ${how} : of the database alone for their rows`,
      unit: 's',
      rounds: [{ ours: seconds, theirs: floor, ratio: seconds / floor }],
      wanted: { of: 'ours', atMost: 2 },
      cost: costs[way],
      note: `all processes but Temporal and its database; theirs with ${nodeFloorMicros} µs of Node a request`,
    })
  }),
  finding({
    goal,
    what: 'bytes on disk of an invoice created and activated',
    unit: 'bytes',
    rounds: [{ ours: bytes, theirs: floorBytes, ratio: bytes / floorBytes }],
    wanted: { of: 'ours', atMost: 10_000 },
    note: 'indexes included; theirs is the smallest schema of performance.md §3.1',
  }),
]

async function freshOf({ stage }: Platform, tenantId: string): Promise<string[]> {
  const rows = await stage.owner(
    `select id from invoice where tenant_id = $1 and main_status = 'CREATED' order by id`,
    [tenantId],
  )
  return rows.map(({ id }) => String(id))
}

async function bytesOf({ stage }: Platform): Promise<number> {
  const [row] = await stage.owner(
    `select sum(pg_total_relation_size(oid))::bigint as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  return Number(row?.['bytes'])
}

/** Seconds of the database's processes for so many of the same rows, in one trip each. */
async function floorOf(bench: Bench, platform: Platform): Promise<number> {
  const { stage, api } = platform
  const trade = await openTrade(platform)
  const { again } = await bookedIn(platform, trade, 20_000)
  const making = invoice(api.url, trade.caller, trade.clientId)
  const statements = await sameAs(stage, trade.caller, making)
  const url = stage.installed.runUrl
  await stage.analyzed()
  const each = async (of: Statements) => {
    const before = familyMicros(stage.postgresPid)
    const perSecond = await transactions(of, 8, bench.seconds)
    return (familyMicros(stage.postgresPid) - before) / (perSecond * bench.seconds)
  }
  const micros = (await each({ url, statements, oneTrip: true })) + (await each(again(1)))
  return ((micros + nodeFloorMicros) * invoices) / 1e6
}

export const cost: Goal = {
  name: goal,
  what: 'the cost of a thousand invoices',
  isInShort: true,
  measure,
}
