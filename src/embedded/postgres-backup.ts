import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile, cp, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { filesBeside, give, nowhere, placeData, settingsFile } from './postgres-data.ts'
import { canEnter, postgresUser } from './postgres-programs.ts'
import { startPostgres } from './postgres.ts'
import { runProgram } from './run-program.ts'

/*
 * The embedded PostgreSQL comes without pg_basebackup, but the server itself says when its files
 * may be copied, and carries its log to a folder by a module of its own.
 */

const ours = /^(?:archive_|basic_archive|restore_|recovery_)/

/** From here on each piece of the log is in that folder soon after it was written. */
export async function archiveInto(client: pg.Client, folder: string): Promise<void> {
  const user = postgresUser()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  give(user, folder)
  if (!canEnter(user, folder)) {
    throw new Error(`PostgreSQL does not run as root, and its user cannot enter ${folder}`)
  }
  const { rows } = await client.query<{ mode: string }>(
    `select current_setting('archive_mode') as mode`,
  )
  if (rows[0]?.mode !== 'on') {
    throw new Error('this PostgreSQL was started by an earlier version: start the platform again')
  }
  await client.query(`load 'basic_archive'`)
  for (const [name, value] of [
    ['archive_command', ''],
    ['archive_library', 'basic_archive'],
    ['basic_archive.archive_directory', folder],
    // So much is lost at most.
    ['archive_timeout', '300'],
  ]) {
    await client.query(`alter system set ${name} = ${pg.escapeLiteral(value!)}`)
  }
  await client.query('select pg_reload_conf()')
}

export interface Copied {
  /** The first piece of the log that is needed with it. */
  firstWal: string
}

/** The files of a server that goes on meanwhile, into a folder that is not there yet. */
export async function copyBase(client: pg.Client, target: string): Promise<Copied> {
  const { rows } = await client.query<{ dir: string }>(
    `select current_setting('data_directory') as dir`,
  )
  const { dir } = rows[0]!
  const { rows: begun } = await client.query<{ wal: string }>(
    `select pg_walfile_name(pg_backup_start('receivables', fast => true)) as wal`,
  )
  await copyTree(dir, target)
  const { rows: ended } = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(wait_for_archive => true)',
  )
  writeFileSync(join(target, 'backup_label'), ended[0]!.labelfile, { mode: 0o600, flush: true })
  return { firstWal: begun[0]!.wal }
}

/** What the server makes anew, or would mislead one that begins from the copy. */
const emptied = new Set(
  'pg_wal pg_replslot pg_dynshmem pg_notify pg_serial pg_snapshots pg_stat_tmp pg_subtrans'.split(
    ' ',
  ),
)
const leftOut = /^(?:postmaster\.(?:pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label.*)$/

/** Files come and go meanwhile: the log has what happened to them. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const each of await readdir(from, { withFileTypes: true })) {
    if (leftOut.test(each.name)) continue
    const [source, target] = [join(from, each.name), join(to, each.name)]
    if (each.isFile()) await copyFile(source, target).catch(unlessGone)
    else if (emptied.has(each.name)) await mkdir(target, { mode: 0o700 })
    else if (each.isDirectory()) await copyTree(source, target)
  }
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

export interface Restored {
  base: string
  wal: string
  firstWal: string
  password: string
  until?: Date | undefined
}

const carried = 'restored-wal'
const patienceMs = 60 * 60_000

/** Makes a data directory of a copy and the log behind it, and brings the server to that moment. */
export async function restoreData(
  dataDir: string,
  { base, wal, firstWal, password, until }: Restored,
  progress: (line: string) => void,
): Promise<void> {
  const user = postgresUser()
  writeFileSync(filesBeside(dataDir).password, `${password}\n`, { mode: 0o600 })
  await placeData(dataDir, user, async (draft) => {
    await cp(base, draft, { recursive: true })
    await carryLog(wal, firstWal, join(draft, carried))
    writeSettings(join(draft, settingsFile), until)
    writeFileSync(join(draft, 'recovery.signal'), '')
    await runProgram('chmod', ['-R', 'go-rwx', draft])
    if (user.uid !== undefined) {
      await runProgram('chown', ['-R', `${user.uid}:${user.gid}`, draft])
    }
  })
  const server = await startPostgres({ dataDir, durable: true, progress })
  try {
    const client = new pg.Client({ connectionString: server.url('postgres') })
    await client.connect()
    try {
      await untilRecovered(client)
      const { rows } = await client.query<{ dir: string }>(
        `select current_setting('data_directory') as dir`,
      )
      for (const name of ['restore_command', 'recovery_target_time', 'recovery_target_action']) {
        await client.query(`alter system reset ${name}`)
      }
      rmSync(join(rows[0]!.dir, carried), { recursive: true, force: true })
    } finally {
      await client.end()
    }
  } finally {
    await server.stop()
  }
}

async function carryLog(wal: string, firstWal: string, target: string): Promise<void> {
  await mkdir(target, { mode: 0o700 })
  for (const name of await readdir(wal)) {
    if (isNeeded(name, firstWal)) await copyFile(join(wal, name), join(target, name))
  }
}

/** Pieces of the log have 24 digits; what else lies there is small, or half a piece. */
const isNeeded = (name: string, firstWal: string): boolean =>
  /^[0-9A-F]{8}\.history$/.test(name) || (/^[0-9A-F]{24}$/.test(name) && name >= firstWal)

/** Removes the log from before the first copy that is kept. */
export async function dropLogBefore(wal: string, firstWal: string): Promise<void> {
  for (const name of await readdir(wal)) {
    if (/^[0-9A-F]{24}/.test(name) && name.slice(0, 24) < firstWal) rmSync(join(wal, name))
  }
}

/** The copy goes on by itself: it must not write into the log of the one that it was taken from. */
function writeSettings(file: string, until: Date | undefined): void {
  const others = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !ours.test(line))
  const lines = [
    ...others.join('\n').trimEnd().split('\n'),
    nowhere,
    `restore_command = 'cp "${carried}/%f" "%p"'`,
    ...(until === undefined
      ? []
      : [`recovery_target_time = '${momentText(until)}'`, `recovery_target_action = 'promote'`]),
  ]
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
}

async function untilRecovered(client: pg.Client): Promise<void> {
  const began = Date.now()
  for (;;) {
    const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is')
    if (rows[0]?.is === false) return
    if (Date.now() - began > patienceMs) throw new Error('PostgreSQL is still recovering')
    await sleep(200)
  }
}

/** It takes no abbreviation of a time zone. */
const momentText = (moment: Date) => moment.toISOString().replace('T', ' ').replace('Z', '+00')
