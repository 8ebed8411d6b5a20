import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkflowHandle } from '@temporalio/client'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { processes, type ProcessName } from '../../src/domain/processes.ts'
import { deriveKeys } from '../../src/ports/keys/key-ring.ts'

const root = join(import.meta.dirname, '..', '..')

/** A set for each release, all of which are replayed for ever. */
export const releasesFolder = join(root, 'test', 'histories')

/** That of the release to come, in which alone anything is recorded; a release gives it its name. */
export const historyFolder = join(releasesFolder, 'next')

/** Recorded payloads are encrypted; this key, which is nobody's, reads them for ever. */
export const historyKeys = deriveKeys(
  '72656365697661626c65732074657374206b657920666f722072656c61797321'.slice(0, 64),
)

/** Whether the histories are to be recorded anew. */
export const recording = process.env['RECORD_HISTORIES'] === '1'

/** Writes down how a workflow went that has ended, one way or another. */
export async function recordHistory(
  handle: WorkflowHandle,
  process: ProcessName,
  path: string,
): Promise<void> {
  await handle.result().catch(() => undefined)
  // A failure tells its stack, and that the machine that it was recorded on.
  const json = historyToJSON(await handle.fetchHistory()).replaceAll(root, '.')
  mkdirSync(historyFolder, { recursive: true })
  writeFileSync(join(historyFolder, `${processes[process].prefix}.${path}.json`), `${json}\n`)
}
