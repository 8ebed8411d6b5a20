import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, startOf } from './processes.ts'

export interface Lock {
  release(): void
}

const ownLocks = new Set<string>()

/** Takes the lock file, or returns the id of the living process that holds it. */
export function tryLock(path: string): Lock | { heldBy: number } {
  for (let attempt = 0; attempt < 20; attempt++) {
    if (create(path)) {
      ownLocks.add(path)
      const release = () => {
        if (ownLocks.delete(path)) rmSync(path, { force: true })
      }
      return { release }
    }
    const holder = livingHolder(path)
    if (holder !== undefined) return { heldBy: holder }
    removeStale(path)
  }
  throw new Error(`The lock file ${path} cannot be taken; delete it and try again`)
}

/**
 * Waits for the lock, and reports from time to time who holds it; returns the holder after
 * `limitMs`.
 */
export async function lockWithin(
  path: string,
  limitMs: number,
  report: (holder: number, seconds: number) => void,
): Promise<Lock | { heldBy: number }> {
  const began = Date.now()
  let reportedAt = 0
  for (;;) {
    const answer = tryLock(path)
    const waited = Date.now() - began
    if (!('heldBy' in answer) || waited > limitMs) return answer
    if (waited - reportedAt >= 5_000) {
      reportedAt = waited
      report(answer.heldBy, Math.round(waited / 1000))
    }
    await sleep(50)
  }
}

/**
 * Takes the lock of something that one process at a time may run. It waits for a process that is
 * stopping, so that a start right after a stop succeeds.
 */
export async function lockOrRefuse(
  path: string,
  refusal: (holder: number) => string,
  progress: (line: string) => void,
): Promise<Lock> {
  const first = tryLock(path)
  if (!('heldBy' in first)) return first
  if (first.heldBy === process.pid) throw new Error(refusal(process.pid))
  progress(`waiting for process ${first.heldBy} to stop`)
  const answer = await lockWithin(path, 15_000, () => {})
  if ('heldBy' in answer) throw new Error(refusal(answer.heldBy))
  return answer
}

/** A hard link appears with its content, so that nobody ever reads an empty lock. */
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
  if (pid === process.pid) return ownLocks.has(path) ? pid : undefined
  const running = startOf(pid)
  return !start || !running || running === start ? pid : undefined
}

/** Only one process at a time may remove a stale lock; two could remove each other's new one. */
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
