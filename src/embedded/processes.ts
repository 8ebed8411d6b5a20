import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** The signals that end a process, in order, and the milliseconds to wait after each. */
export type EndBy = readonly [NodeJS.Signals, number][]

/** True if a process with this id exists and is not a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return statOf(pid)?.state !== 'Z'
}

/** When the process began, in ticks of the kernel; ids are used again, the id with this is not. */
export function startOf(pid: number): string | undefined {
  return statOf(pid)?.start
}

/**
 * The executable of a process, or its command line where the system does not show the executable.
 */
export function programOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '')
  } catch {
    return process.platform === 'linux' ? undefined : commandLineOf(pid)
  }
}

export async function end(pid: number, signals: EndBy): Promise<void> {
  for (const [signal, ms] of signals) {
    try {
      process.kill(pid, signal)
      // A stopped process handles the signal only after it is continued.
      process.kill(pid, 'SIGCONT')
    } catch {
      return
    }
    const until = Date.now() + ms
    while (Date.now() < until) {
      if (!isAlive(pid)) return
      await sleep(10)
    }
  }
}

function commandLineOf(pid: number): string | undefined {
  const { stdout, status } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  return status === 0 ? stdout.toString().trim() : undefined
}

function statOf(pid: number): { state: string; start: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may contain spaces and brackets, so fields are counted after it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', start: fields[19] ?? '' }
  } catch {
    return undefined
  }
}
