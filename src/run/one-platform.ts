import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lockOrRefuse, tryLock } from '../embedded/lock.ts'
import { readFacts, writeFacts } from './facts-file.ts'

/** A data folder of which this process is the whole platform. */
export interface DataFolder {
  /** Whoever starts from here on is sent there. */
  serves(api: string): void
  /** Whoever starts from here on waits for the end of this one. */
  leaves(): void
  release(): void
}

/**
 * One process at a time is the whole platform of a data folder. One that is just stopping is waited
 * for.
 */
export async function takeDataFolder(
  folder: string,
  say: (line: string) => void,
): Promise<DataFolder> {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'platform.lock')
  const refusal = (holder: number) => refusalOf(folder, holder)
  const first = tryLock(path)
  if ('heldBy' in first && servedBy(folder, first.heldBy) !== undefined) {
    throw new Error(refusal(first.heldBy))
  }
  const lock = 'heldBy' in first ? await lockOrRefuse(path, refusal, say) : first
  const file = fileOf(folder)
  const leaves = () => rmSync(file, { force: true })
  leaves()
  return {
    serves: (api) => writeFacts(file, { pid: process.pid, api }),
    leaves,
    release: () => lock.release(),
  }
}

const fileOf = (folder: string) => join(folder, 'platform.json')

/** Where this process serves the folder; undefined while it starts or stops. */
function servedBy(folder: string, holder: number): string | undefined {
  const { pid, api } = readFacts<{ pid: number; api: string }>(fileOf(folder)) ?? {}
  return pid === holder ? api : undefined
}

function refusalOf(folder: string, holder: number): string {
  const api = servedBy(folder, holder)
  const is =
    api === undefined
      ? `process ${holder} is starting or stopping in ${folder}`
      : `the platform of ${folder} runs already: ${api}, process ${holder}`
  return `${is}. Stop that one first, or set RECEIVABLES_DATA_DIR to another folder`
}
