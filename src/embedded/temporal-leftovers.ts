import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Progress } from './cache.ts'
import { end, isAlive, programOf, startOf } from './processes.ts'

interface Recorded {
  pid: number
  start: string | undefined
  program: string
}

/** Records our processes, so that the next start can end them if we are killed. */
export function record(file: string, running: readonly { pid: number; program: string }[]): void {
  const list: Recorded[] = running.map(({ pid, program }) => ({
    pid,
    start: startOf(pid),
    program: realpathSync(program),
  }))
  writeFileSync(file, `${JSON.stringify(list)}\n`)
}

/** Ends recorded processes of a killed run; a process that only has the same id is left alone. */
export async function endRecorded(file: string, progress: Progress): Promise<void> {
  const left = read(file).filter(isStillThere)
  await Promise.all(
    left.map(({ pid, program }) => {
      progress(`ending the ${basename(program)} that a killed run left behind (process ${pid})`)
      return end(pid, [
        ['SIGTERM', 3_000],
        ['SIGKILL', 2_000],
      ])
    }),
  )
  rmSync(file, { force: true })
}

function isStillThere({ pid, start, program }: Recorded): boolean {
  return isAlive(pid) && startOf(pid) === start && programOf(pid)?.includes(program) === true
}

function read(file: string): Recorded[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Recorded[]
  } catch {
    return []
  }
}
