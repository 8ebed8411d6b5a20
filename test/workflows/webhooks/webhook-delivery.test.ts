import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tenantIn } from '../../support/world.ts'
import { attemptsOf } from '../../webhooks/deliveries.ts'
import { receiver } from '../../webhooks/receiver.ts'
import { nthId } from '../../support/ids-inside.ts'
import {
  secondMs,
  minuteMs,
  close,
  open,
  allowedHosts,
  receivers,
  delivered,
  logOf,
  status,
  retry,
  says,
  coolingDown,
  firstOf,
  ground,
  passed,
  lieFurtherBack,
  fastForwardTo,
  restarted,
  summariesOf,
} from './ground.ts'

beforeAll(open)
afterAll(close)

describe('the automatic retry', () => {
  test('comes after ten seconds and not before, with the same id and bytes', async () => {
    const delivery = await delivered(503)
    const { target, handle, id } = delivery
    expect(await logOf(id)).toMatchObject({ status: 'RETRYING', automatic_attempts: 1 })
    await says(delivery, /The receiver answered 503; one automatic retry follows in 10 s/)
    await ground.temporal.advance(handle, 9 * secondMs)
    expect(target.arrived).toHaveLength(1)
    target.answer(200)
    await ground.temporal.advance(handle, 2 * secondMs)
    expect(await handle.result()).toBe('DELIVERED')
    expect(target.arrived).toHaveLength(2)
    const [first, second] = target.arrived
    expect(second!.body).toBe(first!.body)
    expect(second!.headers['x-webhook-id']).toBe(id)
    expect(first!.headers['x-webhook-id']).toBe(id)
    expect(first!.body).toBe((await logOf(id)).payload)
    expect(await attemptsOf(ground.at, id)).toMatchObject([
      { number: 1, kind: 'AUTOMATIC', response_status: 503 },
      { number: 2, kind: 'AUTOMATIC', response_status: 200 },
    ])
    const { attempts } = (await ground.tenant.api.get(`/webhook/log/${id}`)).body
    expect(attempts[0].plannedAt).toBeNull()
    expect(Date.parse(attempts[1].plannedAt) - Date.parse(attempts[0].endedAt)).toBe(10 * secondMs)
    expect(await logOf(id)).toMatchObject({ status: 'DELIVERED', response_status: 200 })
  })

  test('is the only one, whatever it is answered', async () => {
    const delivery = await delivered((to) => to.socket!.destroy())
    await ground.temporal.advance(delivery.handle, 11 * secondMs)
    await status(delivery, 'FAILED')
    await says(delivery, coolingDown)
    await ground.temporal.advance(delivery.handle, 40 * minuteMs)
    expect(await delivery.handle.result()).toBe('FAILED')
    expect(delivery.target.arrived).toHaveLength(2)
    expect(await logOf(delivery.id)).toMatchObject({ status: 'FAILED', automatic_attempts: 2 })
  })

  test('does not follow a 4xx', async () => {
    const delivery = await delivered(410)
    await says(delivery, coolingDown)
    await ground.temporal.advance(delivery.handle, 31 * minuteMs)
    expect(await delivery.handle.result()).toBe('FAILED')
    expect(delivery.target.arrived).toHaveLength(1)
  })

  test('does not go to a subscription that was switched off or deleted meanwhile', async () => {
    const off = await delivered(500)
    const gone = await delivered(500)
    await ground.tenant.api.put(`/webhook/${off.webhookId}`, { enabled: false })
    await ground.tenant.api.delete(`/webhook/${gone.webhookId}`)
    for (const delivery of [off, gone]) {
      await ground.temporal.advance(delivery.handle, 11 * secondMs)
      await status(delivery, 'FAILED')
      expect(delivery.target.arrived).toHaveLength(1)
      expect((await logOf(delivery.id)).error).toMatch(/switched off or gone/)
    }
  })

  test('goes where the subscription points then, signed with what is its key then', async () => {
    const delivery = await delivered(500)
    const moved = await receiver(200)
    receivers.push(moved)
    allowedHosts.add(moved.host)
    const elsewhere = { url: moved.url, key: 'a key for the other host' }
    const changed = await ground.tenant.api.put(`/webhook/${delivery.webhookId}`, elsewhere)
    expect(changed.status).toBe(200)
    await ground.temporal.advance(delivery.handle, 11 * secondMs)
    expect(await delivery.handle.result()).toBe('DELIVERED')
    expect(delivery.target.arrived).toHaveLength(1)
    expect(moved.arrived).toHaveLength(1)
  })
})

