import type { WorkflowHandle } from '@temporalio/client'
import { expect } from 'vitest'
import { gathering } from '../../../src/activities/areas.ts'
import { Relay } from '../../../src/kernel/relay/relay.ts'
import { createActivities } from '../../../src/activities/registry.ts'
import type { Deliverer } from '../../../src/activities/webhooks/deliverer.ts'
import { workflowIdOf } from '../../../src/domain/processes.ts'
import { engine, type Engine } from '../../support/temporal.ts'
import { tenantIn, world, type TestTenant, type World } from '../../support/world.ts'
import {
  attemptsOf,
  delivererOf,
  happens,
  logsOf,
  logsWithPayload,
  subscribed,
  type Log,
} from '../../webhooks/deliveries.ts'
import { authority, receiver, type Answering, type Receiver } from '../../webhooks/receiver.ts'

export const secondMs = 1_000
export const minuteMs = 60_000

interface Ground {
  at: World
  tenant: TestTenant
  temporal: Engine
  deliverer: Deliverer
  relay: Relay
}

// Filled by `open`, which is the tests' beforeAll.
export const ground = {} as Ground
export const allowedHosts = new Set<string>()
export const receivers: Receiver[] = []

export async function open(): Promise<void> {
  const at = await world({ poster: { allowedHosts, ca: authority } })
  ground.at = at
  ground.tenant = await tenantIn(at)
  const activities = createActivities(at.runtime)
  ground.temporal = await engine({ keys: at.keys, activities, taskQueue: 'rx-webhooks' })
  const { client, connection } = ground.temporal
  at.runtime.engine.connected = async () => ({ client, connection, close: async () => undefined })
  ground.deliverer = delivererOf(at)
  ground.relay = new Relay({ gathering, url: at.installed.relayUrl, client, log: at.runtime.log })
}
export async function close(): Promise<void> {
  await ground.relay?.stop()
  await ground.deliverer?.stop()
  await ground.temporal?.close()
  for (const { close } of receivers) await close()
  await ground.at?.runtime.poster.close()
  await ground.at?.close()
}

export interface Delivery {
  target: Receiver
  webhookId: string
  id: string
  handle: WorkflowHandle
}

/** A delivery whose first attempt was answered so, and the process that it got where it got one. */
export async function delivered(how: Answering | number, of = ground.tenant): Promise<Delivery> {
  const target = await receiver(how)
  receivers.push(target)
  allowedHosts.add(target.host)
  ground.at.clock.now = new Date()
  const webhookId = await subscribed(of, target.url)
  await happens(of)
  await carried()
  const [log] = await logsOf(ground.at, webhookId)
  await ground.at.owner('delete from webhook_route where webhook_id = $1', [webhookId])
  const { id } = log!
  const handle = ground.temporal.client.workflow.getHandle(
    workflowIdOf('webhookDelivery', of.id, id),
  )
  return { target, webhookId, id, handle }
}

export async function carried(): Promise<void> {
  await ground.deliverer.carry()
  await ground.deliverer.settled()
  await ground.relay.carry()
}

export const logOf = async (id: string) =>
  (await ground.at.owner(`${logsWithPayload} where l.id = $1`, [id]))[0] as unknown as Log

export async function status({ id }: Delivery, expected: string): Promise<void> {
  await expect.poll(async () => (await logOf(id)).status, { interval: 30 }).toBe(expected)
}

export const retry = ({ id }: Delivery, headers = {}) =>
  ground.tenant.api.put(`/webhook/log/retry/${id}`, undefined, headers)

/** The process has begun to wait: its operator reads so. */
export async function says({ handle }: Delivery, words: RegExp): Promise<void> {
  const where = () => handle.query<string>('where').catch(() => '')
  await expect.poll(where, { interval: 30 }).toMatch(words)
}

export const coolingDown = /No manual retry before/
export const firstOf = async ({ id }: Delivery) =>
  (await attemptsOf(ground.at, id))[0]!.started_at.getTime()

/** The windows are over: the run has closed, and what a table knows of it lies far enough back. */
export async function passed(delivery: Delivery): Promise<void> {
  await says(delivery, coolingDown)
  await ground.temporal.advance(delivery.handle, 31 * minuteMs)
  await delivery.handle.result()
  await lieFurtherBack(delivery, 31)
}

/** Runs are moved through time, tables are not. */
export async function lieFurtherBack({ id }: Delivery, minutes: number): Promise<void> {
  await ground.at.owner(
    `update webhook_log set first_attempt_at = first_attempt_at - make_interval(mins => $2)
     where id = $1`,
    [id, minutes],
  )
}

export async function fastForwardTo({ handle }: Delivery, instant: number): Promise<void> {
  await ground.temporal.advance(handle, instant - Date.now())
}

export const restarted = ({ id }: Delivery) =>
  ground.temporal.client.workflow.start('webhookDelivery', {
    taskQueue: ground.temporal.taskQueue,
    workflowId: workflowIdOf('webhookDelivery', ground.tenant.id, id),
    args: [{ tenantId: ground.tenant.id, entityId: id }],
  })

/** What the Temporal UI says of each step that the run has begun. */
export async function summariesOf(handle: WorkflowHandle): Promise<string[]> {
  const { events = [] } = await handle.fetchHistory()
  const { payloadCodecs: codecs = [], payloadConverter } =
    ground.temporal.client.options.loadedDataConverter
  const summaries = (events ?? []).flatMap(({ userMetadata }) => userMetadata?.summary ?? [])
  return Promise.all(
    summaries.map(async (sealed) => {
      let [payload] = [sealed]
      for (const codec of codecs) [payload] = (await codec.decode([payload!])) as [typeof sealed]
      return payloadConverter.fromPayload<string>(payload!)
    }),
  )
}
