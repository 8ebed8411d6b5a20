import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import packageFacts from '../../package.json' with { type: 'json' }
import { archiveInto, copyBase, dropLogBefore, restoreData } from '../embedded/postgres-backup.ts'
import { filesBeside } from '../embedded/postgres-data.ts'
import { STORES } from '../embedded/temporal-store.ts'
import { runProgram } from '../embedded/run-program.ts'
import { readEnvironment, type Environment } from '../environment.ts'
import { knownKeys } from '../install/key-ring.ts'
import { isInstalled } from '../install/same-key.ts'
import { withClient } from '../ports/database/connect.ts'
import { deriveKeys } from '../ports/keys/key-ring.ts'
import { databaseFolder, demonstrationFile } from '../run/data-folder.ts'
import { startDatabase } from '../run/engines.ts'
import { readFacts, writeFacts } from '../run/facts-file.ts'
import { mastersOf, putKeys } from '../run/master-key.ts'
import { onOwnDatabase, refuseAbsent } from './own-database.ts'

/** What a backup says of itself; written last, so that one without it is none. */
const Facts = z.object({
  form: z.literal(1),
  version: z.string(),
  /** From when on it can be restored to a moment. */
  endedAt: z.iso.datetime(),
  firstWal: z.string(),
  /** The keys that it can be read by. */
  keyIds: z.array(z.string()),
  hasKeys: z.boolean(),
  documents: z.enum(['DATABASE', 'FOLDER', 'BUCKET']),
})
type Facts = z.output<typeof Facts>

const factsFile = 'backup.json'
/** What of the data folder is no database, nor made anew by a start. */
const folders = ['git', 'banks', 'erp', 'mail']

interface BackupOptions {
  keep: number
  withKey: boolean
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** A copy of all that there is, while it serves; from then on the log follows it there. */
export async function backupCommand(given: string, options: BackupOptions): Promise<void> {
  const folder = resolve(given)
  refuseForeignDatabase()
  await onOwnDatabase(async ({ environment, ownerUrl }) => {
    if (!(await isInstalled(ownerUrl))) throw new Error('there is nothing yet to back up')
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    const name = `base-${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 17)}`
    const base = join(folder, name)
    mkdirSync(base, { mode: 0o700 })
    const firstWal = await copied(ownerUrl, folder, base)
    await copyFiles(environment, folder, base)
    const known = await withClient(ownerUrl, knownKeys)
    const facts: Facts = {
      form: 1,
      version: packageFacts.version,
      endedAt: await momentOf(ownerUrl),
      firstWal,
      keyIds: known.filter(({ removedAt }) => removedAt === null).map(({ id }) => id),
      hasKeys: options.withKey,
      documents: placeOf(environment),
    }
    if (options.withKey) {
      const text = `${mastersOf(environment).join('\n')}\n`
      writeFileSync(join(base, 'master-keys'), text, { mode: 0o600 })
    }
    await runProgram('sync', ['-f', base])
    writeFileSync(join(base, factsFile), `${JSON.stringify(facts, null, 2)}\n`, { flush: true })
    await dropOlder(folder, options.keep)
    say(`${base} can be restored, to any moment from ${facts.endedAt} on`)
    say(keyTold(facts))
    if (facts.documents === 'BUCKET') say(bucketTold)
  }, refuseAbsent)
}

const bucketTold =
  'the documents in the bucket are not in it: the bucket keeps what is deleted there, by its ' +
  'versions, for as long as you may restore'

function placeOf(environment: Environment): Facts['documents'] {
  if (environment.RECEIVABLES_DOCUMENTS_BUCKET !== undefined) return 'BUCKET'
  return environment.RECEIVABLES_DOCUMENTS_DIR === undefined ? 'DATABASE' : 'FOLDER'
}

const keyTold = ({ keyIds, hasKeys }: Facts) =>
  hasKeys
    ? 'the master key lies in it: whoever reads it can read everything'
    : `the master key ${keyIds.join(', ')} is not in it: keep a copy elsewhere`

/** What somebody else runs is backed up by what they run it with. */
function refuseForeignDatabase(): void {
  if (readEnvironment().DATABASE_URL === undefined) return
  throw new Error(
    'the database of DATABASE_URL is your own: back it up by its own means, as ' +
      'OPERATIONS-GUIDE.md says, with the documents and the master key',
  )
}

async function copied(ownerUrl: string, folder: string, base: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await archiveInto(client, join(folder, 'wal'))
    return (await copyBase(client, join(base, 'postgres'))).firstWal
  } finally {
    await client.end()
  }
}

const momentOf = (ownerUrl: string) =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
    return rows[0]!.now.toISOString()
  })