describe('a manual retry', () => {
  test('is refused until 30 minutes after the first attempt, and taken then', async () => {
    const delivery = await delivered(404)
    await says(delivery, coolingDown)
    const first = await firstOf(delivery)
    await fastForwardTo(delivery, first + 30 * minuteMs - 5 * secondMs)
    const refused = await retry(delivery)
    expect(refused.status).toBe(409)
    expect(refused.body.code).toBe('WEBHOOK_RETRY_COOL_OFF')
    expect(Date.parse(refused.body.retryAllowedAt)).toBe(first + 30 * minuteMs)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(5)
    expect(delivery.target.arrived).toHaveLength(1)
    await ground.temporal.advance(delivery.handle, 6 * secondMs)
    expect(await delivery.handle.result()).toBe('FAILED')
    await lieFurtherBack(delivery, 30)
    expect((await retry(delivery)).status).toBe(202)
  })

  test('is judged so too by a run that begins with it, which ends by itself', async () => {
    const delivery = await delivered(404)
    await says(delivery, coolingDown)
    await delivery.handle.terminate('the engine lost its store')
    const refused = await retry(delivery)
    expect(refused.body.code).toBe('WEBHOOK_RETRY_COOL_OFF')
    expect(Date.parse(refused.body.retryAllowedAt)).toBe((await firstOf(delivery)) + 30 * minuteMs)
    await ground.temporal.advance(delivery.handle, 30 * minuteMs)
    expect(await delivery.handle.result()).toBe('FAILED')
    expect(delivery.target.arrived).toHaveLength(1)
  })

  test('is one POST without a retry of its own; the next waits five minutes for it', async () => {
    const delivery = await delivered(404)
    await passed(delivery)
    const accepted = await retry(delivery)
    expect({ status: accepted.status, body: accepted.body }).toMatchObject({
      status: 202,
      body: { id: delivery.id, manualAttempts: 1 },
    })
    expect(['SENDING', 'FAILED']).toContain(accepted.body.status)
    await expect.poll(() => delivery.target.arrived.length).toBe(2)
    await status(delivery, 'FAILED')
    const { handle } = delivery
    await says(delivery, coolingDown)
    const [asker] = await ground.at.owner(
      `select 'SYSTEM' as kind, id, name from token where tenant_id = $1 and super_user`,
      [ground.tenant.id],
    )
    const asked = `asked for by ${asker!['name']} (SYSTEM ${asker!['id']})`
    expect(await summariesOf(handle)).toEqual(
      expect.arrayContaining([`accept the retry ${asked}`, `manual retry ${asked}`]),
    )
    await ground.temporal.advance(handle, 4 * minuteMs + 55 * secondMs)
    const locked = await retry(delivery)
    expect(locked.body.code).toBe('WEBHOOK_RETRY_LOCKED')
    expect(delivery.target.arrived).toHaveLength(2)
    await ground.temporal.advance(handle, 10 * secondMs)
    expect(await handle.result()).toBe('FAILED')
    expect(delivery.target.arrived).toHaveLength(2)
    // Another run knows of the last one from the table, on a clock that was not moved.
    expect((await retry(delivery)).body.code).toBe('WEBHOOK_RETRY_LOCKED')
    const detail = await ground.tenant.api.get(`/webhook/log/${delivery.id}`)
    expect(detail.body.attempts).toMatchObject([
      { number: 1, kind: 'AUTOMATIC', askedBy: null },
      { number: 2, kind: 'MANUAL', responseStatus: 404, askedBy: asker },
    ])
  })

  test('of what has not failed is refused before anything else', async () => {
    const delivery = await delivered(200)
    const { status: code, body } = await retry(delivery)
    expect({ code, refusal: body.code }).toEqual({ code: 409, refusal: 'WEBHOOK_LOG_NOT_FAILED' })
    const moving = await delivered(500)
    expect((await retry(moving)).body.code).toBe('WEBHOOK_LOG_NOT_FAILED')
    await moving.handle.terminate('the test is done')
  })

  test('needs its right, and finds only what is there', async () => {
    const delivery = await delivered(404)
    const reader = await ground.tenant.holding(['ReadWebhookRequestLog'])
    expect((await reader.put(`/webhook/log/retry/${delivery.id}`)).status).toBe(403)
    const other = await tenantIn(ground.at)
    expect((await other.api.put(`/webhook/log/retry/${delivery.id}`)).status).toBe(404)
    await delivery.handle.terminate('the test is done')
  })

  test('delivers when the receiver is well again, also after its run has closed', async () => {
    const delivery = await delivered(404)
    await passed(delivery)
    delivery.target.answer(200)
    expect((await retry(delivery)).status).toBe(202)
    await status(delivery, 'DELIVERED')
    expect((await retry(delivery)).body.code).toBe('WEBHOOK_LOG_NOT_FAILED')
    expect(delivery.target.arrived).toHaveLength(2)
    expect(await delivery.handle.result()).toBe('DELIVERED')
  })
})

