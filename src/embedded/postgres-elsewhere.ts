import { randomUUID } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, sep } from 'node:path'
import { openFolder } from './cache.ts'
import { OPEN_PLACE } from './postgres-programs.ts'
import { isAlive } from './processes.ts'

/**
 * A place for the data, if the user that PostgreSQL runs as cannot enter the folder that was asked
 * for.
 */
export function placeElsewhere(asked: string): string {
  openFolder(OPEN_PLACE)
  sweep()
  const place = join(OPEN_PLACE, randomUUID())
  writeFileSync(`${place}.for`, `${join(realpathSync(dirname(asked)), basename(asked))}\n`)
  return place
}

/** Removes the note of `placeElsewhere` when the data directory is removed. */
export function forgetPlace(place: string): void {
  if (dirname(place) === OPEN_PLACE) rmSync(`${place}.for`, { force: true })
}

/** Removes data whose checkout or temporary folder was deleted. */
function sweep(): void {
  for (const name of readdirSync(OPEN_PLACE).filter((entry) => entry.endsWith('.for'))) {
    const note = join(OPEN_PLACE, name)
    const place = note.slice(0, -'.for'.length)
    if (!isForsakenNote(note, place) || isRunning(place)) continue
    rmSync(place, { recursive: true, force: true })
    rmSync(note, { force: true })
  }
}

/** A missing note was removed by another process. */
function isForsakenNote(note: string, place: string): boolean {
  try {
    return isForsaken(readFileSync(note, 'utf8').trim(), place)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** A missing folder may be on a disk that is not mounted, unless it was a temporary one. */
function isForsaken(asked: string, place: string): boolean {
  if (lstatSync(asked, { throwIfNoEntry: false })?.isSymbolicLink()) {
    return readlinkSync(asked) !== place
  }
  // The link is made some minutes after the note, when the data directory is ready.
  const isYoung = Date.now() - lstatSync(`${place}.for`).mtimeMs < 10 * 60_000
  const isTemporary = asked.startsWith(realpathSync(tmpdir()) + sep)
  return !isYoung && (isTemporary || existsSync(dirname(asked)))
}

function isRunning(place: string): boolean {
  try {
    return isAlive(Number(readFileSync(join(place, 'postmaster.pid'), 'utf8').split('\n')[0]))
  } catch {
    return false
  }
}
