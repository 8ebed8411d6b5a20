import { readFileSync } from 'node:fs'
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

/** Processor time so far in microseconds, the kernel's share included. */
export function processorMicros(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const ticksPerSecond = 100
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1e6
}
