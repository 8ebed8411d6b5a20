import { randomUUID } from 'node:crypto'
import type { Client } from '@temporalio/client'
import type { Payload } from '@temporalio/common'
import type { Keys } from '../keys/keys.ts'
import { EncryptionCodec, keyIdOfPayload } from './codec.ts'

/*
 * Whatever passes through Temporal stays sealed by the key that was the current one then. What a
 * process was told goes with its history; a schedule stays, so what it begins is sealed anew.
 */

/** How long clocks of processes and the engine may be apart. */
const apartMs = 60_000

/** Processes, open or still kept, that began before a moment, and so may need the keys of then. */
export async function processesBefore(client: Client, at: Date): Promise<number> {
  const until = new Date(at.getTime() + apartMs).toISOString()
  const { count } = await client.workflow.count(`StartTime < "${until}"`)
  return count
}

const pageSize = 1_000

type Schedule = Awaited<ReturnType<Client['workflowService']['describeSchedule']>>['schedule']
type Begins = NonNullable<NonNullable<NonNullable<Schedule>['action']>['startWorkflow']>

/** The schedules whose processes would begin with something that these keys have sealed. */
export async function schedulesSealedBy(
  client: Client,
  keyIds: readonly string[],
): Promise<string[]> {
  const found: string[] = []
  for await (const { scheduleId } of client.schedule.list({ pageSize })) {
    const begins = await beginsOf(client, scheduleId)
    if (begins && payloadsOf(begins).some((payload) => keyIds.includes(keyOf(payload)))) {
      found.push(scheduleId)
    }
  }
  return found
}

export async function resealSchedules(
  client: Client,
  keys: Keys,
  formerIds: readonly string[],
): Promise<void> {
  const { namespace } = client.options
  for (const scheduleId of await schedulesSealedBy(client, formerIds)) {
    const { schedule, conflictToken } = await client.workflowService.describeSchedule({
      namespace,
      scheduleId,
    })
    const begins = schedule?.action?.startWorkflow
    if (schedule == null || begins == null) continue
    await resealBegun(new EncryptionCodec(keys), namespace, begins)
    // One that somebody changed meanwhile was sealed by whoever did, or is looked at again.
    await client.workflowService.updateSchedule({
      namespace,
      scheduleId,
      schedule,
      conflictToken,
      requestId: randomUUID(),
    })
  }
}

async function beginsOf(client: Client, scheduleId: string): Promise<Begins | undefined> {
  const { namespace } = client.options
  const { schedule } = await client.workflowService.describeSchedule({ namespace, scheduleId })
  return schedule?.action?.startWorkflow ?? undefined
}

const keyOf = ({ metadata }: Payload): string =>
  Buffer.from(metadata?.[keyIdOfPayload] ?? []).toString()

function payloadsOf({ input, memo, userMetadata, header }: Begins): Payload[] {
  return [
    ...(input?.payloads ?? []),
    ...Object.values(memo?.fields ?? {}),
    ...Object.values(header?.fields ?? {}),
    ...[userMetadata?.summary, userMetadata?.details].flatMap((payload) => payload ?? []),
  ]
}

/** In place, each as it was for the same process. */
async function resealBegun(
  codec: EncryptionCodec,
  namespace: string,
  begins: Begins,
): Promise<void> {
  const context = { type: 'workflow', namespace, workflowId: begins.workflowId ?? '' } as const
  for (const payload of payloadsOf(begins)) {
    if (keyOf(payload) === '') continue
    const [plain] = await codec.decodeToShow([payload])
    const [anew] = await codec.encode([plain!], context)
    Object.assign(payload, anew)
  }
}