/** After the database, so that what its rows name is there. */
async function copyFiles(environment: Environment, folder: string, base: string): Promise<void> {
  const { RECEIVABLES_DATA_DIR: data, RECEIVABLES_DOCUMENTS_DIR: documents } = environment
  const { password } = filesBeside(databaseFolder(data))
  await cp(password, join(base, 'postgres-password'))
  for (const name of folders) {
    const from = join(data, name)
    if (existsSync(from)) await cp(from, join(base, name), { recursive: true })
  }
  // So that a start makes no second demonstration; what runs now runs there alone.
  const { pid: _, ...made } = readFacts<{ pid: number }>(demonstrationFile(data)) ?? {}
  if (Object.keys(made).length > 0) writeFacts(demonstrationFile(base), made)
  if (documents === undefined) return
  await cp(documents, join(folder, 'documents'), { recursive: true })
}

interface Base {
  path: string
  facts: Facts
}

/** Those that are whole, the earliest first. */
function basesIn(folder: string): Base[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('base-'))
    .toSorted()
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, factsFile)))
    .map((path) => {
      const facts = Facts.parse(JSON.parse(readFileSync(join(path, factsFile), 'utf8')))
      return { path, facts }
    })
}

async function dropOlder(folder: string, keep: number): Promise<void> {
  const bases = basesIn(folder)
  const kept = bases.slice(-keep)
  for (const { path } of bases.slice(0, -keep)) rmSync(path, { recursive: true })
  await dropLogBefore(join(folder, 'wal'), kept[0]!.facts.firstWal)
}

interface RestoreOptions {
  until?: Date
  emptyTemporal: boolean
}

/** Makes a data folder of a backup, as it was at the end of its log or at a moment. */
export async function restoreCommand(given: string, options: RestoreOptions): Promise<void> {
  const folder = resolve(given)
  refuseForeignDatabase()
  const environment = readEnvironment()
  const data = environment.RECEIVABLES_DATA_DIR
  const dataDir = databaseFolder(data)
  if (existsSync(dataDir)) {
    throw new Error(`there is a database in ${data}: name another folder by RECEIVABLES_DATA_DIR`)
  }
  const { path, facts } = chosen(folder, options.until)
  refuseOtherPlace(environment, facts)
  say(`restoring ${path}`)
  mkdirSync(data, { recursive: true })
  await restoreData(
    dataDir,
    {
      base: join(path, 'postgres'),
      wal: join(folder, 'wal'),
      firstWal: facts.firstWal,
      password: readFileSync(join(path, 'postgres-password'), 'utf8').trim(),
      until: options.until,
    },
    say,
  )
  await restoreFiles(environment, folder, path)
  if (options.emptyTemporal) await emptyTemporal(environment)
  const missing = keysMissing(environment, path, facts)
  say(`${data} is as it was${options.until ? ` at ${options.until.toISOString()}` : ''}`)
  if (missing.length > 0) {
    say(`before it starts bring the master key ${missing.join(', ')} to ${data} or name it`)
  }
}

/** Of documents in a bucket the backup has none, and a start without it would be refused. */
function refuseOtherPlace(environment: Environment, { documents }: Facts): void {
  if (documents !== 'BUCKET' || placeOf(environment) === 'BUCKET') return
  throw new Error('its documents lie in a bucket: name it by RECEIVABLES_DOCUMENTS_BUCKET')
}

function chosen(folder: string, until: Date | undefined): Base {
  if (!existsSync(folder)) throw new Error(`there is no ${folder}`)
  const bases = basesIn(folder)
  const [first] = bases
  if (first === undefined) throw new Error(`there is no backup in ${folder}`)
  const found = bases.findLast(
    ({ facts }) => until === undefined || facts.endedAt <= until.toISOString(),
  )
  if (found !== undefined) return found
  throw new Error(`the first moment that ${folder} can be restored to is ${first.facts.endedAt}`)
}

async function restoreFiles(environment: Environment, folder: string, base: string) {
  const { RECEIVABLES_DATA_DIR: data, RECEIVABLES_DOCUMENTS_DIR: documents } = environment
  for (const name of folders) {
    const from = join(base, name)
    if (existsSync(from)) await cp(from, join(data, name), { recursive: true })
  }
  const made = readFacts(demonstrationFile(base))
  if (made !== undefined) writeFacts(demonstrationFile(data), made)
  const kept = join(folder, 'documents')
  if (documents !== undefined && existsSync(kept)) {
    await cp(kept, documents, { recursive: true, force: false })
  }
}

/** The engine then begins anew with what the database knows to be open. */
async function emptyTemporal(environment: Environment): Promise<void> {
  const database = await startDatabase(environment, { say, onLoss: () => undefined })
  try {
    await withClient(database.ownerUrl, async (client) => {
      for (const store of Object.values(STORES)) {
        await client.query(`drop database if exists ${store} with (force)`)
      }
    })
  } finally {
    await database.stop()
  }
}

function keysMissing(environment: Environment, base: string, facts: Facts): string[] {
  const file = join(base, 'master-keys')
  if (facts.hasKeys && mastersOf(environment).length === 0) {
    putKeys(environment, readFileSync(file, 'utf8').trim().split('\n'))
  }
  const here = new Set(mastersOf(environment).map((master) => deriveKeys(master).id))
  return facts.keyIds.filter((id) => !here.has(id))
}
