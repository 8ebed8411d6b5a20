import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freezeInvoice } from '../../src/activities/invoices/documents/freeze-invoice.ts'
import { produceInvoiceDocument } from '../../src/activities/invoices/documents/produce-document.ts'
import { keptFrozen } from '../support/frozen.ts'
import { isOcr } from '../../src/domain/clients/references.ts'
import { Invoice } from '../../src/entities/invoice.ts'
import { pdfText } from '../support/pdf-text.ts'
import { activatedInvoice, clientIn, createdInvoice, invoiceBody } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string

const paymentAccount = { kind: 'BANKGIRO', number: '5050-1055' }

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant, { name: 'Åkerströms Bygg AB' })
  await changed('INVOICE', { paymentAccount })
})
afterAll(() => at.close())

async function changed(kind: string, value: object, of = clientId): Promise<void> {
  await at.owner(
    `update client_setting set value = value || $3::jsonb where client_id = $1 and kind = $2`,
    [of, kind, JSON.stringify(value)],
  )
}

async function bytesOf(path: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${tenant.api.token}` }
  const file = await at.app.request(path, { headers })
  expect(file.status).toBe(200)
  return Buffer.from(await file.arrayBuffer())
}

async function documentOf(invoiceId: string) {
  const { data } = (await tenant.api.get(`/documents/invoices?invoiceId=${invoiceId}`)).body
  expect(data).toHaveLength(1)
  return data[0]
}

const allCounts = async () => {
  const [counts] = await at.owner(
    `select (select count(*) from changelog) + (select count(*) from event) as traces,
      (select count(*) from invoice) as invoices, (select count(*) from debtor) as debtors,
      (select count(*) from document) as documents,
      (select json_agg(next_number) from payment_reference_setting) as numbers,
      (select sum(version) from invoice) as versions`,
  )
  return counts
}

describe('the document of an invoice that is activated', () => {
  test('is a PDF of what was activated, kept as long as the law wants', async () => {
    const invoiceId = await activatedInvoice(tenant, clientId, {
      invoiceNumber: 'ÅÄÖ-1',
      references: { your: 'Anna Ek' },
      debtor: {
        ...(invoiceBody()['debtor'] as object),
        invoiceAddress: { address: 'Långa Gatan 1', zip: '111 22', city: 'Örebro' },
      },
    })
    const document = await documentOf(invoiceId)
    const invoice = (await tenant.api.get(`/invoices/${invoiceId}`)).body
    expect(document).toMatchObject({
      type: 'INVOICE',
      ownerType: 'INVOICE',
      ownerId: invoiceId,
      clientId,
      filename: 'Faktura ÅÄÖ-1.pdf',
      mimeType: 'application/pdf',
      language: 'sv',
      status: 'STORED',
      retentionUntil: '2033-12-31',
    })
    const bytes = await bytesOf(`/documents/${document.id}/file`)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(document.sha256)
    expect(bytes.length).toBe(document.size)
    expect(isOcr(invoice.paymentReference, 'HARD')).toBe(true)
    const text = pdfText(bytes).flat()
    for (const said of [
      'Faktura',
      'ÅÄÖ-1',
      'Åkerströms Bygg AB',
      'Nordic Timber AB',
      'Anna Ek',
      'Örebro',
      '2026-11-02',
      '2026-12-02',
      'Planks',
      '1 000,00',
      '250,00',
      'SEK 1 250,00',
      '5050-1055',
      invoice.paymentReference,
    ]) {
      expect(text.join('\n')).toContain(said)
    }
    const refused = await tenant.api.delete(`/documents/${document.id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'DOCUMENT_RETAINED'])
  })

  test('is made once, however often its step is done', async () => {
    const invoiceId = await activatedInvoice(tenant, clientId)
    const document = await documentOf(invoiceId)
    const frozen = await keptFrozen(at, 'invoice_activation', 'k.invoice_id = $1', [invoiceId])
    const task = { runtime: at.runtime, now: at.clock.now }
    const again = [1, 2, 3].map(() => produceInvoiceDocument(task, frozen))
    expect(await Promise.allSettled(again)).toMatchObject(
      again.map(() => ({ status: 'fulfilled', value: document.id })),
    )
    expect((await documentOf(invoiceId)).sha256).toBe(document.sha256)
  })

  test('shows what was so when it was activated, whatever changes later', async () => {
    const invoiceId = await activatedInvoice(tenant, clientId)
    const before = await documentOf(invoiceId)
    await changed('INVOICE', { paymentAccount: { kind: 'BANKGIRO', number: '991-2346' } })
    const again = await tenant.api.post('/documents/invoice', { invoiceId })
    await changed('INVOICE', { paymentAccount })
    expect([again.status, again.body.id]).toEqual([201, before.id])
    const text = pdfText(await bytesOf(`/documents/${before.id}/file`)).flat()
    expect(text).toContain('5050-1055')
  })

  test('is in the language of the debtor, else in that of the client’s documents', async () => {
    await changed('DOCUMENT', { language: 'en', vatNumber: 'SE000000000001', fTax: true })
    const invoiceId = await activatedInvoice(tenant, clientId)
    await changed('DOCUMENT', { language: 'sv' })
    const document = await documentOf(invoiceId)
    expect(document.language).toBe('en')
    const text = pdfText(await bytesOf(`/documents/${document.id}/file`)).flat()
    expect(text).toContain('Amount to pay')
    expect(text).toContain('VAT no. SE000000000001')
    expect(text).toContain('Approved for Swedish F-tax')
  })
})

