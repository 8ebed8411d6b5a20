import {
  allHandlersFinished,
  ApplicationFailure,
  condition,
  defineQuery,
  defineUpdate,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  sleep,
} from '@temporalio/workflow'
import type { Activities } from '../../activities/registry.ts'
import type { AcceptedRetry } from '../../activities/webhooks/accept-retry.ts'
import type { DeliveryState } from '../../activities/webhooks/delivery-state.ts'
import {
  coolOffMs,
  lockMs,
  retryAfterMs,
  retryRefusedUntil,
  type DeliveryStatus,
  type RetryAskedBy,
  type RetryRefused,
} from '../../domain/webhooks/delivery.ts'
import { endsByItsVersion, instantText, retryForever, show, type ProcessInput } from '../process.ts'

export interface DeliveryInput extends ProcessInput {
  firstAttemptAt?: number
  lastManualAt?: number
  /** Where it stands, given to a run that needs not look it up; its attempts are then local. */
  status?: DeliveryStatus
  answer?: string
  /** When its first attempt ended. */
  endedAt?: number
  /** Its status follows its moves: what began in a release before has the one of its start for good. */
  followed?: true
}

export const retryUpdate = defineUpdate<DeliveryState, [RetryAskedBy?]>('retry')
export const whereQuery = defineQuery<string>('where')

const { openDelivery } = proxyActivities<Activities>({
  ...retryForever,
  summary: 'read the delivery',
})
const apart = proxyActivities<Activities>({ ...retryForever, summary: 'automatic retry' })
const locally = proxyLocalActivities<Activities>({
  ...retryForever,
  localRetryThreshold: '1 second',
  summary: 'automatic attempt',
})
const manual = (what: string, asker: string) =>
  proxyActivities<Activities>({ ...retryForever, summary: `${what}${asker}` })

/** What there is to do about one that failed. */
const again = 'PUT /webhook/log/retry/{id} sends it again'

endsByItsVersion(webhookDelivery)

/** One delivery that did not succeed at once: its automatic retry, and the windows of manual ones. */
export async function webhookDelivery(input: DeliveryInput): Promise<string> {
  const known: Known = { firstAt: input.firstAttemptAt, manualAt: input.lastManualAt }
  let asked = false
  let asker = ''
  let where = 'The delivery is being read.'
  const isFollowed = input.status === undefined || input.followed === true
  const say = (words: string, status?: DeliveryStatus) => {
    where = words
    if (status !== undefined && isFollowed) show(status, words)
    else setCurrentDetails(words)
  }
  const now = () => ({ tenantId: input.tenantId, entityId: input.entityId, at: Date.now() })
  setHandler(whereQuery, () => where)
  setHandler(
    retryUpdate,
    async (by?: RetryAskedBy) => {
      const state = await accepted(known, now(), by)
      asker = askerOf(by)
      asked = true
      return state
    },
    { validator: (_by?: RetryAskedBy) => refuseWhileWindowsRun(known) },
  )

  const { attemptDelivery } = input.status === undefined ? apart : locally
  let state = stateGiven(input) ?? (await openDelivery(now()))
  known.firstAt = state.firstAttemptAt ?? known.firstAt
  known.manualAt ??= state.lastManualAt ?? undefined
  if (state.isFirst) state = await attemptDelivery(now())
  known.firstAt ??= state.firstAttemptAt ?? undefined
  while (state.status === 'RETRYING') {
    say(`The receiver answered ${state.answer}; one automatic retry follows in 10 s.`, 'RETRYING')
    await untilRetry(state)
    state = await attemptDelivery(now())
  }
  if (state.status === 'SENDING') asked = true
  for (;;) {
    if (asked) {
      asked = false
      say(`A manual retry${asker} is under way.`, 'SENDING')
      state = await manual('manual retry', asker).retryManually(now())
    }
    const until = windowsEnd(known)
    if (state.status === 'FAILED' && until > Date.now()) {
      say(waiting(state, known), 'FAILED')
      await condition(() => asked, until - Date.now(), { summary: windowWords(known) })
    } else {
      await condition(allHandlersFinished)
      if (!asked) break
    }
  }
  const failed = `Failed: ${state.answer}. Once its receiver is well, ${again}.`
  say(state.status === 'DELIVERED' ? 'Delivered.' : failed, state.status)
  return state.status
}

/** As its first attempt left it, or as whoever asks for a manual retry has just read it. */
function stateGiven(input: DeliveryInput): DeliveryState | undefined {
  const { status, answer = 'no answer', firstAttemptAt, lastManualAt, endedAt } = input
  if (status === undefined) return undefined
  return {
    status,
    answer,
    firstAttemptAt: firstAttemptAt ?? null,
    lastManualAt: lastManualAt ?? null,
    isFirst: status === 'SENDING' && firstAttemptAt === undefined,
    ...(endedAt !== undefined && { retryAt: endedAt + retryAfterMs }),
  }
}

interface Known {
  firstAt: number | undefined
  manualAt: number | undefined
}

/** Never longer than from the end of the first attempt, however far behind the engine's clock is. */
function untilRetry({ retryAt, retryInMs }: DeliveryState): Promise<void> {
  const leftMs = retryInMs ?? (retryAt === undefined ? retryAfterMs : retryAt - Date.now())
  return sleep(Math.min(retryAfterMs, Math.max(1, leftMs)), { summary: 'automatic retry in 10 s' })
}

/** What the row says of it; from then on that is what is known. */
async function accepted(
  known: Known,
  now: { tenantId: string; entityId: string; at: number },
  by: RetryAskedBy | undefined,
): Promise<DeliveryState> {
  let before = known.manualAt
  known.manualAt = now.at
  try {
    const { acceptRetry } = manual('accept the retry', askerOf(by))
    const state: AcceptedRetry = await acceptRetry({ ...now, ...(by && { by }) })
    if (state.refused !== undefined) {
      known.firstAt = state.firstAttemptAt ?? undefined
      before = state.lastManualAt ?? undefined
      throw refusedRetry(state.refused, state.judgedAt ?? now.at)
    }
    known.manualAt = state.lastManualAt ?? now.at
    return state
  } catch (error) {
    known.manualAt = before
    throw error
  }
}

/** By name, and by what finds them among others of that name. */
const askerOf = (by: RetryAskedBy | undefined) =>
  by === undefined ? '' : ` asked for by ${by.name} (${by.kind} ${by.id})`

/** The two windows, judged on the workflow's own clock; the code is the type of the failure. */
function refuseWhileWindowsRun(known: Known): void {
  const now = Date.now()
  const refused = retryRefusedUntil(known, now)
  if (refused !== undefined) throw refusedRetry(refused, now)
}

const refusedRetry = ({ code, until }: RetryRefused, now: number) =>
  ApplicationFailure.nonRetryable(code, code, until, Math.ceil((until - now) / 1_000))

function windowsEnd({ firstAt, manualAt }: Known): number {
  return Math.max(
    firstAt === undefined ? 0 : firstAt + coolOffMs,
    manualAt === undefined ? 0 : manualAt + lockMs,
  )
}

function waiting({ answer }: DeliveryState, known: Known): string {
  const until = instantText(windowsEnd(known))
  return `Failed: the receiver answered ${answer}. No manual retry before ${until}; then ${again}.`
}

function windowWords({ firstAt = 0, manualAt = 0 }: Known): string {
  const coolOff = firstAt + coolOffMs
  const lock = manualAt + lockMs
  return coolOff >= lock
    ? `cool-off until ${instantText(coolOff)}`
    : `lock until ${instantText(lock)}`
}
