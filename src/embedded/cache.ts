import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { lockWithin, type Lock } from './lock.ts'

export type Progress = (line: string) => void

/**
 * The folder of fetched and built programs, outside the checkout so that all checkouts share it.
 */
export function cacheDir(): string {
  const given = process.env.RECEIVABLES_CACHE_DIR
  if (given) return given
  if (process.getuid?.() === 0) return '/var/cache/receivables'
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'receivables')
}

/** Makes a folder that other users can pass through, even where the umask forbids it. */
export function openFolder(dir: string): string {
  if (mkdirSync(dir, { recursive: true }) !== undefined) chmodSync(dir, 0o755)
  return dir
}

/**
 * Fills a folder beside `dir` and renames it, so that `dir` is never there half filled. Of several
 * callers, in any process, the first one makes it and the others wait.
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

/**
 * Removes what a killed process left half filled; no other process fills one while we hold the
 * lock.
 */
function removeDrafts(dir: string): void {
  const prefix = `${basename(dir)}.`
  for (const name of readdirSync(dirname(dir))) {
    if (name.startsWith(prefix) && name.endsWith('.new')) {
      rmSync(join(dirname(dir), name), { recursive: true, force: true })
    }
  }
}
