import { afterAll, beforeAll, expect, test } from 'vitest'
import { Rows } from '../support/rows.ts'
import { swedishNumber } from '../support/swedish-number.ts'
import { smoke, type Smoke } from '../support/smoke.ts'

let stage: Smoke

beforeAll(async () => {
  stage = await smoke()
}, 120_000)
afterAll(() => stage.close())

test('a client that is taken on becomes active', async () => {
  const sent = { identificationNumber: swedishNumber(559_400_100), name: 'Nordlund AB' }
  const { id } = (await stage.tenant.api.post('/clients', sent)).body
  expect(await stage.result('onboardClient', id)).toBe('ACTIVE')
  const { body } = await stage.tenant.api.get(`/clients/${id}`)
  expect(body).toMatchObject({ status: 'ACTIVE', onboarding: { state: 'DONE' } })
})

test('a client that is connected to git has its configuration committed', async () => {
  const { id } = await new Rows(stage.at, stage.tenant.id).add('client')
  const path = `/clients/${String(id)}/connect-to-git`
  expect((await stage.tenant.api.put(path, {})).body.status).toBe('WAITING')
  expect(await stage.result('commitConfiguration', String(id))).toBe('COMMITTED')
  expect((await stage.tenant.api.put(path, {})).body.commitId).toMatch(/^[0-9a-f]{40}$/)
})

test('an invoice that no business system takes is tried three times, a minute apart', async () => {
  const rows = new Rows(stage.at, stage.tenant.id)
  const { id: clientId } = await rows.add('client', { invoiceErpId: null })
  const currencies = { invoiceCurrency: 'SEK', baseCurrency: 'SEK' }
  const { id: invoiceId } = await rows.add('invoice', { clientId, ...currencies })
  const queued = { clientId, invoiceId, direction: 'EXPORT', status: 'PENDING', attempts: 0 }
  const { id } = await rows.add('client_sync_invoice', queued)
  expect(await stage.result('exportInvoices', String(clientId))).toBe('DONE')
  const [row] = await stage.at.owner(
    'select status, attempts from client_sync_invoice where id = $1',
    [id],
  )
  expect(row).toEqual({ status: 'FAILED', attempts: 3 })
})
