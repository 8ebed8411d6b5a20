import { randomBytes, randomUUID } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  chownSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Progress } from './cache.ts'
import { forgetPlace, placeElsewhere } from './postgres-elsewhere.ts'
import { canEnter, OPEN_PLACE, type PostgresPrograms, type RunAs } from './postgres-programs.ts'
import { runProgram } from './run-program.ts'

const OPTIONS = [
  '--no-sync',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--encoding=UTF8',
  '--auth=scram-sha-256',
  '--data-checksums',
  '--username=postgres',
]

/** The files beside a data directory, named after it. */
export function filesBeside(dataDir: string): { password: string; port: string; log: string } {
  const file = (suffix: string) => join(dirname(dataDir), `${basename(dataDir)}${suffix}`)
  return { password: file('-password'), port: file('-port'), log: file('.log') }
}

/** Makes the data directory if there is none; returns its real path. */
export async function preparedData(
  asked: string,
  programs: PostgresPrograms,
  user: RunAs,
  progress: Progress,
): Promise<string> {
  mkdirSync(dirname(asked), { recursive: true, mode: 0o755 })
  refuseDangling(asked)
  if (!existsSync(join(asked, 'PG_VERSION'))) {
    progress('making a PostgreSQL data directory')
    await makeData(asked, programs, user)
  }
  const dir = realpathSync(asked)
  const version = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim()
  if (version !== programs.major) throw new Error(otherVersion(asked, version, programs.major))
  if (user.uid !== undefined && statSync(dir).uid !== user.uid) {
    await runProgram('chown', ['-R', `${user.uid}:${user.gid}`, dir])
  }
  if (!canEnter(user, dir)) throw new Error(closed(dir))
  return dir
}

/** Removes a data directory, which may be a link, and the files beside it. */
export function discardPostgres(asked: string): void {
  for (const file of Object.values(filesBeside(asked))) rmSync(file, { force: true })
  if (!lstatSync(asked, { throwIfNoEntry: false })) return
  const real = existsSync(asked) ? realpathSync(asked) : asked
  rmSync(real, { recursive: true, force: true })
  forgetPlace(real)
  rmSync(asked, { recursive: true, force: true })
}

function makeData(asked: string, programs: PostgresPrograms, user: RunAs): Promise<void> {
  const password = readPassword(asked) ?? writePassword(asked)
  return placeData(asked, user, async (draft) => {
    const secret = `${draft}.secret`
    try {
      mkdirSync(draft, { mode: 0o700 })
      writeFileSync(secret, password, { mode: 0o600 })
      give(user, draft, secret)
      const args = [...OPTIONS, `--pwfile=${secret}`, '-D', draft]
      await runProgram(programs.initdb, args, { ...user, env: plainEnvironment() })
    } finally {
      rmSync(secret, { force: true })
    }
  })
}

/** A data directory where PostgreSQL's user can enter it: made whole, or not at all. */
export async function placeData(
  asked: string,
  user: RunAs,
  make: (draft: string) => Promise<void>,
): Promise<void> {
  const final = canEnter(user, dirname(asked)) ? asked : placeElsewhere(asked)
  const draft = `${final}.${randomUUID()}.new`
  try {
    await make(draft)
    removeEmptyOrPartial(asked)
    renameSync(draft, final)
    if (final !== asked) symlinkSync(final, asked)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

export function plainEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}

/** What the server is told by statements. */
export const settingsFile = 'postgresql.auto.conf'

/** What is to be carried nowhere must not pile up either. */
export const nowhere = `archive_command = 'true'`

export function archiveNowhere(dir: string): void {
  const file = join(dir, settingsFile)
  if (!/^archive_/m.test(readFileSync(file, 'utf8'))) appendFileSync(file, `${nowhere}\n`)
}

export function give(user: RunAs, ...paths: string[]): void {
  const { uid, gid } = user
  if (uid === undefined || gid === undefined) return
  for (const path of paths) chownSync(path, uid, gid)
}

/**
 * Refuses to remove a folder with files in it: without PG_VERSION they are not those of a database.
 */
function removeEmptyOrPartial(asked: string): void {
  const there = lstatSync(asked, { throwIfNoEntry: false })
  if (!there) return
  if (there.isSymbolicLink()) unlinkSync(asked)
  else rmSync(asked, { recursive: false, force: true })
}

function readPassword(asked: string): string | undefined {
  try {
    return readFileSync(filesBeside(asked).password, 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}

function writePassword(asked: string): string {
  const password = randomBytes(24).toString('base64url')
  const draft = `${filesBeside(asked).password}.${randomUUID()}`
  writeFileSync(draft, `${password}\n`, { mode: 0o600 })
  renameSync(draft, filesBeside(asked).password)
  return password
}

/** The superuser's password; if its file was lost, a new one is set. */
export async function passwordOf(
  asked: string,
  dir: string,
  programs: PostgresPrograms,
  user: RunAs,
): Promise<string> {
  const known = readPassword(asked)
  if (known) return known
  const password = writePassword(asked)
  try {
    await runProgram(programs.postgres, ['--single', '-j', '-D', dir, 'postgres'], {
      ...user,
      env: plainEnvironment(),
      input: `alter role postgres password '${password}'\n\n\n`,
    })
    return password
  } catch (error) {
    rmSync(filesBeside(asked).password, { force: true })
    throw error
  }
}

function refuseDangling(asked: string): void {
  if (existsSync(asked) || !lstatSync(asked, { throwIfNoEntry: false })) return
  throw new Error(
    `The data directory ${asked} points to a folder that is gone; bring that folder back, or ` +
      `delete ${asked} to begin with an empty database`,
  )
}

function otherVersion(asked: string, version: string, ours: string): string {
  return (
    `${asked} was made by PostgreSQL ${version}, and this is PostgreSQL ${ours}; dump it with the ` +
    'version that made it and load it here, or name another data directory'
  )
}

function closed(dir: string): string {
  return (
    `PostgreSQL does not run as root, and the user it runs as cannot enter ${dir}; ` +
    `move that folder below ${OPEN_PLACE} and leave a symbolic link in its place`
  )
}
