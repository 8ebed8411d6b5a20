import { afterAll, beforeAll, expect, test } from 'vitest'
import { SystemDebtor } from '../../src/entities/system-debtor.ts'
import { traceOf } from '../access/people.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
  await createdInvoice(tenant, clientId)
})
afterAll(() => at.close())

const read = (written: string) => tenant.api.get(`/system-debtors/${encodeURIComponent(written)}`)

test('an identity is found by its number in any spelling, and by its id', async () => {
  const { status, body } = await read('556677-8899')
  expect(status).toBe(200)
  expect(body).toMatchObject({ countryCode: 'SE', name: 'Nordic Timber AB', status: 'ACTIVE' })
  for (const written of ['5566778899', 'SE556677889901', '165566778899', body.id]) {
    expect((await read(written)).body).toEqual(body)
  }
  for (const written of ['556677-8898', 'NO5566778899', 'nothing', '%', '...']) {
    expect((await read(written)).status, written).toBe(404)
  }
  const filters = { identificationNumber: '556677-8899' }
  const found = await tenant.api.post('/system-debtors/search', { filters })
  expect(found.body.data).toEqual([body])
  expect((await tenant.api.get('/system-debtors?name=Nordic%20Timber%20AB')).body.data).toEqual([
    body,
  ])
})

test('a number of two countries has its country before it', async () => {
  const identificationNumber = '923609016'
  const facts = { identificationNumber, type: 'COMPANY', status: 'ACTIVE' } as const
  await tenant.work(async (unit) => {
    unit.add(SystemDebtor, { ...facts, countryCode: 'NO', name: 'Of Norway' })
    unit.add(SystemDebtor, { ...facts, countryCode: 'DK', name: 'Of Denmark' })
  })
  const both = await read(identificationNumber)
  expect([both.status, both.body.code]).toEqual([409, 'NUMBER_OF_SEVERAL'])
  expect(both.body.detail).toContain('DK923609016')
  expect((await read(`NO${identificationNumber}`)).body.name).toBe('Of Norway')
  expect((await read(`DK${identificationNumber}`)).body.name).toBe('Of Denmark')
})

test('its name is corrected, with the version that was read, and leaves a trace', async () => {
  const { body } = await read('556677-8899')
  const path = '/system-debtors/556677-8899'
  const put = await tenant.api.put(path, { name: 'Nordic Timber i Umeå AB', version: body.version })
  expect(put.body).toMatchObject({ id: body.id, name: 'Nordic Timber i Umeå AB' })
  const late = await tenant.api.put(path, { name: 'Late', version: body.version })
  expect([late.status, late.body.code]).toEqual([409, 'VERSION_CONFLICT'])
  const { events, log } = await traceOf(at, body.id)
  expect(events.at(-1)).toBe('updated')
  expect(log.at(-1)?.changes).toMatchObject({ name: { to: 'Nordic Timber i Umeå AB' } })
  expect((await tenant.api.put(path, { identificationNumber: '1' })).status).toBe(400)
})

test('nothing of it is there for a client, whatever rights it has', async () => {
  const rights = ['ReadSystemDebtor', 'ReadSystemDebtors', 'UpdateSystemDebtors'] as const
  const bound = await tenant.holding([...rights, 'SearchSystemDebtors'], { clientId })
  for (const answer of [
    await bound.get('/system-debtors/556677-8899'),
    await bound.get('/system-debtors'),
    await bound.post('/system-debtors/search', {}),
    await bound.put('/system-debtors/556677-8899', { name: 'Mine' }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND'])
  }
  const other = await tenantIn(at, 'Other')
  expect((await other.api.get('/system-debtors/556677-8899')).status).toBe(404)
  expect((await other.api.get('/system-debtors')).body.data).toEqual([])
})

test('labels stand on it by its number as well', async () => {
  const { body: label } = await tenant.api.post('/labels', { name: 'Watched' })
  const put = await tenant.api.post('/system_debtors/556677-8899/labels', { labelId: label.id })
  expect(put.status).toBe(201)
  const listed = await tenant.api.get('/system_debtors/5566778899/labels')
  expect(listed.body.data).toEqual([put.body])
  const gone = await tenant.api.delete(`/system_debtors/556677-8899/labels/${put.body.id}`)
  expect(gone.status).toBe(204)
})
