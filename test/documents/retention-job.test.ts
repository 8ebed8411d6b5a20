import { expect, test } from 'vitest'
import { jobDone } from '../support/jobs.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const clientId = await clientIn(tenant)

async function documented(): Promise<{ id: string; storageKey: string }> {
  const invoiceId = await activatedInvoice(tenant, clientId)
  const { data } = (await tenant.api.get(`/documents/invoices?invoiceId=${invoiceId}`)).body
  const [{ id } = { id: '' }] = data as { id: string }[]
  const headers = { authorization: `Bearer ${tenant.api.token}` }
  await at.app.request(`/documents/${id}/file`, { headers })
  const [row] = await at.owner('select storage_key from document where id = $1', [id])
  return { id, storageKey: String(row?.['storage_key']) }
}

const isThere = async (id: string) => (await tenant.api.get(`/documents/${id}`)).status === 200
const stored = (key: string) => at.runtime.documents.get(key).then(Boolean, () => false)

test('a document goes with its bytes after the last day of its retention, and not on it', async () => {
  const { id, storageKey } = await documented()
  const { retentionUntil: until } = (await tenant.api.get(`/documents/${id}`)).body
  expect(until).toMatch(/^\d{4}-12-31$/)
  await jobDone(at, tenant, 'retention', until)
  expect([await isThere(id), await stored(storageKey)]).toEqual([true, true])
  const next = `${Number(until.slice(0, 4)) + 1}-01-01`
  expect(await jobDone(at, tenant, 'retention', next)).toMatchObject({
    status: 'DONE',
    counts: { deleted: 1 },
  })
  expect([await isThere(id), await stored(storageKey)]).toEqual([false, false])
  const [trace] = await at.owner(
    `select action, principal_name as by from changelog where entity_id = $1 order by id desc`,
    [id],
  )
  expect(trace).toEqual({ action: 'DELETED', by: 'job retention' })
})

test('a tenant keeps accounting material longer, and never shorter', async () => {
  const { id } = await documented()
  const { retentionUntil: until } = (await tenant.api.get(`/documents/${id}`)).body
  const key = '/system-setting/retention.accountingYears'
  expect((await tenant.api.put(key, { value: 6 })).status).toBe(400)
  expect((await tenant.api.put(key, { value: 10 })).status).toBe(200)
  const after = (years: number) => `${Number(until.slice(0, 4)) + years}-06-01`
  await jobDone(at, tenant, 'retention', after(1))
  await jobDone(at, tenant, 'retention', after(3))
  expect(await isThere(id)).toBe(true)
  await jobDone(at, tenant, 'retention', after(4))
  expect(await isThere(id)).toBe(false)
})

test('what belongs to an invoice that was booked later is kept as long as the invoice', async () => {
  const { id } = await documented()
  await at.owner(`update document set retention_until = '2026-12-31' where id = $1`, [id])
  await jobDone(at, tenant, 'retention', '2028-01-01')
  expect(await isThere(id)).toBe(true)
})
