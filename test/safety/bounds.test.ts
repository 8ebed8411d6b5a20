import { beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '../../src/domain/refusal.ts'
import { fileBodyMax } from '../../src/kernel/http/file.ts'
import { Uploads } from '../../src/kernel/http/uploads.ts'
import { asFile, goodPng } from '../support/pictures.ts'
import { clientIn, createdInvoice, invoiceBody } from '../support/trade.ts'
import { worldWithTenant, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string

const here = worldWithTenant()
beforeAll(async () => {
  ;({ at, tenant } = await here)
  clientId = await clientIn(tenant)
})

describe('bodies with files that are on their way', () => {
  const announcing = (length?: number) =>
    new Request('http://test', {
      headers: length === undefined ? {} : { 'content-length': String(length) },
    })
  const tooMany = (work: () => unknown) => {
    expect(work).toThrow(Refusal)
    expect(work).toThrow('Too many files')
  }

  test('are bounded for a tenant, and for all, by what they announce', () => {
    const uploads = new Uploads()
    const whole = announcing(fileBodyMax)
    const first = uploads.begin('a', whole)
    for (let more = 0; more < 3; more++) uploads.begin('a', announcing(10 * fileBodyMax))
    tooMany(() => uploads.begin('a', announcing(1)))
    for (const tenantId of ['b', 'c', 'd']) {
      for (let file = 0; file < 4; file++) uploads.begin(tenantId, whole)
    }
    tooMany(() => uploads.begin('e', announcing(1)))
    first.end()
    uploads.begin('a', whole)
    tooMany(() => uploads.begin('a', announcing(1)))
  })

  test('are counted as they arrive where they announce nothing', () => {
    const uploads = new Uploads()
    const upload = uploads.begin('a', announcing())
    for (let half = 0; half < 8; half++) upload.count(fileBodyMax / 2)
    tooMany(() => upload.count(1))
    upload.end()
    uploads.begin('a', announcing()).count(4 * fileBodyMax)
  })

  test('are over when they are answered, whatever the answer is', async () => {
    const attach = (file: object) =>
      tenant.api.post(
        '/documents/attachments/client',
        { clientId, ...file },
        { 'content-length': String(fileBodyMax) },
      )
    for (let turn = 0; turn < 3; turn++) {
      expect((await attach(asFile(goodPng()))).status).toBe(201)
      expect((await attach({ ...asFile(goodPng()), mimeType: 'no/type' })).status).toBe(400)
      expect((await attach(asFile(goodPng(), 'image/jpeg'))).status).toBe(400)
    }
  })
})

test('the faults of a refusal end at fifty, and it says how many there are', async () => {
  const articleRows = Array.from({ length: 120 }, () => ({ quantity: 'many' }))
  const { status, body } = await tenant.api.post(
    '/invoices',
    invoiceBody({ clientId, articleRows }),
  )
  expect([status, body.errors.length]).toEqual([400, 50])
  expect(body.detail).toMatch(/There are \d{3} faults, of which the first 50 are shown\.$/)
})

describe('an answer under a key', () => {
  const kept = async (key: string) =>
    at.owner('select length(body) as length from idempotency where key = $1', [key])

  const noted = (targetId: string, text: string) =>
    tenant.api.post('/notes', { targetType: 'INVOICE', targetId, text })

  test('that is large and only shows is not kept, and made again', async () => {
    const targetId = await createdInvoice(tenant, clientId)
    const text = 'x'.repeat(3900)
    for (let n = 0; n < 80; n++) expect((await noted(targetId, text)).status).toBe(201)
    const key = { 'idempotency-key': 'a-long-search' }
    const filters = { targetType: 'INVOICE', targetId }
    const search = (limit: number, under = key) =>
      tenant.api.post('/notes/search', { filters, limit }, under)
    const [first, again] = [await search(100), await search(100)]
    expect(JSON.stringify(first.body).length).toBeGreaterThan(256 * 1024)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBeNull()
    expect(await kept('a-long-search')).toEqual([])
    const short = { 'idempotency-key': 'a-short-search' }
    await search(2, short)
    expect((await search(2, short)).headers.get('idempotency-replayed')).toBe('true')
  })

  test('that is large and tells of something new is told once, and then what was made', async () => {
    const row = { quantity: '1', unit: 'm', price: '1.00', vatPercentage: 25 }
    const articleRows = Array.from({ length: 450 }, (_, n) => {
      return { ...row, description: `${n} ${'y'.repeat(900)}` }
    })
    const body = invoiceBody({ clientId, articleRows })
    const key = { 'idempotency-key': 'a-long-invoice' }
    const [first, again] = [
      await tenant.api.post('/invoices', body, key),
      await tenant.api.post('/invoices', body, key),
    ]
    expect(first.status).toBe(201)
    expect(JSON.stringify(first.body).length).toBeGreaterThan(256 * 1024)
    expect([again.status, again.body]).toMatchObject([
      409,
      { code: 'ANSWER_NOT_KEPT', existingId: first.body.id },
    ])
    expect(await kept('a-long-invoice')).toEqual([{ length: null }])
  })

  test('that is a file of few bytes is kept, and given again', async () => {
    const key = { 'idempotency-key': 'a-preview' }
    const invoiceId = await createdInvoice(tenant, clientId)
    const preview = () => tenant.api.put(`/invoices/${invoiceId}/preview`, {}, key)
    const [first, again] = [await preview(), await preview()]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await kept('a-preview')).toHaveLength(1)
  })
})
