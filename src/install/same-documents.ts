import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withClient } from '../ports/database/connect.ts'

const name = 'store-id'

/**
 * What one process stores another one hands out, so all of them have one folder. It is known by an
 * id, which stands in it and in the database: a process with another folder ends here.
 */
export async function refuseOtherDocuments(ownerUrl: string, folder: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    // Of processes that start at once one says which folder it is.
    await client.query(`select pg_advisory_lock(hashtextextended('receivables documents', 0))`)
    const { rows } = await client.query<{ id: string | null }>(
      `select to_jsonb(i) ->> 'documents_id' as id from installation i`,
    )
    const known = rows[0]?.id ?? undefined
    const here = idOf(folder)
    if (known === undefined) {
      const id = here ?? mark(folder)
      await client.query('alter table installation add column if not exists documents_id text')
      await client.query('update installation set documents_id = $1', [id])
    } else if (known !== here) {
      throw new Error(
        `the documents of this database lie in another folder than ${folder}: name that which all ` +
          'processes share by RECEIVABLES_DOCUMENTS_DIR. If it is lost, and the documents with ' +
          `it, write ${known} into ${join(folder, name)} to begin with an empty one`,
      )
    }
  })
}

function idOf(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function mark(folder: string): string {
  const id = randomUUID()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, name), `${id}\n`, { mode: 0o600, flush: true })
  return id
}
