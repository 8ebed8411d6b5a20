import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filled, unknownPlaceholders } from '../../src/domain/clients/invoice-text.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { Rows } from '../support/rows.ts'
import { swedishNumber } from '../support/swedish-number.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let id: string
let counter = 0

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  id = await client()
})
afterAll(() => at.close())

async function client(): Promise<string> {
  const identificationNumber = swedishNumber(559_800_100 + counter++)
  const sent = { identificationNumber, name: 'Nordlund AB' }
  return (await tenant.api.post('/clients', sent)).body.id
}

const get = (path: string, of = id) => tenant.api.get(`/clients/${of}${path}`)
const put = (path: string, body: object, of = id) => tenant.api.put(`/clients/${of}${path}`, body)

describe('settings', () => {
  test('are there from the beginning, with defaults', async () => {
    expect((await get('/settings/billing')).body).toMatchObject({
      clientId: id,
      billingFrequency: 'MONTHLY',
      setOff: true,
      version: 1,
    })
    expect((await get('/settings/bookkeeping')).body).toMatchObject({
      export: { method: 'SIE_FILE', voucherSeries: 'A' },
      bookInvoices: true,
    })
    expect((await get('/settings/invoice')).body).toMatchObject({
      paymentTermsDays: 30,
      defaultProductCode: 'INVOICE_SERVICE',
      paymentAccount: null,
    })
    expect((await get('/document-setting')).body).toMatchObject({
      language: 'sv',
      produce: 'AT_ACTIVATION',
    })
    expect((await get('/settings/compliance')).body.kycStatus).toBe('NOT_STARTED')
    expect((await get('/settings/invoice-text')).body.sv.invoice).toContain('{paymentReference}')
  })

  test('change as far as they are sent, with changelog and event', async () => {
    const before = (await get('/settings/bookkeeping')).body
    const sent = { export: { method: 'WEBHOOK', voucherSeries: 'K' }, version: before.version }
    const changed = await put('/settings/bookkeeping', sent)
    expect(changed.body).toEqual({
      ...before,
      export: { method: 'WEBHOOK', voucherSeries: 'K' },
      sources: { ...before.sources, 'export.method': 'CLIENT', 'export.voucherSeries': 'CLIENT' },
      version: before.version + 1,
      updatedAt: changed.body.updatedAt,
    })
    const half = await put('/settings/bookkeeping', { export: { voucherSeries: 'B' } })
    expect(half.body.export).toEqual({ method: 'WEBHOOK', voucherSeries: 'B' })
    const late = await put('/settings/bookkeeping', sent)
    expect([late.status, late.body.code]).toEqual([409, 'VERSION_CONFLICT'])
    const events = await at.owner(
      `select name from event where type = 'CLIENT' and name = 'settingsUpdated'
       and client_id = $1`,
      [id],
    )
    expect(events).toHaveLength(2)
  })

  test('refuse what they do not know, at its place', async () => {
    const refused = await put('/settings/bookkeeping', { export: { method: 'PIGEON' } })
    expect(refused.status).toBe(400)
    expect(refused.body.errors[0].pointer).toBe('/export/method')
    expect((await put('/settings/billing', { nonsense: 1 })).status).toBe(400)
  })

  test('of a client that has none yet are what it would begin with', async () => {
    const { id: bare } = await new Rows(at, tenant.id).add('client', {
      countryCode: 'SE',
      contactInformation: null,
      addressInformation: null,
    })
    expect((await get('/settings/billing', String(bare))).body.version).toBe(1)
    const changed = await put('/settings/billing', { setOff: false }, String(bare))
    expect(changed.body).toMatchObject({ setOff: false, version: 1 })
  })
})

describe('the account that debtors pay to', () => {
  test.each([
    [{ kind: 'BANKGIRO', number: '991-2346' }, undefined],
    [{ kind: 'PLUSGIRO', number: '28 65 43-4' }, undefined],
    [{ kind: 'IBAN', number: 'SE3550000000054910000003', bic: 'ESSESESS' }, undefined],
    [{ kind: 'BANKGIRO', number: '991-2345' }, '/paymentAccount/number'],
    [{ kind: 'IBAN', number: 'SE3550000000054910000004' }, '/paymentAccount/number'],
    [{ kind: 'IBAN', number: 'SE3550000000054910000003', bic: 'X' }, '/paymentAccount/bic'],
  ])('%j', async (paymentAccount, pointer) => {
    const answer = await put('/settings/invoice', { paymentAccount })
    if (pointer === undefined) expect(answer.body.paymentAccount).toEqual(paymentAccount)
    else expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, pointer])
  })
})

