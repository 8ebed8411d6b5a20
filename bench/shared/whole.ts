import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../src/embedded/ports.ts'
import { isAlive } from '../../src/embedded/processes.ts'
import { memoryOf } from './machine.ts'
import { root } from './programs.ts'

export interface Whole {
  pid: number
  readyMs: number
  stop(): Promise<void>
}

const deadlineMs = 15 * 60_000

/** `npm start` as a person types it, in a data folder of its own. */
export async function startAll(dir: string): Promise<Whole> {
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      RECEIVABLES_CACHE_DIR: process.env['RECEIVABLES_CACHE_DIR'],
      RECEIVABLES_DATA_DIR: join(dir, 'whole'),
      RECEIVABLES_LOG_LEVEL: 'warn',
      PORT: String(await freePort()),
      TEMPORAL_UI_PORT: String(await freePort()),
    },
  })
  let said = ''
  const isReady = new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`npm start took too long: ${said}`)), deadlineMs)
    const hear = (chunk: Buffer) => {
      said = (said + chunk).slice(-5_000)
      if (!said.includes('is ready')) return
      clearTimeout(late)
      resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () => reject(new Error(`npm start ended: ${said}`)))
  })
  const pid = child.pid ?? 0
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const members = below(pid)
    process.kill(-pid, 'SIGTERM')
    // npm is gone at once; what it started takes its time to end in order.
    while (members.some(isAlive)) await sleep(50)
  }
  try {
    await isReady
    return { pid, readyMs: performance.now() - began, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export interface Member {
  name: string
  mib: number
}

/** The processes below one, each program with the memory of all its processes. */
export function familyOf(pid: number): Member[] {
  const sums = new Map<string, number>()
  for (const each of below(pid)) {
    try {
      const name = nameOf(each)
      sums.set(name, (sums.get(name) ?? 0) + memoryOf(each))
    } catch {
      // It ended while it was looked at.
    }
  }
  return [...sums].map(([name, mib]) => ({ name, mib })).toSorted((a, b) => b.mib - a.mib)
}

function below(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(all.map((each) => [Number(each), parentOf(Number(each))]))
  const isBelow = (each: number | undefined): boolean =>
    each === pid || (each !== undefined && each > 1 && isBelow(parents.get(each)))
  return [...parents.keys()].filter((each) => isBelow(parents.get(each)))
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

/** The program, or the script where the program is Node. */
function nameOf(pid: number): string {
  const [program = '', script = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  const name = basename(program.split(/[ :]/)[0] ?? '')
  return name === 'node' ? basename(script) : name
}
