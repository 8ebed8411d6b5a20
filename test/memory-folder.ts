import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../src/embedded/processes.ts'

const memory = '/dev/shm'
const prefix = 'receivables-test-'
const gib = 2 ** 30

/**
 * Each file of tests has a database of its own, which is 1,500 files, and on a disk that is most of
 * what it costs. Undefined where there is no room for it in memory.
 */
export function memoryFolder(): string | undefined {
  try {
    forgetForsaken()
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize < 4 * gib || process.availableMemory() < 6 * gib) return undefined
    const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`))
    // The user that PostgreSQL runs as passes through.
    chmodSync(folder, 0o755)
    return folder
  } catch {
    return undefined
  }
}

/** What killed runs left would be memory that is missing until the next start of the machine. */
function forgetForsaken(): void {
  for (const name of readdirSync(memory).filter((each) => each.startsWith(prefix))) {
    const pid = Number(name.slice(prefix.length).split('-')[0])
    if (!isAlive(pid)) rmSync(join(memory, name), { recursive: true, force: true })
  }
}
