import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@temporalio/client'
import { NativeConnection, Worker } from '@temporalio/worker'
import { expect, inject, vi } from 'vitest'
import { gathering } from '../../src/activities/areas.ts'
import { Watch } from '../../src/activities/watch.ts'
import { freePort } from '../../src/embedded/ports.ts'
import { Invitation } from '../../src/entities/invitation.ts'
import { Relay } from '../../src/kernel/relay/relay.ts'
import { followClock } from '../../src/ports/database/clock.ts'
import { engineClient } from '../../src/run/engine-client.ts'
import { keepPolling } from '../../src/run/keep-polling.ts'
import type { BackgroundPart } from '../../src/run/presence.ts'
import { invitedUser } from '../support/people.ts'
import { silentProxy } from '../support/silent-proxy.ts'
import { happens, subscribed } from '../webhooks/deliveries.ts'
import {
  emptyEngine,
  ground,
  scrapedAfter,
  withParts,
  type Bring,
  type Read,
} from './alert-ground.ts'

const secondMs = 1_000

interface Cause {
  labels?: Record<string, string>
  bring: Bring
}

const withoutPart =
  (other: BackgroundPart): Bring =>
  async (look) => {
    await withParts(['worker', 'relay'], look)
    await withParts([other], look)
    await withParts(['worker', 'relay'], look)
  }

/** A message that nobody carries, so long ago. */
async function messageWaits(minutes: number): Promise<void> {
  await ground.tenant.work((unit) => {
    const expiresAt = new Date(unit.now.getTime() + 86_400_000)
    const { id: userId } = invitedUser(unit)
    const invitation = unit.add(Invitation, { userId, status: 'PENDING', expiresAt })
    unit.start('inviteUser', invitation.id)
  })
  if (minutes === 0) return
  const older = 'update outbox set id = uuidv7(make_interval(mins => -$1::int))'
  await ground.at.owner(older, [minutes])
}

const noMessages = () => ground.at.owner('delete from outbox')

const messagesWait: Bring = async (look) => {
  await messageWaits(4)
  await look()
  await noMessages()
  await messageWaits(6)
  await look()
  await noMessages()
  await look()
}

/** Temporal takes nothing that large, and was asked to as often as it ever is. */
const messagesRefused: Bring = async (look) => {
  await messageWaits(0)
  await look()
  await ground.at.owner(
    `update outbox set input = jsonb_build_object('x', repeat('x', 3000000)), attempts = 20,
       due_at = now()`,
  )
  const { client } = await ground.engine.connected()
  const relay = new Relay({
    gathering,
    url: ground.parts.relayUrl,
    client,
    log: ground.at.runtime.log,
  })
  await relay.carry()
  await relay.stop()
  await look()
  await noMessages()
  await look()
}

const deliveriesLate: Bring = async (look) => {
  await subscribed(ground.tenant, 'https://receiver.example/hook')
  await happens(ground.tenant)
  await look()
  await ground.at.owner(`update webhook_queue set due_at = due_at - interval '6 minutes'`)
  await look()
  await ground.at.owner('delete from webhook_queue')
  await look()
}

const oldInvitations = `update user_invitation set created_at = now() - interval '16 minutes'`

const standsStill: Bring = async (look) => {
  await messageWaits(0)
  await noMessages()
  await look()
  await ground.at.owner(oldInvitations)
  await look()
  await ground.at.owner(`update user_invitation set sent_at = now()`)
  await look()
}

const errandsOpen: Bring = async (look) => {
  const watch = new Watch(ground.parts.relayUrl, ground.at.runtime, async () => ground.operator.id)
  await withParts(['worker'], async () => {
    await messageWaits(0)
    await noMessages()
    await watch.look()
    await look()
    await ground.at.owner(oldInvitations)
    await watch.look()
    await look()
    await ground.at.owner(`update user_invitation set sent_at = now()`)
    await watch.look()
    await look()
  })
  await watch.stop()
}

/** Whoever reads it waits for as long as it takes to look. */
async function locked(table: string, work: () => Promise<void>): Promise<void> {
  await ground.at.owner('begin')
  await ground.at.owner(`lock table ${table} in access exclusive mode`)
  try {
    await work()
  } finally {
    await ground.at.owner('rollback')
  }
}

const many = 200

/** As a machine has it whose connections are few, or more than requests are handled at once. */
const crowded =
  (connections: 'few' | 'many'): Bring =>
  async (look) => {
    const left = connections === 'few' ? /^receivables_requests_w.*\n/gm : /^.*_wanted.*\n/gm
    const reading = (read: Read) => () => read('/reason-code')
    const look2 = (text: string) => look(async () => text.replace(left, ''))
    await look2(await scrapedAfter(async (read) => void (await reading(read)())))
    const asked: Promise<unknown>[] = []
    await locked('reason_code', async () => {
      const text = await scrapedAfter(async (read) => {
        for (let n = 0; n < many; n++) asked.push(reading(read)().catch(() => undefined))
        await expect
          .poll(() => ground.at.runtime.pool.waiting, { interval: 20 })
          .toBeGreaterThan(50)
      })
      await look2(text)
    })
    await Promise.allSettled(asked)
    await look2(await scrapedAfter(async (read) => void (await reading(read)())))
  }

