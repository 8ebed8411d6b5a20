import { afterAll, beforeAll, expect, test } from 'vitest'
import { coolOffMs, lockMs, type DeliveryStatus } from '../../../src/domain/webhooks/delivery.ts'
import { attemptsOf } from '../../webhooks/deliveries.ts'
import type { Answering } from '../../webhooks/receiver.ts'
import {
  close,
  coolingDown,
  delivered,
  firstOf,
  ground,
  logOf,
  minuteMs,
  open,
  restarted,
  retry,
  says,
  secondMs,
  status,
  type Delivery,
} from './ground.ts'
import { idCodes } from '../../../src/domain/ids.ts'
import { nthId } from '../../support/ids-inside.ts'
import { fractions } from '../../support/chance.ts'
import { seed } from '../../support/seed.ts'

// Whatever receivers answer, whoever dies and whenever somebody asks for a retry: a delivery does
// what these few lines say of it.
beforeAll(open)
afterAll(close)

const walks = 8
const stepsMax = 7
/** The clock of the database and of who asks goes on meanwhile. */
const clearOfEdgesMs = minuteMs

const answers = [200, 404, 500, 0] as const
type Answer = (typeof answers)[number]

/** What is expected of a delivery. */
interface Model {
  status: DeliveryStatus
  posts: number
  automatic: number
  manual: number
  /** Those whose process died before it was known what came of them. */
  lost: number
  firstAt: number
  manualAt: number | undefined
  /** How far the clock of its run is ahead. */
  aheadMs: number
}

const afterAutomatic = (answer: Answer, attempt: number): DeliveryStatus => {
  if (answer === 200) return 'DELIVERED'
  return answer === 404 || attempt === 2 ? 'FAILED' : 'RETRYING'
}

const windowsEnd = ({ firstAt, manualAt = -Infinity }: Model) =>
  Math.max(firstAt + coolOffMs, manualAt + lockMs)

const runsNow = ({ aheadMs }: Model) => Date.now() + aheadMs

function refusalOf(model: Model): string | undefined {
  if (model.status !== 'FAILED') return 'WEBHOOK_LOG_NOT_FAILED'
  const now = runsNow(model)
  if (now < model.firstAt + coolOffMs) return 'WEBHOOK_RETRY_COOL_OFF'
  return now < (model.manualAt ?? -Infinity) + lockMs ? 'WEBHOOK_RETRY_LOCKED' : undefined
}

const next = fractions(seed)
const oneOf = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)]!

/** None is a connection that breaks. */
const given = (answer: Answer): Answering | number =>
  answer === 0 ? (to) => to.socket!.destroy() : answer

test(`deliveries do what their model does (SEED=${seed})`, { timeout: 600_000 }, async () => {
  for (let walk = 0; walk < walks; walk++) {
    const done: string[] = []
    try {
      await walkedThrough(done)
    } catch (error) {
      throw new Error(`after ${done.join(', ')}`, { cause: error })
    }
  }
})

async function walkedThrough(done: string[]): Promise<void> {
  const { delivery, model } = await begun(done)
  await compared(delivery, model)
  if (model.status === 'RETRYING') await repeated(delivery, model, done)
  for (let step = 0; step < stepsMax && model.status === 'FAILED'; step++) {
    if (next() < 0.6) await moved(delivery, model, done)
    await askedForRetry(delivery, model, done)
    await compared(delivery, model)
  }
  await askedForRetry(delivery, model, done)
  await delivery.handle.terminate('the walk is over').catch(() => undefined)
}

/** The first attempt is made, or its deliverer dies in it. */
async function begun(done: string[]): Promise<{ delivery: Delivery; model: Model }> {
  const answer = oneOf(answers)
  const isLost = next() < 0.25
  done.push(isLost ? 'a first attempt that was lost' : `first answer ${answer}`)
  const delivery = await delivered(given(isLost ? 200 : answer))
  if (isLost) await lose(delivery)
  const model = {
    status: isLost ? ('RETRYING' as const) : afterAutomatic(answer, 1),
    posts: 1,
    automatic: 1,
    manual: 0,
    lost: isLost ? 1 : 0,
    firstAt: await firstOf(delivery),
    manualAt: undefined,
    aheadMs: 0,
  }
  return { delivery, model }
}

/** As it was when it was taken, by a process that is no more. */
async function lose({ id }: Delivery): Promise<void> {
  const { at, deliverer, relay } = ground
  await at.owner(
    `with attempt as (delete from webhook_attempt where log_id = $1 returning *),
       log as (update webhook_log set status = 'QUEUED', automatic_attempts = 0,
         first_attempt_at = null, last_attempt_at = null, delivered_at = null,
         response_status = null where id = $1)
     insert into webhook_taken (tenant_id, id, log_ids, started_at, lease_until)
     select tenant_id, id_within(${idCodes.WHT}, log_id, 0),
       array[log_id, ${nthId('WHRL', '1')}], started_at,
       now() - interval '1 second' from attempt`,
    [id],
  )
  expect(await deliverer.takeBack()).toBe(1)
  expect(await deliverer.takeBack()).toBe(0)
  await relay.carry()
}

