import { expect, test } from 'vitest'
import { generateFile } from '../../src/activities/bookkeeping/files/generate-file.ts'
import { jobDone } from '../support/jobs.ts'
import { asked } from '../support/loans.ts'
import { activatedInvoice, clientIn, emptied } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const clientId = await clientIn(tenant)

async function documented(isOpen = false) {
  const invoiceId = await activatedInvoice(tenant, clientId)
  if (!isOpen) await emptied(tenant, invoiceId)
  const { data } = (await tenant.api.get(`/documents/invoices?invoiceId=${invoiceId}`)).body
  const [{ id } = { id: '' }] = data as { id: string }[]
  const headers = { authorization: `Bearer ${tenant.api.token}` }
  await at.app.request(`/documents/${id}/file`, { headers })
  const [row] = await at.owner('select storage_key from document where id = $1', [id])
  return { id, invoiceId, storageKey: String(row?.['storage_key']) }
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

test.each([
  ['ACTIVATED', 2090],
  ['DISPUTED', 2092],
] as const)(
  'what a claim that is %s needs outlives its day, until the claim is closed',
  async (status, year) => {
    const { id, invoiceId, storageKey } = await documented(true)
    await at.owner('update invoice set main_status = $2 where id = $1', [invoiceId, status])
    await jobDone(at, tenant, 'retention', `${year}-01-01`)
    expect([await isThere(id), await stored(storageKey)]).toEqual([true, true])
    await at.owner(`update invoice set main_status = 'ACTIVATED' where id = $1`, [invoiceId])
    await emptied(tenant, invoiceId)
    await jobDone(at, tenant, 'retention', `${year}-01-02`)
    expect([await isThere(id), await stored(storageKey)]).toEqual([false, false])
  },
)

test('what a client has on file stays while a loan to it runs', async () => {
  const of = await clientIn(tenant)
  const file = { clientId: of, filename: 'Agreement.pdf', content: 'JVBERi0xLjQK' }
  const { body } = await tenant.api.post('/documents/attachments/client', file)
  await at.owner(`update document set retention_until = '2031-12-31' where id = $1`, [body.id])
  const loanId = await asked({ tenant }, of)
  await at.owner(`update business_loan set status = 'ACTIVE' where id = $1`, [loanId])
  await jobDone(at, tenant, 'retention', '2091-01-01')
  expect(await isThere(body.id)).toBe(true)
  await at.owner(`update business_loan set status = 'CLOSED' where id = $1`, [loanId])
  await jobDone(at, tenant, 'retention', '2091-01-02')
  expect(await isThere(body.id)).toBe(false)
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

test('of broken years each is kept to the end of the calendar year in which it ends, and seven more', async () => {
  const broken = await clientIn(tenant)
  const chosen = await tenant.api.put(`/clients/${broken}/settings/bookkeeping`, {
    fiscalYearStart: '07-01',
  })
  expect(chosen.status).toBe(200)
  const dates = { invoiceDate: '2026-11-02', expireDate: '2026-12-02' }
  const invoiceId = await activatedInvoice(tenant, broken, { dates })
  const [{ id }] = (await tenant.api.get(`/documents/invoices?invoiceId=${invoiceId}`)).body.data
  const untilOf = async (of: string) =>
    (await tenant.api.get(`/documents/${of}`)).body.retentionUntil
  expect(await untilOf(id)).toBe('2034-12-31')
  await activatedInvoice(tenant, broken, { dates })
  const [voucher, next] = (await tenant.api.get(`/vouchers?clientId=${broken}&sort=number`)).body
    .data
  const { file } = (await tenant.api.put(`/vouchers/${voucher.id}/export`)).body
  expect(await untilOf(file.documentId)).toBe('2034-12-31')
  const asked = { format: 'SIE4I', toDate: '2999-12-31' } as const
  const made = await tenant.work((unit) => generateFile(unit, next.id, asked))
  const documentId = made?.documentId ?? ''
  expect(await untilOf(documentId)).toBe('2034-12-31')
  // Of before, which say a year less.
  await tenant.api.put('/system-setting/retention.accountingYears', { value: 7 })
  await at.owner(`update document set retention_until = '2033-12-31' where id = any ($1)`, [
    [id, documentId],
  ])
  for (const kept of [id, documentId]) {
    const { code, detail } = (await tenant.api.delete(`/documents/${kept}`)).body
    expect([code, detail]).toEqual(['DOCUMENT_RETAINED', 'It is kept until 2034-12-31.'])
  }
})

test('a file of vouchers outlives its document, which goes with all others of its day', async () => {
  const of = await clientIn(tenant)
  await activatedInvoice(tenant, of)
  const [voucher] = (await tenant.api.get(`/vouchers?clientId=${of}&sort=number`)).body.data
  const asked = { format: 'SIE4I', toDate: '2999-12-31' } as const
  const made = await tenant.work((unit) => generateFile(unit, voucher.id, asked))
  const documentId = made?.documentId ?? ''
  expect(await isThere(documentId)).toBe(true)
  expect(await jobDone(at, tenant, 'retention', '2199-01-01')).toMatchObject({ status: 'DONE' })
  expect(await isThere(documentId)).toBe(false)
  const file = await tenant.api.get(`/bookkeeping-files/${made?.id}`)
  expect(file.body).toMatchObject({ documentId, voucherCount: made?.voucherCount })
  const asks = await tenant.api.put(`/bookkeeping-files/${made?.id}/export`, {})
  expect([asks.status, asks.body.code]).toEqual([404, 'NOT_FOUND'])
})
