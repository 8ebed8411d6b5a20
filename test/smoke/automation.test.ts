import { afterAll, beforeAll, expect, test } from 'vitest'
import { reason } from '../support/reason.ts'
import { everyMorning, runsOf, scheduled } from '../support/schedules.ts'
import { smoke, type Smoke } from '../support/smoke.ts'

let stage: Smoke

beforeAll(async () => {
  stage = await smoke()
}, 120_000)
afterAll(() => stage.close())

test('what takes a second person ends after three days without one', async () => {
  const path = '/vouchers/settings/locked-period'
  const lock = (lockedUntil: string) => stage.tenant.api.put(path, { lockedUntil })
  await lock('2026-03-31')
  const { status, body } = await lock('2026-02-28')
  expect(status).toBe(202)
  expect(await stage.result('expireRequest', body.internalRequestId)).toBe('EXPIRED')
  const [request] = await stage.at.owner('select status from internal_request where id = $1', [
    body.internalRequestId,
  ])
  expect(request).toEqual({ status: 'EXPIRED' })
  const period = await stage.tenant.api.get(path)
  expect(period.body).toMatchObject({ lockedUntil: '2026-03-31' })
})

test('an event is followed by what an automation says of it', async () => {
  const { api } = stage.tenant
  const { body } = await api.post('/automation', { name: 'Nothing', type: 'REASON_CODE' })
  await api.post('/reason-code', reason('SMOKE'))
  const [run] = await stage.at.owner('select id_text(id) as id from automation_run')
  expect(await stage.result('runAutomation', String(run?.['id']))).toBe('NOT_MET')
  const runs = await api.get(`/automation/${body.id}/runs`)
  expect(runs.body.data).toMatchObject([{ status: 'NOT_MET', depth: 1 }])
})

test('a schedule that comes due is planned, made and mailed', async () => {
  const { at, tenant } = stage
  const id = await scheduled(tenant.api)
  await at.owner(`update schedule set next_run_at = now() - interval '1 minute' where id = $1`, [
    id,
  ])
  expect(await stage.result('planSchedule', id)).toBe('PLANNED')
  const [run] = await runsOf(at, id)
  expect(await stage.result('runSchedule', String(run!['id']))).toBe('SENT')
  const sent = at.letters.filter(({ subject }) => subject === everyMorning.name)
  expect(sent.map(({ to }) => to)).toEqual(everyMorning.recipients)
})
