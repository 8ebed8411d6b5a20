import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { isAlive, startOf } from './processes.ts'

export interface Lock {
  release(): void
}

const held = new Set<string>()

/** Takes the lock file, or answers the id of the living process that holds it. */
export function tryLock(path: string): Lock | { heldBy: number } {
  for (let attempt = 0; attempt < 20; attempt++) {
    if (create(path)) {
      held.add(path)
      const release = () => {
        if (held.delete(path)) rmSync(path, { force: true })
      }
      return { release }
    }
    const holder = livingHolder(path)
    if (holder !== undefined) return { heldBy: holder }
    removeStale(path)
  }
  throw new Error(`The lock file ${path} cannot be taken; delete it and try again`)
}

/** A hard link appears whole or not at all, so that nobody ever reads an empty lock. */
function create(path: string): boolean {
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, `${process.pid} ${startOf(process.pid) ?? ''}\n`)
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function livingHolder(path: string): number | undefined {
  const [pid, start] = read(path)
  if (!pid || !isAlive(pid)) return undefined
  if (pid === process.pid) return held.has(path) ? pid : undefined
  const running = startOf(pid)
  return !start || !running || running === start ? pid : undefined
}

/** Two takers of one stale lock must not remove each other's new one: only one may look and remove. */
function removeStale(path: string): void {
  const door = `${path}.takeover`
  if (!create(door)) {
    if (ageOf(door) > 10_000) rmSync(door, { force: true })
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    return
  }
  try {
    if (livingHolder(path) === undefined) rmSync(path, { force: true })
  } finally {
    rmSync(door, { force: true })
  }
}

function read(path: string): [number | undefined, string | undefined] {
  try {
    const [pid, start] = readFileSync(path, 'utf8').trim().split(' ')
    return [Number(pid) || undefined, start]
  } catch {
    return [undefined, undefined]
  }
}

function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return 0
  }
}
