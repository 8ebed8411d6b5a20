import { isCancellation, proxyActivities, sleep } from '@temporalio/workflow'
import type { CommitStanding } from '../../activities/clients/git/commit-configuration.ts'
import type { Activities } from '../../activities/registry.ts'
import {
  byErrand,
  endsByItsVersion,
  failureIn,
  instantText,
  retryForever,
  show,
  type ProcessInput,
} from '../process.ts'

const { commitConfiguration: commit } = proxyActivities<Activities>({
  ...retryForever,
  startToCloseTimeout: '1 minute',
  summary: 'commit the configuration of the client',
})
const { failConfiguration } = proxyActivities<Activities>({
  ...retryForever,
  summary: 'leave the configuration to a person',
})

const minuteMs = 60_000
const triedForMs = 60 * minuteMs

const unwritten = {
  code: 'REPOSITORY_UNAVAILABLE',
  message: 'For an hour the repository could not be written.',
} as const
const internal = {
  code: 'INTERNAL',
  message: 'Something went wrong on our side; the process of the configuration tells what.',
} as const

const sentences: Readonly<Record<CommitStanding['status'], string>> = {
  AWAY: 'The repository cannot be written.',
  COMMITTED: 'The configuration is committed.',
  FAILED: 'The configuration is not committed; its errand says why, and what to do.',
  NONE: 'The client is connected to no repository any more, or to another.',
}

endsByItsVersion(commitConfiguration)

/** The present configuration of one client, committed once; what changes later is another run. */
export async function commitConfiguration(input: ProcessInput): Promise<CommitStanding['status']> {
  const now = () => ({ ...input, at: Date.now() })
  const until = Date.now() + triedForMs
  try {
    let standing = await commit(now())
    for (let pauseMs = minuteMs; standing.status === 'AWAY'; pauseMs *= 2) {
      const next = Date.now() + pauseMs
      if (next > until) return end(await failConfiguration({ ...now(), failure: unwritten }))
      show('AWAY', `${sentences.AWAY} The next try is on ${instantText(next)}.`)
      await sleep(pauseMs, { summary: `commit it again on ${instantText(next)}` })
      standing = await commit(now())
    }
    return end(standing)
  } catch (error) {
    if (isCancellation(error)) throw error
    return end(await failConfiguration({ ...now(), failure: failureIn(error, internal) }))
  }
}

function end({ status, says }: CommitStanding): CommitStanding['status'] {
  show(status, says === undefined ? sentences[status] : `${says} ${byErrand}`)
  return status
}