/** A worker ends, and another cannot begin as long as the engine is away. */
const workerDoesNotPoll: Bring = async (look) => {
  const { address, codePath } = inject('temporal')
  const { client } = await ground.engine.connected()
  let isAway = false
  const open = async (taskQueue: string) => {
    const connection = await NativeConnection.connect({ address })
    const { namespace } = client.options
    const worker = await Worker.create({
      connection,
      namespace,
      taskQueue,
      workflowBundle: { codePath },
    })
    const ended = worker.run().then(() => connection.close())
    opened.push(worker)
    return { worker, ended }
  }
  const opened: Worker[] = []
  const prepare = async () => {
    if (isAway) throw new Error('away')
  }
  const kept = await keepPolling('rx-core', open, prepare, ground.at.runtime)
  const states = () => ({ 'rx-core': kept.state() })
  ground.parts.workers = { states, stop: () => kept.stop() }
  await expect.poll(kept.state).toBe('RUNNING')
  await look()
  isAway = true
  opened[0]!.shutdown()
  await expect.poll(kept.state).toBe('STOPPED')
  await look()
  isAway = false
  await expect.poll(kept.state).toBe('RUNNING')
  await look()
  await kept.stop()
  ground.parts.workers = undefined
}

/** So many that nobody takes up; in a namespace of its own, where they stay. */
const engineBacklog: Bring = async (look) => {
  await look()
  const crowd = await emptyEngine()
  const { client } = await crowd.connected()
  let left = 1_050
  const starting = Array.from({ length: 30 }, async () => {
    while (left-- > 0) await started(client, `waits/${left}`)
  })
  await Promise.all(starting)
  ground.parts.engine = crowd
  await look()
  ground.parts.engine = ground.engine
  await crowd.stop()
}

const started = (client: Client, workflowId: string) =>
  client.workflow.start('inviteUser', { workflowId, taskQueue: 'rx-core', args: [{}] })

/** The database says nothing any more, and 21 s go by. */
const relayRests: Bring = async (look) => {
  const { client } = await ground.engine.connected()
  const proxy = await silentProxy(new URL(ground.parts.relayUrl))
  const url = new URL(ground.parts.relayUrl)
  url.host = `127.0.0.1:${proxy.port}`
  const startRelay = async () => {
    const relay = new Relay({ gathering, url: url.href, client, log: ground.at.runtime.log })
    relay.start()
    await expect.poll(() => relay.restsMs, { interval: 20 }).toBeLessThan(secondMs)
    return (ground.parts.relay = relay)
  }
  const first = await startRelay()
  await look()
  proxy.fallSilent('all')
  const { now } = performance
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 21 * secondMs)
  await look()
  vi.restoreAllMocks()
  proxy.passOn()
  const second = await startRelay()
  await look()
  ground.parts.relay = undefined
  await proxy.close()
  await Promise.all([first.stop(), second.stop()])
}

const clockApart: Bring = async (look) => {
  const following = await followClock(ground.at.runtime.pool, () => undefined)
  await look()
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() - 6 * secondMs)
  await look()
  vi.restoreAllMocks()
  await look()
  await following.stop()
}

const temporalUnread: Bring = async (look) => {
  await look()
  ground.parts.engine = engineClient(
    { address: `127.0.0.1:${await freePort()}`, namespace: 'away' },
    ground.at.keys,
  )
  await look()
  ground.parts.engine = ground.engine
  await look()
}

export const reads = (times: number) => async (read: Read) => {
  for (let n = 0; n < times; n++) await read('/reason-code')
}
export const fine = () => scrapedAfter(reads(20))

/** A table that is not there. */
const requestsFail: Bring = async (look) => {
  await look(fine)
  await ground.at.owner('alter table reason_code rename to reason_code_gone')
  await look(() => scrapedAfter(async (read) => expect(await read('/reason-code')).toBe(500)))
  await ground.at.owner('alter table reason_code_gone rename to reason_code')
  await look(fine)
}

const requestsSlow: Bring = async (look) => {
  await look(fine)
  await look(() =>
    scrapedAfter(async (read) => {
      let waits: Promise<number> | undefined
      await locked('reason_code', async () => {
        waits = read('/reason-code')
        await sleep(1_100)
      })
      expect(await waits).toBe(200)
    }),
  )
  await look(fine)
}

export const causes: Record<string, Cause[]> = {
  NoWorker: [{ bring: withoutPart('relay') }],
  NoRelay: [{ bring: withoutPart('worker') }],
  MessagesWait: [{ bring: messagesWait }],
  MessagesRefused: [{ bring: messagesRefused }],
  DeliveriesLate: [{ bring: deliveriesLate }],
  StandsStill: [{ labels: { kind: 'invitations' }, bring: standsStill }],
  ErrandsOpen: [{ labels: { cause: 'standstill/invitations' }, bring: errandsOpen }],
  RequestsWait: [{ bring: crowded('few') }, { bring: crowded('many') }],
  WorkerDoesNotPoll: [{ labels: { queue: 'rx-core' }, bring: workerDoesNotPoll }],
  EngineBacklog: [{ labels: { queue: 'rx-core' }, bring: engineBacklog }],
  RelayRests: [{ bring: relayRests }],
  ClockApart: [{ bring: clockApart }],
  TemporalUnread: [{ bring: temporalUnread }],
  RequestsFail: [{ bring: requestsFail }],
  RequestsSlow: [{ bring: requestsSlow }],
}
