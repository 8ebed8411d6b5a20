import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

export const host = () => ({
  cpu: cpus()[0]?.model ?? '',
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  load: loadavg().map((load) => Number(load.toFixed(2))),
})

const sampleMs = 250

/** How much of the processors is in use while we do nothing: what others take from a measurement. */
export async function busyShare(): Promise<number> {
  const before = times()
  await sleep(sampleMs)
  const after = times()
  const all = after.all - before.all
  return all === 0 ? 0 : 1 - (after.idle - before.idle) / all
}

function times(): { idle: number; all: number } {
  const each = cpus().map(({ times }) => times)
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0)
  return {
    idle: sum(each.map(({ idle }) => idle)),
    all: sum(each.flatMap((of) => Object.values(of))),
  }
}

/** Resident memory in MiB, where the system tells. */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

const microsPerTick = 1e6 / 100

/** Processor time so far in microseconds, the kernel's share included. */
export function processorMicros(pid: number): number {
  const [user = 0, system = 0] = timesOf(pid).times
  return (user + system) * microsPerTick
}

/** The same of a process and of all that it started, those included that have ended. */
export function familyMicros(pid: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
  const ticks = (times: readonly number[]) => times.reduce((sum, time) => sum + time, 0)
  const own = ticks(timesOf(pid).times)
  const children = all.filter(({ parent }) => parent === pid)
  return (own + ticks(children.flatMap(({ times }) => times))) * microsPerTick
}

/** In ticks: of the process in user and kernel mode, then of its children that have ended. */
function timesOf(pid: number): { parent: number; times: number[] } {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return { parent: fields[1] ?? 0, times: fields.slice(11, 15) }
  } catch {
    return { parent: 0, times: [] }
  }
}