const ownerRows = (sql: string) => at.owner(sql, [tenant.id])

describe('the document', () => {
  test('says that a claim is assigned exactly when it is', async () => {
    const frozenAs = async (financingStatus: 'NONE' | 'REQUESTED' | 'FINANCED' | 'RECOURSED') =>
      tenant.work(async (unit) => {
        const invoice = await unit.load(Invoice, await createdInvoice(tenant, clientId))
        Object.assign(invoice, { financingStatus, productCode: 'INVOICE_FACTORING_SELL' })
        return freezeInvoice(unit, invoice, { number: 1 })
      })
    const { name } = (await ownerRows('select name from tenant where tenant_id = $1'))[0]!
    const sold = await frozenAs('FINANCED')
    expect(sold.payment?.payee).toBe(name)
    expect(sold.assignmentText).toContain(`överlåten till ${String(name)}`)
    expect(sold.assignmentText).toContain('5050-1055')
    for (const status of ['NONE', 'REQUESTED', 'RECOURSED'] as const) {
      const own = await frozenAs(status)
      expect(own.assignmentText).toBeNull()
      expect(own.payment?.payee).not.toBe(name)
    }
    const usual = (await tenant.api.get(`/clients/${clientId}/settings/invoice-text`)).body
    await changed('INVOICE_TEXT', { sv: { ...usual.sv, factoringClause: ' ' } })
    expect((await frozenAs('FINANCED')).assignmentText).toContain(`överlåten till ${String(name)}`)
  })

  test('of a credit note names the invoice it credits', async () => {
    const debit = await activatedInvoice(tenant, clientId, { invoiceNumber: 'D-77' })
    const credit = await activatedInvoice(tenant, clientId, {
      type: 'CREDIT_INVOICE',
      references: { creditsInvoiceNumber: 'D-77' },
    })
    const document = await documentOf(credit)
    expect(document.type).toBe('CREDIT_INVOICE')
    const text = pdfText(await bytesOf(`/documents/${document.id}/file`)).flat()
    expect(text).toContain('Kreditfaktura')
    const whole = text.join(' ')
    for (const word of ['räntelagen', 'Dröjsmålsränta', 'dröjsmålsränta', 'Bankgiro', 'OCR']) {
      expect(whole).not.toContain(word)
    }
    expect(whole).toContain('avräknas')
    expect(text).toContain('D-77 (2026-11-02)')
    expect(text).not.toContain('Bankgiro')
    expect(debit).not.toBe(credit)
  })

  test('waits until it is asked for, where the client wants that', async () => {
    await changed('DOCUMENT', { produce: 'ON_DEMAND' })
    const invoiceId = await activatedInvoice(tenant, clientId)
    await changed('DOCUMENT', { produce: 'AT_ACTIVATION' })
    const document = await documentOf(invoiceId)
    expect(document).toMatchObject({ status: 'FROZEN', size: null, sha256: null })
    const [first, second] = await Promise.all([
      bytesOf(`/documents/${document.id}/file`),
      bytesOf(`/documents/${document.id}/file`),
    ])
    expect(first).toEqual(second)
    const made = await tenant.api.put(`/documents/${document.id}/generate`)
    const sha256 = createHash('sha256').update(first).digest('hex')
    expect(made.body).toMatchObject({ status: 'STORED', size: first.length, sha256, version: 2 })
    expect(await bytesOf(`/documents/${document.id}/file`)).toEqual(first)
    expect((await tenant.api.put(`/documents/${document.id}/generate`)).body.version).toBe(2)
  })

  test('of an invoice that is not booked is refused', async () => {
    const invoiceId = await createdInvoice(tenant, clientId)
    const { status, body } = await tenant.api.post('/documents/invoice', { invoiceId })
    expect([status, body.code]).toEqual([409, 'INVOICE_NOT_ACTIVATED'])
  })

  test('is kept as long as what came with its invoice', async () => {
    const invoiceId = await activatedInvoice(tenant, clientId)
    const content = Buffer.from('%PDF-1.4\n').toString('base64')
    const sent = { invoiceId, filename: 'a.pdf', mimeType: 'application/pdf', content }
    const { body } = await tenant.api.post('/documents/attachments/invoice', sent)
    const refused = await tenant.api.delete(`/documents/${body.id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'DOCUMENT_RETAINED'])
  })
})

test('an invoice in another currency shows its VAT in that of the books', async () => {
  const articleRows = [
    { price: '100.01', vatPercentage: 25, discountPercent: '10', discountAmount: '1.01' },
    { price: '10', vatPercentage: 6 },
  ]
  const currency = { invoiceCurrency: 'EUR', baseCurrency: 'SEK' }
  const invoiceId = await activatedInvoice(tenant, clientId, { articleRows, currency })
  const { id } = await documentOf(invoiceId)
  const pieces = pdfText(new Uint8Array(await bytesOf(`/documents/${id}/file`))).flat()
  expect(pieces).toContain('10 % + 1,01')
  // 22.25 and 0.60 euro of VAT at 10.978, each rounded as it is booked.
  expect(pieces).toContain('Moms i SEK, kurs 10,978')
  expect(pieces).toContain('250,85')
})

describe('a preview', () => {
  const preview = async (method: 'POST' | 'PUT', path: string, body: object, more: object = {}) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${tenant.api.token}`,
    }
    const init = { method, headers: { ...headers, ...more }, body: JSON.stringify(body) }
    return at.app.request(path, init)
  }

  test('of an invoice that nobody has created shows it, and leaves nothing', async () => {
    const before = await allCounts()
    const debtor = { customerNumber: 'NEW', name: 'Ny Köpare AB', type: 'COMPANY' }
    const body = invoiceBody({ clientId, invoiceNumber: 'P-1', debtor })
    const answer = await preview('POST', '/invoices/preview', body)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toContain('Faktura P-1.pdf')
    const text = pdfText(new Uint8Array(await answer.arrayBuffer())).flat()
    for (const said of ['FÖRHANDSVISNING', 'P-1', 'Ny Köpare AB', 'SEK 1 250,00']) {
      expect(text).toContain(said)
    }
    expect(await allCounts()).toEqual(before)
  })

  test('of an invoice as if it were changed leaves it as it is', async () => {
    const invoiceId = await createdInvoice(tenant, clientId)
    const read = async () => (await tenant.api.get(`/invoices/${invoiceId}`)).body
    const [invoice, before] = [await read(), await allCounts()]
    const rows = [{ description: 'Annat', quantity: '2', price: '50', vatPercentage: 6 }]
    const answer = await preview('PUT', `/invoices/${invoiceId}/preview`, { articleRows: rows })
    const text = pdfText(new Uint8Array(await answer.arrayBuffer())).flat()
    expect(text).toContain('Annat')
    expect(text).toContain('SEK 106,00')
    expect(await read()).toEqual(invoice)
    expect(await allCounts()).toEqual(before)
    const asItIs = await preview('PUT', `/invoices/${invoiceId}/preview`, {})
    expect(pdfText(new Uint8Array(await asItIs.arrayBuffer())).flat()).toContain('Planks')
  })

  test('of a booked invoice shows what was booked, whatever became of its debtor', async () => {
    const debtor = { customerNumber: 'RENAMED', name: 'Gamla Namnet AB', type: 'COMPANY' }
    const invoiceId = await activatedInvoice(tenant, clientId, { debtor })
    const { debtorId } = (await tenant.api.get(`/invoices/${invoiceId}`)).body
    await tenant.api.put(`/debtors/${debtorId}`, { name: 'Nya Namnet AB' })
    const { id } = await documentOf(invoiceId)
    const shown = pdfText(new Uint8Array(await bytesOf(`/documents/${id}/file`))).flat()
    const textOf = async (changes: object) => {
      const answer = await preview('PUT', `/invoices/${invoiceId}/preview`, changes)
      return pdfText(await answer.bytes()).flat()
    }
    expect(shown).toContain('Gamla Namnet AB')
    expect((await textOf({})).filter((piece) => piece !== 'FÖRHANDSVISNING')).toEqual(shown)
    expect(await textOf({ references: { your: 'Bo Ek' } })).toContain('Bo Ek')
  })

  test('is refused where the change itself would be', async () => {
    const invoiceId = await activatedInvoice(tenant, clientId)
    const rows = [{ description: 'Annat' }]
    const answer = await preview('PUT', `/invoices/${invoiceId}/preview`, { articleRows: rows })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'INVOICE_NOT_CHANGEABLE' })
    const taken = (await tenant.api.get(`/invoices/${invoiceId}`)).body.invoiceNumber
    const body = invoiceBody({ clientId, invoiceNumber: taken })
    expect((await preview('POST', '/invoices/preview', body)).status).toBe(409)
    expect((await preview('PUT', `/invoices/${invoiceId}/preview`, {})).status).toBe(200)
  })

  test('under a key is given again, byte by byte', async () => {
    const body = invoiceBody({ clientId })
    const key = { 'idempotency-key': 'preview-1' }
    const first = await preview('POST', '/invoices/preview', body, key)
    const second = await preview('POST', '/invoices/preview', body, key)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    for (const name of ['content-type', 'content-disposition', 'etag']) {
      expect(second.headers.get(name)).toBe(first.headers.get(name))
    }
    expect(await second.bytes()).toEqual(await first.bytes())
    const other = await preview('POST', '/invoices/preview', invoiceBody({ clientId }), key)
    expect(other.status).toBe(422)
  })
})

