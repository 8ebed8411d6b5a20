import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { lockWithin, type Lock } from './lock.ts'

export type Progress = (line: string) => void

/** Where fetched and built things are kept, outside the checkout, so that all copies share them. */
export function cacheDir(): string {
  const given = process.env.RECEIVABLES_CACHE_DIR
  if (given) return given
  if (process.getuid?.() === 0) return '/var/cache/receivables'
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'receivables')
}

/** Makes a folder that another user can pass through, whatever the umask says. */
export function openFolder(dir: string): string {
  if (mkdirSync(dir, { recursive: true }) !== undefined) chmodSync(dir, 0o755)
  return dir
}

/**
 * Makes `dir` by filling a folder beside it and renaming that: it is there whole or not at all.
 * Callers at the same time, also in other processes, wait for the one that came first.
 */
export async function makeWhole(
  dir: string,
  make: (draft: string) => Promise<void>,
  progress: Progress = () => {},
): Promise<string> {
  if (existsSync(dir)) return dir
  openFolder(dirname(dir))
  const lock = await waitForLock(`${dir}.lock`, basename(dir), progress)
  try {
    if (existsSync(dir)) return dir
    removeDrafts(dir)
    const draft = `${dir}.${randomUUID()}.new`
    mkdirSync(draft)
    chmodSync(draft, 0o755)
    try {
      await make(draft)
      renameSync(draft, dir)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      throw error
    }
    return dir
  } finally {
    lock.release()
  }
}

async function waitForLock(path: string, what: string, progress: Progress): Promise<Lock> {
  const report = (holder: number, seconds: number) =>
    progress(`waiting for process ${holder}, which is making ${what}: ${seconds} s`)
  for (;;) {
    const answer = await lockWithin(path, 60_000, report)
    if (!('heldBy' in answer)) return answer
  }
}

/** What a killed process left half made; nobody else works on it while the lock is ours. */
function removeDrafts(dir: string): void {
  const prefix = `${basename(dir)}.`
  for (const name of readdirSync(dirname(dir))) {
    if (name.startsWith(prefix) && name.endsWith('.new')) {
      rmSync(join(dirname(dir), name), { recursive: true, force: true })
    }
  }
}
