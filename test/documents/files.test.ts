import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asFile, goodPng } from '../support/pictures.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { changesOf } from '../support/changes.ts'

let at: World
let tenant: TestTenant
let clientId: string
let invoiceId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
  invoiceId = await createdInvoice(tenant, clientId)
})
afterAll(() => at.close())

const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64')
const pdf = (more: object = {}) => ({
  filename: 'följesedel.pdf',
  mimeType: 'application/pdf',
  content: base64('%PDF-1.4\nörebro\n'),
  ...more,
})

async function fileOf(id: string): Promise<Response> {
  const headers = { authorization: `Bearer ${tenant.api.token}` }
  return at.app.request(`/documents/${id}/file`, { headers })
}

async function attached(more: object = {}): Promise<string> {
  const made = await tenant.api.post('/documents/attachments/invoice', { invoiceId, ...pdf(more) })
  expect(made.status).toBe(201)
  return made.body.id
}

describe('a file that is attached to an invoice', () => {
  test('is kept with what it is and whose, and comes back byte by byte', async () => {
    const requestId = randomUUID()
    const made = await tenant.api.post(
      '/documents/attachments/invoice',
      { invoiceId, ...pdf() },
      { 'x-request-id': requestId },
    )
    const bytes = Buffer.from('%PDF-1.4\nörebro\n')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(made.headers.get('location')).toBe(`/documents/${made.body.id}`)
    expect(made.body).toMatchObject({
      type: 'ATTACHMENT',
      ownerType: 'INVOICE',
      ownerId: invoiceId,
      invoiceId,
      clientId,
      filename: 'följesedel.pdf',
      mimeType: 'application/pdf',
      size: bytes.length,
      sha256,
      status: 'STORED',
      retentionUntil: null,
      version: 1,
    })
    expect((await tenant.api.get(`/documents/${made.body.id}`)).body).toEqual(made.body)

    const file = await fileOf(made.body.id)
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition':
        'attachment; filename="foljesedel.pdf"; filename*=UTF-8\'\'f%C3%B6ljesedel.pdf',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      etag: `"${sha256}"`,
    })
    const events = await at.owner('select type, name from event where subject_id = $1', [
      made.body.id,
    ])
    expect(events).toEqual([{ type: 'DOCUMENT', name: 'created' }])
    const [appeared] = await changesOf(tenant, made.body.id)
    expect(appeared).toMatchObject({ requestId, changes: { storageKey: { to: '•••' } } })
  })

  test.each([
    ['..\\..\\evil/../name.pdf', /^[^\\/]+\.pdf$/],
    ['a\u202egnp.pdf', /^a-gnp\.pdf$/],
    ['note', /^note\.pdf$/],
    ['page.html', /^page\.html\.pdf$/],
    ['"; x="', /^-; x=-\.pdf$/],
  ])('is named %j as no path and nothing that runs', async (filename, expected) => {
    const id = await attached({ filename })
    const { body } = await tenant.api.get(`/documents/${id}`)
    expect(body.filename).toMatch(expected)
    const disposition = (await fileOf(id)).headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(/^attachment; filename="[^"\\]+"; filename\*=UTF-8''[\w.%!~-]+$/)
  })

  test.each([
    ['image/png', '%PDF-1.4\n'],
    ['application/pdf', '<html></html>'],
    ['application/pdf', '\x89PNG\r\n\x1a\n'],
    ['text/csv', '%PDF-1.4\n'],
    ['text/plain', 'a\u0001b'],
    ['application/xml', 'no tag'],
  ])('is refused as %s where its bytes are %j', async (mimeType, bytes) => {
    const sent = { invoiceId, ...pdf({ mimeType, content: base64(Buffer.from(bytes, 'latin1')) }) }
    const { status, body } = await tenant.api.post('/documents/attachments/invoice', sent)
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ pointer: '/content', code: 'CONTENT_DIFFERS' }])
  })

  test.each([
    ['text/csv', 'a;b\r\n1;2\r\n', 'rows.csv'],
    ['application/xml', '\ufeff<?xml version="1.0"?><a/>', 'a.xml'],
    ['text/plain', 'Grüße\tåäö\n', 'a.txt'],
  ])('may be %s', async (mimeType, text, filename) => {
    const id = await attached({ mimeType, filename, content: base64(text) })
    expect(Buffer.from(await (await fileOf(id)).arrayBuffer())).toEqual(Buffer.from(text))
  })

  test.each(['text/html', 'image/svg+xml', 'application/zip', ''])(
    'is never %j',
    async (mimeType) => {
      const sent = { invoiceId, ...pdf({ mimeType }) }
      const { status, body } = await tenant.api.post('/documents/attachments/invoice', sent)
      expect([status, body.errors[0].pointer]).toEqual([400, '/mimeType'])
    },
  )

  test.each(['', 'a', 'not base 64!', 'JVBERi0xLjQ'])('has no content %j', async (content) => {
    const sent = { invoiceId, ...pdf({ content }) }
    const { status, body } = await tenant.api.post('/documents/attachments/invoice', sent)
    expect([status, body.errors[0].pointer]).toEqual([400, '/content'])
  })
})

