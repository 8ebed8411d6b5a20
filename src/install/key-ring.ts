import type pg from 'pg'
import type { KeyRing } from '../ports/keys/key-ring.ts'
import type { RoleNames } from './logins.ts'

/*
 * Which master keys the database knows, which of them is the current one, and which process has
 * which: of the installation, of no tenant. Made by the start, and nothing in it is a key.
 */

/** `sealed_until`: from when on nobody sealed anything by it any more. */
const tables = [
  `create table if not exists master_key (
     id text primary key, current_from timestamptz not null default now(),
     sealed_until timestamptz, removed_at timestamptz
   )`,
  `create unlogged table if not exists key_seen (
     process text primary key, what text not null, known text[] not null, current text not null,
     seen_at timestamptz not null
   )`,
  'alter table installation add column if not exists kept text',
]

export async function ensureKeyRing(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ made: boolean }>(
    `select to_regclass('public.key_seen') is not null as made`,
  )
  if (rows[0]?.made !== true) await client.query(['begin', ...tables, 'commit'].join(';\n'))
}

export const grantsOnKeyRing = ({ run, relay }: RoleNames): string[] => [
  `grant select on master_key, installation to ${run}, ${relay}`,
  `grant update (sealed_until) on master_key to ${relay}`,
  `grant select, insert, update, delete on key_seen to ${run}`,
  `grant select on key_seen to ${relay}`,
]

export interface Current {
  id: string
  /** What outlives the master key that it came from, sealed by this one. */
  kept: string | null
}

type Query = Pick<pg.Client | pg.Pool, 'query'>

/** Which key is the current one; undefined where the database does not know it yet. */
export async function currentKey(client: Query): Promise<Current | undefined> {
  const { rows: known } = await client.query<{ known: boolean }>(
    `select to_regclass('public.installation') is not null as known`,
  )
  if (known[0]?.known !== true) return undefined
  const { rows } = await client.query<Current>(
    `select key_id as id, to_jsonb(i) ->> 'kept' as kept from installation i`,
  )
  return rows[0]
}

export interface KnownKey {
  id: string
  isCurrent: boolean
  from: Date | null
  sealedUntil: Date | null
  removedAt: Date | null
}

/** Every key that the database ever had, the current one first. */
export async function knownKeys(client: Query): Promise<KnownKey[]> {
  const current = await currentKey(client)
  if (current === undefined) return []
  const { rows: made } = await client.query<{ made: boolean }>(
    `select to_regclass('public.master_key') is not null as made`,
  )
  const begun = { id: current.id, isCurrent: true, from: null, sealedUntil: null, removedAt: null }
  if (made[0]?.made !== true) return [begun]
  const { rows } = await client.query<KnownKey>(
    `select id, id = $1 as "isCurrent", current_from as from, sealed_until as "sealedUntil",
       removed_at as "removedAt" from master_key order by id = $1 desc, current_from desc`,
    [current.id],
  )
  return rows.some(({ isCurrent }) => isCurrent) ? rows : [begun, ...rows]
}

/** From here on whoever serves seals by this one; what lasts is sealed by it in the same moment. */
export async function makeCurrent(
  client: pg.Client,
  ring: KeyRing,
  id: string,
  roles: RoleNames,
): Promise<void> {
  const kept = ring.keptUnder(id, Object.values(roles))
  await client.query('begin')
  try {
    const { rowCount } = await client.query(
      'update installation set key_id = $1, kept = $2 where key_id = $3',
      [id, kept, ring.id],
    )
    if (rowCount !== 1) throw new Error(`${ring.id} is not the current key any more: look again`)
    await client.query('insert into master_key (id) values ($1) on conflict do nothing', [ring.id])
    await client.query(
      `insert into master_key (id) values ($1) on conflict (id) do update
       set current_from = now(), sealed_until = null, removed_at = null`,
      [id],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** A process that was seen a moment ago. */
export interface KeySeen {
  what: string
  known: string[]
  current: string
}

export async function keysSeen(client: Query): Promise<KeySeen[]> {
  const { rows } = await client.query<KeySeen>(
    `select what, known, current from key_seen where seen_at > now() - interval '10 s' order by 1`,
  )
  return rows
}