describe('where an invoice is paid', () => {
  test('shows the reference, what is open, and the code that a bank reads', async () => {
    const invoiceId = await activatedInvoice(tenant, clientId)
    const { status, body } = await tenant.api.get(`/invoices/${invoiceId}/payment-account`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      invoiceId,
      payee: 'Åkerströms Bygg AB',
      amount: '1250.00',
      currency: 'SEK',
      account: {
        kind: 'BANKGIRO',
        number: '5050-1055',
        bic: null,
      },
      expireDate: '2026-12-02',
    })
    expect(JSON.parse(body.code)).toMatchObject({ iref: body.reference, due: 1250, pt: 'BG' })
  })

  test('asks in its own currency for what credit notes have left', async () => {
    const of = (price: string, type: string) =>
      activatedInvoice(tenant, clientId, {
        type,
        currency: { invoiceCurrency: 'EUR' },
        articleRows: [{ description: 'Abroad', quantity: '1', price, vatPercentage: 0 }],
      })
    const [invoiceId, creditId] = [await of('1000', 'INVOICE'), await of('400', 'CREDIT_INVOICE')]
    const asked = async (id: string) =>
      (await tenant.api.get(`/invoices/${id}/payment-account`)).body
    expect(await asked(creditId)).toMatchObject({ amount: '-400.00', currency: 'EUR' })
    const link = { creditId, debits: [{ id: invoiceId }] }
    expect((await tenant.api.put('/invoices/link-multiple', link)).status).toBe(200)
    expect(await asked(invoiceId)).toMatchObject({ amount: '600.00', currency: 'EUR' })
    expect(await asked(creditId)).toMatchObject({ amount: '0.00' })
  })

  test("bears no number of the client's beside the name of whoever bought it", async () => {
    const invoiceId = await activatedInvoice(tenant, clientId)
    const codeOf = async () =>
      JSON.parse((await tenant.api.get(`/invoices/${invoiceId}/payment-account`)).body.code)
    expect(await codeOf()).toHaveProperty('cid')
    await at.owner(`update invoice set financing_status = 'FINANCED' where id = $1`, [invoiceId])
    expect(await codeOf()).not.toHaveProperty('cid')
  })

  test('asks for nothing once the booking is taken back', async () => {
    const invoiceId = await activatedInvoice(tenant, clientId)
    const { data } = (await tenant.api.get(`/invoices/events/financial?claimId=${invoiceId}`)).body
    await tenant.api.put(`/invoices/events/financial/${data[0].id}/reverse`)
    const { body } = await tenant.api.get(`/invoices/${invoiceId}/payment-account`)
    expect(body).toMatchObject({ amount: '0.00', code: null })
  })

  test('is nowhere for a credit note', async () => {
    const credit = await createdInvoice(tenant, clientId, { type: 'CREDIT_INVOICE' })
    const { body } = await tenant.api.get(`/invoices/${credit}/payment-account`)
    expect(body).toMatchObject({ account: null, reference: null, code: null })
  })
})

test('the extended search shows whom each document belongs to', async () => {
  const invoiceId = await activatedInvoice(tenant, clientId)
  const filters = { invoiceId, filename: { contains: 'faktura' } }
  const { body } = await tenant.api.post('/documents/search_extended', { filters })
  expect(body.data).toHaveLength(1)
  expect(body.data[0].owner).toEqual({
    clientName: 'Åkerströms Bygg AB',
    customerNumber: '1042',
    debtorName: 'Nordic Timber AB',
    invoiceNumber: (await tenant.api.get(`/invoices/${invoiceId}`)).body.invoiceNumber,
  })
})