/** The ten seconds pass, and the one retry is made; or its process is lost, before or in it. */
async function repeated(delivery: Delivery, model: Model, done: string[]): Promise<void> {
  await says(delivery, /automatic retry follows/)
  await askedForRetry(delivery, model, done)
  const how = oneOf(['goes on', 'is lost before', 'is lost in it'] as const)
  const answer = oneOf(answers)
  done.push(`second answer ${answer}, the process ${how}`)
  delivery.target.answer(given(answer))
  if (how !== 'goes on') await delivery.handle.terminate('it is lost')
  if (how === 'is lost in it') {
    await ground.at.owner(
      `with log as (update webhook_log set automatic_attempts = 2 where id = $1 returning *)
       insert into webhook_attempt (tenant_id, log_id, number, kind, started_at)
       select tenant_id, id, 2, 'AUTOMATIC', now() from log`,
      [delivery.id],
    )
  }
  if (how !== 'goes on') await restarted(delivery)
  await says(delivery, /automatic retry follows/)
  await forward(delivery, model, 11 * secondMs)
  model.automatic = 2
  if (how === 'is lost in it') model.lost++
  else model.posts++
  model.status = how === 'is lost in it' ? 'FAILED' : afterAutomatic(answer, 2)
  await status(delivery, model.status)
  await compared(delivery, model)
}

async function forward({ handle }: Delivery, model: Model, ms: number): Promise<void> {
  await ground.temporal.advance(handle, ms)
  model.aheadMs += ms
}

/** Time passes, clear of the edges; a run whose windows are over has ended. */
async function moved(delivery: Delivery, model: Model, done: string[]): Promise<void> {
  await says(delivery, coolingDown)
  const edges = [model.firstAt + coolOffMs, (model.manualAt ?? 0) + lockMs]
  let ms = Math.round(next() * 40 * minuteMs)
  const isNear = () => edges.some((edge) => Math.abs(runsNow(model) + ms - edge) < clearOfEdgesMs)
  while (isNear()) ms += minuteMs
  done.push(`${Math.round(ms / secondMs)} s`)
  await forward(delivery, model, ms)
  if (runsNow(model) < windowsEnd(model)) return
  expect(await delivery.handle.result()).toBe('FAILED')
  await lieBack(delivery, model)
}

/** Runs are moved through time, tables are not; the next run begins on the clock of these. */
async function lieBack({ id }: Delivery, model: Model): Promise<void> {
  const { aheadMs } = model
  await ground.at.owner(
    `update webhook_log set first_attempt_at = first_attempt_at - $2 * interval '1 millisecond',
       last_manual_at = last_manual_at - $2 * interval '1 millisecond' where id = $1`,
    [id, aheadMs],
  )
  model.firstAt -= aheadMs
  if (model.manualAt !== undefined) model.manualAt -= aheadMs
  model.aheadMs = 0
}

async function askedForRetry(delivery: Delivery, model: Model, done: string[]): Promise<void> {
  const refusal = refusalOf(model)
  const answer = oneOf(answers)
  done.push(`asked for, ${refusal ?? `answer ${answer}`}`)
  delivery.target.answer(given(answer))
  const { status: code, body } = await retry(delivery)
  expect({ code, refusal: body.code }).toEqual(
    refusal === undefined ? { code: 202, refusal: undefined } : { code: 409, refusal },
  )
  if (refusal !== undefined) return
  model.posts++
  model.manual++
  model.status = answer === 200 ? 'DELIVERED' : 'FAILED'
  await expect.poll(() => delivery.target.arrived.length).toBe(model.posts)
  await status(delivery, model.status)
  const [log] = await ground.at.owner('select last_manual_at from webhook_log where id = $1', [
    delivery.id,
  ])
  model.manualAt = (log!['last_manual_at'] as Date).getTime()
}

/** The log, its attempts, and what has arrived. */
async function compared({ id, target }: Delivery, model: Model): Promise<void> {
  const { posts, automatic, manual, lost } = model
  expect(await logOf(id)).toMatchObject({
    status: model.status,
    automatic_attempts: automatic,
    manual_attempts: manual,
  })
  expect(automatic).toBeLessThanOrEqual(2)
  expect(target.arrived).toHaveLength(posts)
  expect(new Set(target.arrived.map(({ body }) => body)).size).toBe(1)
  expect(new Set(target.arrived.map(({ headers }) => headers['x-webhook-id']))).toEqual(
    new Set([id]),
  )
  const attempts = await attemptsOf(ground.at, id)
  expect(attempts.map(({ number }) => number)).toEqual(
    Array.from({ length: automatic + manual }, (_, n) => n + 1),
  )
  expect(attempts.filter(({ ended_at: endedAt }) => endedAt === null)).toEqual([])
  const unknown = attempts.filter(({ error }) => error?.includes('stopped while it waited'))
  expect(unknown).toHaveLength(lost)
}
