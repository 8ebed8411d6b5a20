import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { withClient } from '../ports/database/connect.ts'
import type { Environment } from '../environment.ts'
import { bucketAt, type Bucket } from '../ports/documents/bucket.ts'
import { markOfShelf, type DocumentStore } from '../ports/documents/documents.ts'
import { unlessAbsent } from '../ports/documents/folder-store.ts'

/** Where all processes keep documents, if that is not the database. */
interface Shelf {
  /** As it is said to who runs it, with the setting that names it. */
  told: string
  setting: string
  /** By which it is known, and which stands in it. */
  id(): Promise<string | undefined>
  mark(id: string): Promise<void>
  /** Where that id is to be written. */
  place: string
}

/** The folder or the bucket that is named; undefined for the database. */
export function shelfOf(environment: Environment): Shelf | undefined {
  const { RECEIVABLES_DOCUMENTS_DIR: folder, RECEIVABLES_DOCUMENTS_BUCKET: bucket } = environment
  if (bucket !== undefined) return shelfIn(bucket, bucketAt(bucket))
  if (folder === undefined) return undefined
  return {
    told: `folder ${folder}`,
    setting: 'RECEIVABLES_DOCUMENTS_DIR',
    place: join(folder, markOfShelf),
    id: async () => (await readFile(join(folder, markOfShelf), 'utf8').catch(ofNone))?.trim(),
    async mark(id) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(join(folder, markOfShelf), `${id}\n`, { mode: 0o600, flush: true })
    },
  }
}

const ofNone = unlessAbsent(undefined)

const shelfIn = (place: string, bucket: Bucket): Shelf => ({
  told: `bucket ${place}`,
  setting: 'RECEIVABLES_DOCUMENTS_BUCKET',
  place: `the object ${markOfShelf} of ${place}`,
  async id() {
    const found = await bucket.get(markOfShelf)
    return found && new TextDecoder().decode(found).trim()
  },
  mark: (id) => bucket.put(markOfShelf, new TextEncoder().encode(`${id}\n`)),
})

/**
 * What one process stores another one hands out: in the database, or in one folder or bucket that
 * all of them have. It is known by an id, which stands in it and in the database: a process with
 * another one ends here, and so does one without any.
 */
export async function refuseOtherDocuments(
  ownerUrl: string,
  shelf: Shelf | undefined,
): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    // Of processes that start at once one says which it is.
    await client.query(`select pg_advisory_lock(hashtextextended('receivables documents', 0))`)
    const { rows } = await client.query<{ id: string | null }>(
      `select to_jsonb(i) ->> 'documents_id' as id from installation i`,
    )
    const known = rows[0]?.id ?? undefined
    if (shelf !== undefined) return refuseOtherShelf(client, shelf, known)
    if (known !== undefined) {
      throw new Error(
        'the documents of this database lie elsewhere: name the folder by ' +
          'RECEIVABLES_DOCUMENTS_DIR, or the bucket by RECEIVABLES_DOCUMENTS_BUCKET',
      )
    }
  })
}

async function refuseOtherShelf(client: pg.Client, shelf: Shelf, known: string | undefined) {
  const here = await shelf.id()
  const { told, setting, place } = shelf
  if (known === undefined) {
    const { rows } = await client.query('select 1 from document_file limit 1')
    if (rows.length > 0) {
      throw new Error(`the documents of this database lie in it already: leave ${setting} away`)
    }
    const id = here ?? randomUUID()
    if (here === undefined) await shelf.mark(id)
    await client.query('alter table installation add column if not exists documents_id text')
    await client.query('update installation set documents_id = $1', [id])
  } else if (known !== here) {
    throw new Error(
      `the documents of this database do not lie in the ${told}: name that which all processes ` +
        `share by ${setting}. If it is lost, and the documents with it, write ${known} into ` +
        `${place} to begin with an empty one`,
    )
  }
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
