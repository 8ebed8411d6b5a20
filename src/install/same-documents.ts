import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { withClient } from '../ports/database/connect.ts'
import { markOfFolder, unlessAbsent } from '../ports/documents/folder-store.ts'
import type { DocumentStore } from '../ports/documents/documents.ts'

/**
 * What one process stores another one hands out: in the database, or in one folder that all of them
 * have. A folder is known by an id, which stands in it and in the database: a process with another
 * one ends here, and so does one without any.
 */
export async function refuseOtherDocuments(
  ownerUrl: string,
  folder: string | undefined,
): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    // Of processes that start at once one says which folder it is.
    await client.query(`select pg_advisory_lock(hashtextextended('receivables documents', 0))`)
    const { rows } = await client.query<{ id: string | null }>(
      `select to_jsonb(i) ->> 'documents_id' as id from installation i`,
    )
    const known = rows[0]?.id ?? undefined
    if (folder !== undefined) return refuseOtherFolder(client, folder, known)
    if (known !== undefined) {
      throw new Error(
        'the documents of this database lie in a folder: name it by RECEIVABLES_DOCUMENTS_DIR',
      )
    }
  })
}

async function refuseOtherFolder(client: pg.Client, folder: string, known: string | undefined) {
  const here = idOf(folder)
  if (known === undefined) {
    const { rows } = await client.query('select 1 from document_file limit 1')
    if (rows.length > 0) {
      throw new Error(
        'the documents of this database lie in it already: leave RECEIVABLES_DOCUMENTS_DIR away',
      )
    }
    const id = here ?? mark(folder)
    await client.query('alter table installation add column if not exists documents_id text')
    await client.query('update installation set documents_id = $1', [id])
  } else if (known !== here) {
    throw new Error(
      `the documents of this database lie in another folder than ${folder}: name that which all ` +
        'processes share by RECEIVABLES_DOCUMENTS_DIR. If it is lost, and the documents with ' +
        `it, write ${known} into ${join(folder, markOfFolder)} to begin with an empty one`,
    )
  }
}

function idOf(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, markOfFolder), 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function mark(folder: string): string {
  const id = randomUUID()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, markOfFolder), `${id}\n`, { mode: 0o600, flush: true })
  return id
}

const fileOfDocument = /^[0-9a-f]{16,64}$/

/** A former version kept documents in the data folder; each is gone from there once it is stored. */
export async function moveFormerDocuments(
  folder: string,
  store: DocumentStore,
  say: (line: string) => void,
): Promise<void> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    unlessAbsent([]),
  )
  const files = found.filter((each) => each.isFile() && fileOfDocument.test(each.name))
  if (files.length === 0) return
  say(`moving ${files.length} documents of the data folder into the database`)
  for (const { name: key, parentPath } of files) {
    const file = join(parentPath, key)
    // Another process of the folder may be quicker, and what is stored may be newer.
    const bytes = await readFile(file).catch(unlessAbsent(undefined))
    if (bytes === undefined) continue
    if ((await store.get(key)) === undefined) await store.put(key, bytes)
    await rm(file, { force: true })
  }
}
