import { beforeAll, describe, expect, test } from 'vitest'
import { streamedForm } from '../../src/kernel/http/streamed-form.ts'
import { arrive } from '../../src/ports/documents/arrived.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { worldWithTenant, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string
let invoiceId: string

const here = worldWithTenant()
beforeAll(async () => {
  ;({ at, tenant } = await here)
  clientId = await clientIn(tenant)
  invoiceId = await createdInvoice(tenant, clientId)
})

const attach = '/documents/attachments/invoice'
const pdf = new TextEncoder().encode('%PDF-1.4\n\u00ff\r\nörebro')

/** A field with its file: bytes or text, the file's own name, and its type where its sender knows one. */
type Sent = [field: string, bytes: Uint8Array<ArrayBuffer> | string, name: string, type?: string]

function formOf(fields: Record<string, string>, ...files: Sent[]) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, bytes, filename, type] of files) {
    form.append(name, new File([bytes], filename, type === undefined ? {} : { type }))
  }
  return form
}

async function send(path: string, body: FormData | string, headers: object = {}) {
  const written = new Response(body)
  const type = written.headers.get('content-type') ?? ''
  const response = await at.app.request(path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tenant.api.token}`,
      'content-type': type,
      ...headers,
    },
    body: await written.arrayBuffer(),
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

const bytesOf = async (id: string) => {
  const headers = { authorization: `Bearer ${tenant.api.token}` }
  const response = await at.app.request(`/documents/${id}/file`, { headers })
  return new Uint8Array(await response.arrayBuffer())
}

describe('a file sent as a form', () => {
  test.each(['0', '999999999', '2147483646', '-1'])('says version %s as a number', async (text) => {
    const body = formOf({ version: text, comment: text })
    const request = new Request('http://test', { method: 'POST', body })
    const said = await streamedForm(request, { bytes: 1000 }, (bytes) =>
      arrive(at.runtime.documents, bytes),
    )
    expect(said).toEqual({ document: { version: Number(text), comment: text }, files: [] })
  })

  test('is the same as one sent inside of JSON, byte by byte', async () => {
    const form = formOf({ invoiceId }, ['file', pdf, 'följesedel.pdf', 'application/pdf'])
    const { status, body } = await send(attach, form)
    expect(status).toBe(201)
    expect(body).toMatchObject({ filename: 'följesedel.pdf', size: pdf.length, ownerId: invoiceId })
    expect(await bytesOf(body.id)).toEqual(pdf)
    const content = Buffer.from(pdf).toString('base64')
    const json = { invoiceId, filename: 'följesedel.pdf', mimeType: 'application/pdf', content }
    const same = await tenant.api.post(attach, json)
    expect(same.body.sha256).toBe(body.sha256)
  })

  test('is named by the field beside it, before its own name', async () => {
    const file: Sent = ['file', pdf, 'C:\\scan0001.pdf', 'application/pdf']
    const form = formOf({ invoiceId, filename: 'receipt' }, file)
    expect((await send(attach, form)).body.filename).toBe('receipt.pdf')
  })

  test('is of the type that its bytes are, where its sender knows none', async () => {
    const unknown = formOf({ invoiceId }, ['file', pdf, 'x', 'application/octet-stream'])
    expect((await send(attach, unknown)).body.mimeType).toBe('application/pdf')
    const bare = formOf({ invoiceId }, ['file', 'a;b\r\n', 'rows.csv'])
    expect((await send(attach, bare)).body.mimeType).toBe('text/csv')
    const wrong = formOf({ invoiceId }, ['file', pdf, 'x.png', 'image/png'])
    expect((await send(attach, wrong)).body.errors).toMatchObject([{ code: 'CONTENT_DIFFERS' }])
  })

  test('comes with several others, all or none', async () => {
    const fields = { ownerType: 'INVOICE', ownerId: invoiceId }
    const form = formOf(fields, ['files', pdf, 'a.pdf'], ['files', 'b', 'b.txt'])
    const { status, body } = await send('/documents/connected-files', form)
    expect(status).toBe(201)
    expect(body.documents.map(({ filename }: { filename: string }) => filename)).toEqual([
      'a.pdf',
      'b.txt',
    ])
    const bad = formOf(fields, ['files', pdf, 'a.pdf'], ['files', 'b\u0001', 'b.txt', 'text/plain'])
    const refused = await send('/documents/connected-files', bad)
    expect(refused.body.errors).toMatchObject([{ pointer: '/files/1/content' }])
  })

  test('is held to what JSON is held to: fields, sizes, keys', async () => {
    const file: Sent = ['file', pdf, 'a.pdf', 'application/pdf']
    const strange = await send(attach, formOf({ invoiceId, colour: 'red' }, file))
    expect([strange.status, strange.body.code]).toEqual([400, 'VALIDATION_FAILED'])
    const none = await send(attach, formOf({ invoiceId }))
    expect(none.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(
      expect.arrayContaining(['/filename', '/content']),
    )
    const large = new Uint8Array(26 * 1024 * 1024).fill(0x20)
    const over = await send(attach, formOf({ invoiceId }, ['file', large, 'a.txt', 'text/plain']))
    expect([over.status, over.body.code]).toEqual([413, 'BODY_TOO_LARGE'])
    const key = { 'idempotency-key': `form-${invoiceId}` }
    const first = await send(attach, formOf({ invoiceId }, file), key)
    expect((await send(attach, formOf({ invoiceId }, file), key)).body).toEqual(first.body)
    const other = await send(attach, formOf({ invoiceId, filename: 'b' }, file), key)
    expect(other.body.code).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  test('is refused where no file is taken, and where it cannot be read', async () => {
    const elsewhere = await send('/documents/search', formOf({ limit: '1' }))
    expect([elsewhere.status, elsewhere.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    const type = (more: string) => ({ 'content-type': `multipart/form-data; ${more}` })
    const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'
    for (const [body, more] of [
      ['nothing of a form', 'boundary=x'],
      [`${part}--x--\r\n`, 'charset=utf-8'],
      [`${part.repeat(41)}--x--\r\n`, 'boundary=x'],
      [part.replace('"a"', '"__proto__"') + '--x--\r\n', 'boundary=x'],
      [part.replace('1', '\u0000') + '--x--\r\n', 'boundary=x'],
    ] as const) {
      const { status, body: problem } = await send(attach, body, type(more))
      expect([status, problem.code], body.slice(0, 60)).toEqual([400, 'MALFORMED_BODY'])
    }
  })
})