describe('the size of a file', () => {
  const limit = 25 * 1024 * 1024
  const sized = (size: number) => {
    const bytes = Buffer.alloc(size, 0x20)
    bytes.write('%PDF-1.4\n')
    return pdf({ content: base64(bytes) })
  }

  test('is at most 25 MiB, far above that of other bodies', async () => {
    const sent = { invoiceId, ...sized(limit) }
    const whole = await tenant.api.post('/documents/attachments/invoice', sent)
    expect([whole.status, whole.body.size]).toEqual([201, limit])
    const over = { invoiceId, ...sized(limit + 3) }
    expect((await tenant.api.post('/documents/attachments/invoice', over)).status).toBe(400)
    const far = { invoiceId, ...sized(limit + 1024 * 1024) }
    const refused = await tenant.api.post('/documents/attachments/invoice', far)
    expect([refused.status, refused.body.code]).toEqual([413, 'BODY_TOO_LARGE'])
    const elsewhere = await tenant.api.post('/documents/search', sized(2 * 1024 * 1024))
    expect(elsewhere.status).toBe(413)
  })

  test('is nobody’s business who may not send one: not a byte of it is read', async () => {
    const nobody = await tenant.holding(['ReadDocuments'])
    let pulled = 0
    const body = new ReadableStream<Uint8Array>(
      { pull: (controller) => (pulled++, controller.enqueue(new Uint8Array(65_536))) },
      { highWaterMark: 0 },
    )
    const headers = { 'content-type': 'application/json' }
    const init = { headers, body, duplex: 'half' } as RequestInit
    const { status } = await nobody.send('POST', '/documents/attachments/invoice', init)
    expect([status, pulled]).toEqual([403, 0])
  })
})

