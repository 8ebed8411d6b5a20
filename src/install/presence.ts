import type pg from 'pg'
import type { RoleNames } from './logins.ts'

/**
 * Which processes carry and work, and when each was last seen: of the installation, of no tenant.
 * Made by the start, as it is of no use to any row; it need not outlive a crash.
 */
export async function ensurePresence(client: pg.Client): Promise<void> {
  await client.query(
    `create unlogged table if not exists part_seen (
       id text primary key, part text not null, seen_at timestamptz not null
     )`,
  )
}

export const grantsOnPresence = ({ run, relay }: RoleNames): string[] => [
  `grant select on part_seen to ${run}`,
  `grant select, insert, update, delete on part_seen to ${relay}`,
]
