import { proxyActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/registry.ts'
import type { RunStatus } from '../../domain/automation/automation.ts'
import { endsByItsVersion, retryForever, show, type ProcessInput } from '../process.ts'

const { runAutomation: run } = proxyActivities<Activities>({
  ...retryForever,
  summary: 'do what the rules say about the event',
})

const says: Readonly<Record<RunStatus | 'GONE', string>> = {
  WAITING: 'It has not begun.',
  RUNNING: 'It is at work.',
  DONE: 'All that the rules say was done.',
  NOT_MET: 'No rule asks for anything here.',
  FAILED: 'Not all of it could be done; its errand says why, and what to do.',
  ENDED: 'It was ended before it did anything.',
  GONE: 'What this was about is no longer there.',
}

endsByItsVersion(runAutomation)

/** One event that set off an automation, until all that its rules say was done. */
export async function runAutomation(input: ProcessInput): Promise<RunStatus | 'GONE'> {
  show('RUNNING', says.RUNNING)
  const { status } = await run({ ...input, at: Date.now() })
  show(status, says[status])
  return status
}