describe('the standing texts', () => {
  test('are changed one by one and previewed with their placeholders filled', async () => {
    const changed = await put('/settings/invoice-text', { en: { footer: 'Thank you.' } })
    expect(changed.body.en).toMatchObject({
      footer: 'Thank you.',
      creditInvoice: expect.stringContaining('{clientName}'),
    })
    const sent = { en: { footer: 'Dear {debtorName}, pay {amount} {currency}.' } }
    const shown = await tenant.api.post(`/clients/${id}/settings/invoice-text`, sent)
    expect(shown.status).toBe(200)
    expect(shown.body.en.footer).toBe('Dear Alva Lind, pay 1250.00 SEK.')
    expect(shown.body.sv.creditInvoice).toContain('Nordlund AB')
    expect((await get('/settings/invoice-text')).body.en.footer).toBe('Thank you.')
  })

  test('hold no placeholder that nobody fills', async () => {
    const body = { sv: { invoice: 'Hej {kund}' } }
    for (const refused of [
      await put('/settings/invoice-text', body),
      await tenant.api.post(`/clients/${id}/settings/invoice-text`, body),
    ]) {
      expect(refused.status).toBe(400)
      expect(refused.body.errors[0]).toMatchObject({
        pointer: '/sv/invoice',
        code: 'UNKNOWN_PLACEHOLDER',
      })
    }
    expect(unknownPlaceholders('{amount} {x}')).toEqual(['x'])
    expect(filled('{amount}{currency}', { amount: '1' })).toBe('1')
  })
})

describe('the documents', () => {
  test('get a logotype that is there, is an image, and is nobody else’s', async () => {
    const rows = new Rows(at, tenant.id)
    const image = { status: 'STORED', mimeType: 'image/png', debtorId: null, invoiceId: null }
    const own = String((await rows.add('document', { ...image, clientId: id }))['id'])
    const set = await put('/logotype', { documentId: own })
    expect(set.body.logoDocumentId).toBe(own)
    expect((await get('/document-setting')).body.logoDocumentId).toBe(own)
    const theirs = (await rows.add('document', { ...image, clientId: await client() }))['id']
    const foreign = await put('/logotype', { documentId: theirs })
    expect([foreign.status, foreign.body.errors[0].pointer]).toEqual([404, '/documentId'])
    const text = { ...image, mimeType: 'text/plain', clientId: id }
    const wrong = await put('/logotype', { documentId: (await rows.add('document', text))['id'] })
    expect([wrong.status, wrong.body.errors[0].code]).toEqual([400, 'NOT_AN_IMAGE'])
    expect((await put('/logotype', { documentId: null })).body.logoDocumentId).toBeNull()
  })

  test('are set up by a POST that says where to read them', async () => {
    const sent = { pdfLayout: 'COMPACT', colours: { primary: '#102030' } }
    const made = await tenant.api.post(`/clients/${id}/document-setting`, sent)
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toBe(`/clients/${id}/document-setting`)
    expect(made.body).toMatchObject({ colours: { primary: '#102030', text: '#1a1a1a' } })
  })
})

test('reminders are the tenant’s until the client changes its own', async () => {
  const of = await client()
  expect((await get('/reminder-profiles/default', of)).status).toBe(404)
  const changed = await put('/reminder-profiles/default', { reminderDays: [3, 10, 20] }, of)
  expect(changed.body).toMatchObject({ ownerType: 'CLIENT', clientId: of, name: 'Standard' })
  const other = await client()
  expect((await get('/reminder-profiles/default', other)).body).toMatchObject({
    ownerType: 'TENANT',
    reminderDays: [5, 15],
  })
  const refused = await put('/reminder-profiles/default', { reminderDays: [10, 5] }, of)
  expect(refused.status).toBe(400)
})

test('what may still be financed says what stands in the way', async () => {
  const rows = new Rows(at, tenant.id)
  const of = await client()
  await rows.add('credit_status', {
    clientId: of,
    currency: 'SEK',
    productCode: 'INVOICE_FACTORING_SELL',
    creditLimit: 100_000n,
    temporaryLimit: null,
    temporaryUntil: null,
    utilised: 30_000n,
    reserved: 20_000n,
    status: 'OK',
  })
  const { body } = await get('/financing-limits', of)
  expect(body.limits).toEqual([
    {
      productCode: 'INVOICE_FACTORING_SELL',
      currency: 'SEK',
      creditLimit: '1000.00',
      temporaryLimit: null,
      temporaryUntil: null,
      limit: '1000.00',
      utilised: '300.00',
      reserved: '200.00',
      available: '500.00',
      status: 'OK',
      obstacles: ['CLIENT_NOT_ACTIVE', 'PRODUCT_NOT_ENABLED', 'KYC_NOT_APPROVED'],
    },
  ])
  await at.owner(
    `update credit_status set temporary_limit = 20000, temporary_until = '2020-01-01',
       credit_limit = 10000 where client_id = $1`,
    [of],
  )
  const over = (await get('/financing-limits', of)).body.limits[0]
  expect(over).toMatchObject({ limit: '100.00', available: '-400.00', status: 'BLOCKED' })
  expect(over.obstacles).toContain('LIMIT_BLOCKED')
})