describe('manual retries at the same time', () => {
  test('is accepted once of fifty at the same time, with and without a key', async () => {
    const delivery = await delivered(404)
    await passed(delivery)
    delivery.target.answer(500)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        retry(delivery, n % 2 === 0 ? {} : { 'idempotency-key': randomUUID() }),
      ),
    )
    const said = Object.groupBy(answers, ({ status: code, body }) => body.code ?? code)
    const accepted = said[202]?.length ?? 0
    expect(accepted).toBeLessThanOrEqual(1)
    const refusals = new Set(Object.keys(said))
    refusals.delete('202')
    // Temporal takes ten at once for one run: under load the last may have to ask again.
    const askAgain = ['UNAVAILABLE', 'OVERLOADED']
    const tooLate = ['WEBHOOK_LOG_NOT_FAILED', 'WEBHOOK_RETRY_LOCKED']
    for (const code of refusals) expect([...askAgain, ...tooLate]).toContain(code)
    // The one that was accepted may not have heard of it in time.
    if (accepted === 0) {
      expect(refusals).toContain('UNAVAILABLE')
      const done = [202, ...tooLate]
      await expect
        .poll(() => retry(delivery).then(({ status: code, body }) => body.code ?? code))
        .toSatisfy((code) => done.includes(code))
    }
    await status(delivery, 'FAILED')
    expect(delivery.target.arrived).toHaveLength(2)
    expect((await logOf(delivery.id)).manual_attempts).toBe(1)
  })

  test('is answered again under its key', async () => {
    const delivery = await delivered(404)
    await passed(delivery)
    const key = { 'idempotency-key': randomUUID() }
    const accepted = await retry(delivery, key)
    expect(accepted.status).toBe(202)
    await status(delivery, 'FAILED')
    const again = await retry(delivery, key)
    expect(again.status).toBe(202)
    expect(again.body).toEqual(accepted.body)
    const refusedKey = { 'idempotency-key': randomUUID() }
    expect((await retry(delivery, refusedKey)).body.code).toBe('WEBHOOK_RETRY_LOCKED')
    expect((await retry(delivery, refusedKey)).body.code).toBe('WEBHOOK_RETRY_LOCKED')
    expect(delivery.target.arrived).toHaveLength(2)
  })
})