describe('files of a client', () => {
  test('are those of the token, or of the client that is named', async () => {
    const theirs = await tenant.holding(['CreateDocuments', 'ReadDocuments', 'ReadDocument'], {
      clientId,
    })
    const own = await theirs.post('/documents/attachments/client', pdf())
    expect(own.body).toMatchObject({ ownerType: 'CLIENT', ownerId: clientId, clientId })
    const named = await theirs.post('/documents/attachments/client', { clientId, ...pdf() })
    expect([named.status, named.body.errors[0].code]).toEqual([400, 'COMES_FROM_TOKEN'])
    const unnamed = await tenant.api.post('/documents/attachments/client', pdf())
    expect([unnamed.status, unnamed.body.errors[0].pointer]).toEqual([400, '/clientId'])

    const other = await clientIn(tenant)
    const foreign = await tenant.api.post('/documents/attachments/client', {
      clientId: other,
      ...pdf(),
    })
    expect((await theirs.get(`/documents/${foreign.body.id}`)).status).toBe(404)
    expect((await theirs.get(`/documents/${foreign.body.id}/file`)).status).toBe(404)
    expect((await theirs.get(`/documents?ownerId=${other}`)).body.data).toEqual([])
  })

  test('come several at a time, all or none', async () => {
    const count = async () =>
      (await tenant.api.post('/documents/search', { count: true, limit: 1 })).body.count
    const before = await count()
    const sent = { ownerType: 'INVOICE', ownerId: invoiceId, files: [pdf(), pdf()] }
    const made = await tenant.api.post('/documents/connected-files', sent)
    expect(made.status).toBe(201)
    expect(made.body.documents).toHaveLength(2)
    expect(made.headers.get('location')).toBe(`/documents/${made.body.documents[0].id}`)
    expect(await count()).toBe(before + 2)
    const bad = { ...sent, files: [pdf(), pdf({ mimeType: 'image/png' })] }
    const refused = await tenant.api.post('/documents/connected-files', bad)
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/files/1/content'])
    expect(await count()).toBe(before + 2)
    const lost = { ...sent, ownerId: 'I06D7ZCEWYHZ8N17900DG7H8PR4' }
    const nowhere = await tenant.api.post('/documents/connected-files', lost)
    expect([nowhere.status, nowhere.body.errors[0].pointer]).toEqual([404, '/ownerId'])
  })

  test('can be linked to an invoice of the same client, once', async () => {
    const kept = await tenant.api.post('/documents/attachments/client', { clientId, ...pdf() })
    const link = (documentId: string, to: string) =>
      tenant.api.post('/documents/link-invoice', { documentId, invoiceId: to })
    const linked = await link(kept.body.id, invoiceId)
    expect([linked.status, linked.body.invoiceId]).toEqual([200, invoiceId])
    expect(linked.body).toMatchObject({ ownerType: 'INVOICE', ownerId: invoiceId, version: 2 })
    expect((await link(kept.body.id, invoiceId)).body.version).toBe(2)
    const second = await link(kept.body.id, await createdInvoice(tenant, clientId))
    expect([second.status, second.body.code]).toEqual([409, 'DOCUMENT_BELONGS_ELSEWHERE'])
    const other = await createdInvoice(tenant, await clientIn(tenant))
    const own = await tenant.api.post('/documents/attachments/client', { clientId, ...pdf() })
    expect((await link(own.body.id, other)).body.code).toBe('DOCUMENT_BELONGS_ELSEWHERE')
  })
})

test('a picture of the brand is the tenant’s, and nobody’s who is bound', async () => {
  const png = asFile(goodPng())
  const made = await tenant.api.post('/documents/brand/instance-provider', png)
  expect(made.body).toMatchObject({ type: 'BRAND', ownerType: 'TENANT', clientId: null })
  const bound = await tenant.holding(['CreateDocuments'], { clientId })
  const refused = await bound.post('/documents/brand/instance-provider', png)
  expect([refused.status, refused.body.code]).toEqual([403, 'ACCESS_DENIED'])
  const wrong = await tenant.api.post('/documents/brand/instance-provider', pdf())
  expect(wrong.status).toBe(400)
})

test('a deleted file is gone, with its bytes', async () => {
  const id = await attached()
  const [row] = await at.owner('select storage_key from document where id = $1', [id])
  const key = String(row?.['storage_key'])
  expect(await at.runtime.documents.get(key)).toBeDefined()
  expect((await tenant.api.delete(`/documents/${id}`)).status).toBe(204)
  expect(await at.runtime.documents.get(key)).toBeUndefined()
  expect((await tenant.api.get(`/documents/${id}`)).status).toBe(404)
  expect((await fileOf(id)).status).toBe(404)
})

test('a file whose bytes are lost is said to be', async () => {
  const id = await attached()
  const [row] = await at.owner('select storage_key from document where id = $1', [id])
  await at.runtime.documents.delete(String(row?.['storage_key']))
  const { status, body } = await tenant.api.get(`/documents/${id}/file`)
  expect([status, body.code]).toEqual([409, 'DOCUMENT_WITHOUT_FILE'])
})