describe('what nothing would come of yet', () => {
  test.each([
    ['put', '/settings/bookkeeping', { basis: 'CASH' }, '/basis', { basis: 'ACCRUAL' }],
    ['put', '/settings/bookkeeping', { bookPayments: false }, '/bookPayments', {}],
    ['put', '/settings/invoice', { numberSeries: 'F' }, '/numberSeries', { numberSeries: null }],
    ['post', '/document-setting', { attachTerms: true }, '/attachTerms', { attachTerms: false }],
  ] as const)('is refused: %s %s %j', async (method, path, sent, pointer, as) => {
    const before = (await get(path)).body
    const { status, body } = await tenant.api[method](`/clients/${id}${path}`, sent)
    expect([status, body.code]).toEqual([409, 'NOT_YET_IN_USE'])
    expect(body.errors).toMatchObject([{ pointer, code: 'NOT_YET_IN_USE' }])
    expect(body.detail).toContain('until')
    expect((await get(path)).body).toEqual(before)
    const again = await tenant.api[method](`/clients/${id}${path}`, as)
    expect(again.status).toBeLessThan(300)
  })
})

describe('what was sent is looked at last', () => {
  test.each([
    ['/settings/bookkeeping', { basis: 'CASH' }],
    ['/settings/invoice', { numberSeries: 'F' }],
    ['/settings/invoice', { paymentAccount: { kind: 'BANKGIRO', number: '991-2345' } }],
    ['/settings/invoice-text', { sv: { footer: '{nothing}' } }],
  ] as const)('%s %j: no such client, then what the caller saw', async (path, sent) => {
    const { version } = (await put(path, {})).body
    const none = await tenant.api.put(`/clients/${newId('Client')}${path}`, sent)
    expect([none.status, none.body.code]).toEqual([404, 'NOT_FOUND'])
    const stale = await put(path, { ...sent, version: version + 7 })
    expect([stale.status, stale.body.code]).toEqual([409, 'VERSION_CONFLICT'])
    const at = { 'if-match': `"${version + 7}"` }
    const newer = await tenant.api.put(`/clients/${id}${path}`, sent, at)
    expect([newer.status, newer.body.code]).toEqual([412, 'PRECONDITION_FAILED'])
    const judged = await put(path, { ...sent, version })
    expect([400, 409]).toContain(judged.status)
    expect(judged.body.code).not.toBe('VERSION_CONFLICT')
  })
})

describe('where debtors pay', () => {
  const paidTo = (number: string) => ({ paymentAccount: { kind: 'BANKGIRO', number } })

  test('is for the tenant to say, since what it has bought is paid there too', async () => {
    const of = await client()
    const own = await tenant.holding(['UpdateClientInvoiceDetails'], { clientId: of })
    const path = `/clients/${of}/settings/invoice`
    const refused = await own.put(path, paidTo('5050-1055'))
    expect([refused.status, refused.body.code]).toEqual([403, 'ACCESS_DENIED'])
    expect((await own.put(path, { defaultChannel: 'LETTER' })).status).toBe(200)
  })

  test('is changed by two, once it is known', async () => {
    const of = await client()
    await tenant.api.put('/system-setting/dualControl.CLIENT_BANK_ACCOUNT', { value: 'ALWAYS' })
    const path = '/settings/invoice'
    expect((await put(path, paidTo('5050-1055'), of)).status).toBe(200)
    expect((await put(path, paidTo('5050-1055'), of)).status).toBe(200)
    const asked = await put(path, paidTo('991-2346'), of)
    expect(asked.status).toBe(202)
    const other = await tenant.holding(['UpdateClientInvoiceDetails'])
    const agreed = await other.put(`/clients/${of}${path}`, paidTo('991-2346'), {
      'X-Confirms': asked.body.internalRequestId,
    })
    expect([agreed.status, agreed.body.paymentAccount.number]).toEqual([200, '991-2346'])
  })
})