describe('a process that was lost', () => {
  test('goes on where its table stands: the retry comes, and no third POST', async () => {
    const delivery = await delivered(500)
    await says(delivery, /automatic retry follows/)
    await delivery.handle.terminate('the engine lost its store')
    const again = await restarted(delivery)
    await ground.temporal.advance(again, 11 * secondMs)
    await status(delivery, 'FAILED')
    expect(delivery.target.arrived).toHaveLength(2)
    await again.terminate('again')
    const third = await restarted(delivery)
    await ground.temporal.advance(third, 31 * minuteMs)
    expect(await third.result()).toBe('FAILED')
    expect(delivery.target.arrived).toHaveLength(2)
  })

  test('counts an attempt that it finds unfinished as one without an answer', async () => {
    const delivery = await delivered(500)
    await says(delivery, /automatic retry follows/)
    await delivery.handle.terminate('the worker died in its attempt')
    await ground.at.owner(
      `insert into webhook_attempt (tenant_id, log_id, number, kind, started_at)
       values ($1, $2, 2, 'AUTOMATIC', now())`,
      [ground.tenant.id, delivery.id],
    )
    await ground.at.owner('update webhook_log set automatic_attempts = 2 where id = $1', [
      delivery.id,
    ])
    const again = await restarted(delivery)
    await ground.temporal.advance(again, 11 * secondMs)
    await status(delivery, 'FAILED')
    expect(delivery.target.arrived).toHaveLength(1)
    const [, second] = await attemptsOf(ground.at, delivery.id)
    expect(second).toMatchObject({ response_status: null })
    expect(second!.error).toMatch(/stopped while it waited/)
    expect(second!.ended_at).not.toBeNull()
    await again.terminate('the test is done')
  })

  test('whose deliverer died is taken back after its lease, and tried once more', async () => {
    const delivery = await delivered(200)
    await ground.at.owner(`update webhook_log set status = 'SENDING' where id = $1`, [delivery.id])
    await ground.at.owner(
      `with attempt as (delete from webhook_attempt where log_id = $1 returning *)
       insert into webhook_taken (tenant_id, id, log_ids, started_at, lease_until)
       select tenant_id, ${nthId('WHT', '1')}, array[log_id], started_at,
         now() - interval '1 second'
       from attempt`,
      [delivery.id],
    )
    expect(await ground.deliverer.takeBack()).toBe(1)
    expect(await ground.deliverer.takeBack()).toBe(0)
    expect(await ground.at.owner('select * from webhook_taken')).toEqual([])
    await ground.relay.carry()
    expect(await logOf(delivery.id)).toMatchObject({ status: 'RETRYING' })
    await ground.temporal.advance(delivery.handle, 11 * secondMs)
    expect(await delivery.handle.result()).toBe('DELIVERED')
    expect(delivery.target.arrived).toHaveLength(2)
  })
})

describe('a tenant that wants a process for every delivery', () => {
  test('has its first attempt made there, and the same clock', async () => {
    const always = await tenantIn(ground.at, 'Always')
    await ground.at.owner(`update tenant set webhook_workflows = 'ALWAYS' where tenant_id = $1`, [
      always.id,
    ])
    const well = await delivered(200, always)
    expect(await well.handle.result()).toBe('DELIVERED')
    expect(await attemptsOf(ground.at, well.id)).toMatchObject([
      { number: 1, response_status: 200 },
    ])
    const ill = await delivered(500, always)
    await status(ill, 'RETRYING')
    await says(ill, /automatic retry follows/)
    await ground.temporal.advance(ill.handle, 9 * secondMs)
    expect(ill.target.arrived).toHaveLength(1)
    await ground.temporal.advance(ill.handle, 2 * secondMs)
    await status(ill, 'FAILED')
    expect(ill.target.arrived).toHaveLength(2)
    await ill.handle.terminate('the test is done')
  })
})

test('without Temporal a manual retry is refused for now', async () => {
  const delivery = await delivered(404)
  await passed(delivery)
  const { connected } = ground.at.runtime.engine
  ground.at.runtime.engine.connected = () => Promise.reject(new Error('away'))
  const { status: code, body, headers } = await retry(delivery)
  ground.at.runtime.engine.connected = connected
  expect({ code, refusal: body.code }).toEqual({ code: 503, refusal: 'UNAVAILABLE' })
  expect(headers.get('retry-after')).toBe('5')
  expect(delivery.target.arrived).toHaveLength(1)
})

test('with the real clock the retry comes ten seconds after the answer', async () => {
  const delivery = await delivered(500)
  delivery.target.answer(204)
  expect(await delivery.handle.result()).toBe('DELIVERED')
  const [first, second] = delivery.target.arrived
  const apart = second!.at - first!.at
  expect(apart).toBeGreaterThanOrEqual(10_000)
  expect(apart).toBeLessThan(12_000)
})
