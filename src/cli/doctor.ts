import { existsSync, statfsSync, statSync } from 'node:fs'
import type pg from 'pg'
import type { Environment } from '../environment.ts'
import { knownKeys } from '../install/key-ring.ts'
import { installedAt } from '../install/logins.ts'
import { isInstalled, refuseOtherKey } from '../install/same-key.ts'
import { schemaFaults } from '../install/schema-faults.ts'
import { withClient } from '../ports/database/connect.ts'
import type { Keys } from '../ports/keys/keys.ts'
import { engineClient } from '../run/engine-client.ts'
import { keyFilesIn, readKeys } from '../run/master-key.ts'
import { onOwnDatabase, refuseAbsent } from './own-database.ts'

/** What was looked at, and where it is not as it should be, why and what to do. */
interface Looked {
  what: string
  fault?: string
  remedy?: string
}

/** Looks at an installation as it is, and changes nothing of it. */
export async function doctorCommand({ json }: { json: boolean }): Promise<void> {
  const found = await onOwnDatabase(async ({ environment, ownerUrl, say }) => {
    if (!(await isInstalled(ownerUrl))) return [...aroundIt(environment), notInstalled]
    const keys = await readKeys(environment, ownerUrl, say)
    return [
      ...aroundIt(environment),
      ...(await withClient(ownerUrl, (client) => inDatabase(client, keys))),
      ...(await atWork(environment, ownerUrl, keys)),
      await engine(environment, keys),
    ]
  }, refuseAbsent)
  const isWell = found.every(({ fault }) => fault === undefined)
  const text = json ? JSON.stringify({ isWell, looked: found }) : found.map(lineOf).join('\n')
  process.stdout.write(`${text}\n`)
  process.exitCode = isWell ? 0 : 1
}

const notInstalled: Looked = {
  what: 'the schema',
  fault: 'there is none in this database',
  remedy: 'npx receivables migrate, or npm start.',
}

function lineOf({ what, fault, remedy }: Looked): string {
  return fault === undefined ? `  well  ${what}` : `  ILL   ${what}: ${fault}\n        ${remedy}`
}

const leastFree = 1024 ** 3

function aroundIt(environment: Environment): Looked[] {
  const folder = environment.RECEIVABLES_DATA_DIR
  if (!existsSync(folder)) return []
  const { bavail, bsize } = statfsSync(folder)
  const open = keyFilesIn(folder).filter((key) => (statSync(key).mode & 0o077) !== 0)
  return [
    looked('the disk of the data folder', bavail * bsize < leastFree, {
      fault: `${Math.round((bavail * bsize) / 1024 ** 2)} MiB are free`,
      remedy: 'Free some space: a database without any stops.',
    }),
    looked('the master key', open.length > 0, {
      fault: `others may read ${open.join(', ')}`,
      remedy: `chmod 600 ${open.join(' ')}, and keep a copy of it elsewhere.`,
    }),
  ]
}

const looked = (what: string, isIll: boolean, said: Omit<Looked, 'what'>): Looked =>
  isIll ? { what, ...said } : { what }

const clockMost = 1_000

async function inDatabase(client: pg.Client, keys: Keys): Promise<Looked[]> {
  const { missing, unknown } = await schemaFaults((text) => client.query(text))
  const other = await refuseOtherKey(client, keys).then(
    () => undefined,
    (error: unknown) => String(error),
  )
  const unfinished = (await knownKeys(client))
    .filter((one) => !one.isCurrent && one.sealedUntil === null && one.removedAt === null)
    .map(({ id }) => id)
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const apartMs = Math.abs(Date.now() - (rows[0]?.now.getTime() ?? 0))
  return [
    looked('the schema', missing.length + unknown.length > 0, {
      fault: [
        ...(missing.length > 0 ? [`${missing.length} migrations wait`] : []),
        ...(unknown.length > 0 ? ['a later version brought it up'] : []),
      ].join('; '),
      remedy: 'npx receivables migrate, or start the later version.',
    }),
    looked('the key of the database', other !== undefined, {
      fault: other ?? '',
      remedy: 'Give the key that the database was begun with.',
    }),
    looked('the change of the key', unfinished.length > 0, {
      fault: `something may still be sealed by ${unfinished.join(', ')}`,
      remedy: 'npx receivables key rotate goes on with it.',
    }),
    looked('the clocks', apartMs > clockMost, {
      fault: `this machine and the database are ${(apartMs / 1000).toFixed(1)} s apart`,
      remedy: 'Keep both by NTP.',
    }),
  ]
}

interface Row {
  workers: number
  relays: number
  refused: number
  seconds: number
}

const standing = `
select count(*) filter (where part = 'worker')::int as workers,
  count(*) filter (where part = 'relay')::int as relays,
  (select count(*)::int from outbox where dead_at is not null) as refused,
  (select coalesce(extract(epoch from now() - min(uuid_extract_timestamp(id))), 0)::float
   from outbox where done_at is null and dead_at is null) as seconds
from part_seen where seen_at > now() - interval '10 s'`

const waitMost = 60

/** Only the relay's login sees what waits of all tenants. */
async function atWork(environment: Environment, ownerUrl: string, keys: Keys): Promise<Looked[]> {
  const { relayUrl } = installedAt(ownerUrl, environment.RECEIVABLES_DATABASE_ROLES, keys)
  const [row] = await withClient(relayUrl, async (client) => {
    const { rows } = await client.query<Row>(standing)
    return rows
  })
  const { workers = 0, relays = 0, refused = 0, seconds = 0 } = row ?? {}
  const begin = 'Start one: npm start, or npm start -- --role'
  return [
    looked('a worker', workers === 0, {
      fault: 'none was seen for 10 s',
      remedy: `${begin} worker`,
    }),
    looked('a relay', relays === 0, { fault: 'none was seen for 10 s', remedy: `${begin} relay` }),
    looked('what waits for Temporal', seconds > waitMost, {
      fault: `the oldest message waits for ${Math.round(seconds)} s`,
      remedy: 'See whether a relay runs and Temporal answers.',
    }),
    looked('what Temporal refused', refused > 0, {
      fault: `${refused} messages are sent no more`,
      remedy: 'Each has left an errand (GET /errands/system) that says why.',
    }),
  ]
}

const answerMs = 3_000

async function engine(environment: Environment, keys: Keys): Promise<Looked> {
  const what = 'Temporal'
  const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace } = environment
  if (address === undefined) {
    return { what, fault: 'it does not run', remedy: 'npm start runs it beside the platform.' }
  }
  const client = engineClient({ address, namespace }, keys)
  try {
    const { connection, client: to } = await client.connected()
    await connection.withDeadline(Date.now() + answerMs, () =>
      to.workflowService.describeNamespace({ namespace }),
    )
    return { what }
  } catch (error) {
    const fault = error instanceof Error ? error.message.split('\n')[0]! : String(error)
    return { what, fault, remedy: `See what runs at ${address}, and its namespace ${namespace}.` }
  } finally {
    await client.stop()
  }
}
