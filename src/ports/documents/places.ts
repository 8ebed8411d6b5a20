import type pg from 'pg'
import { poolOf } from '../database/connect.ts'
import type { Brought, Say } from './documents.ts'

/**
 * Which files have a name in a folder whose rows are not committed: the database remembers them
 * before, and forgets them in the transaction that writes the row, and so only with it.
 */
export interface Places {
  expect(key: string): Promise<void>
  /** In the transaction of the row. */
  placed(key: string, say: Say): Promise<void>
  /** Those whose transaction has ended without a commit: the one, or all from before then. */
  takeBack(which: { key: string } | { before: Date }, remove: Remove): Promise<number>
  close(): Promise<void>
}

type Remove = (key: string) => Promise<void>

/** What is brought, apart from all that has a name. */
interface Half {
  /** Gives it its name. */
  keep(key: string): Promise<void>
  drop(): Promise<void>
  pieces(): AsyncIterable<Uint8Array>
}

/** It gets its name before its row is committed, and loses it where that never is. */
export function placing(half: Half, places: Places | undefined, remove: Remove): Brought {
  let placed: string | undefined
  return {
    async keep(key, say) {
      await places?.expect(key)
      placed = key
      await half.keep(key)
      await places?.placed(key, say)
    },
    async drop() {
      if (placed !== undefined) await places?.takeBack({ key: placed }, remove)
      await half.drop()
    },
    pieces: () => half.pieces(),
  }
}

export function placesAt(url: string): Places {
  const pool = poolOf({
    connectionString: url,
    max: 1,
    application_name: 'receivables documents',
    idleTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    allowExitOnIdle: true,
  })
  return {
    expect: async (key) => void (await pool.query('select document_expect($1)', [key])),
    async placed(key, say) {
      const rows = await say('select document_placed($1) as said', [key])
      if ((rows as [{ said: unknown }])[0].said !== true) {
        throw new Error('a document was kept whose place is not expected')
      }
    },
    async takeBack(which, remove) {
      const client = await pool.connect()
      try {
        const taken = await takenBack(client, which, remove)
        client.release()
        return taken
      } catch (error) {
        // Its transaction is rolled back, so that they are taken back once more.
        client.release(error as Error)
        throw error
      }
    },
    close: () => pool.end(),
  }
}

async function takenBack(
  client: pg.PoolClient,
  which: { key: string } | { before: Date },
  remove: Remove,
): Promise<number> {
  const { key = null, before = null } = which as { key?: string; before?: Date }
  await client.query('begin')
  // It waits for a transaction that is under way, and is told of none that is committed.
  const { rows } = await client.query<{ key: string }>('select document_unplaced($1, $2) as key', [
    key,
    before,
  ])
  for (const one of rows) await remove(one.key)
  await client.query('commit')
  return rows.length
}
