import { newId } from '../../src/kernel/write/ids.ts'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginActivation } from '../../src/activities/invoices/begin-activation.ts'
import { makeDocuments } from '../../src/activities/invoices/make-documents.ts'
import { bookActivation } from '../../src/activities/invoices/book-activation.ts'
import { Document } from '../../src/entities/document.ts'
import { Apart } from '../../src/ports/apart/apart.ts'
import { kinds } from '../../src/ports/apart/kinds.ts'
import { newStorageKey } from '../../src/ports/documents/documents.ts'
import { activationsIn, waitingInvoice } from '../support/activations.ts'
import { pdfText } from '../support/pdf-text.ts'
import { asFile, brokenPixels, claiming, goodPng, negativeChunk } from '../support/pictures.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant

const who = { timeMs: 60_000, foreign: false }
const program = join(import.meta.dirname, 'drawing-program.ts')
const apart = new Apart({
  program,
  kinds: { ...kinds, invoicePdf: { timeMs: 60_000, foreign: false }, who },
  limits: { places: 1 },
})

beforeAll(async () => {
  at = await world({ apart, connections: 8 })
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

/** A logotype as it was stored when nobody looked at its pixels. */
async function storedBefore(clientId: string, bytes: Uint8Array): Promise<string> {
  const storageKey = newStorageKey()
  await at.runtime.documents.put(storageKey, bytes)
  const logo = await tenant.work((unit) =>
    unit.add(Document, {
      type: 'BRAND',
      ownerType: 'CLIENT',
      ownerId: clientId,
      clientId,
      filename: 'logo.png',
      mimeType: 'image/png',
      size: bytes.byteLength,
      sha256: '',
      storageKey,
      status: 'STORED',
      createdBy: newId('User'),
    }),
  )
  await tenant.api.put(`/clients/${clientId}/logotype`, { documentId: logo.id })
  return logo.id
}

const errandsOf = async (clientId: string) =>
  (await tenant.api.post('/errands/system/search', { filters: { type: 'DOCUMENT', clientId } }))
    .body.data

async function documentTextOf(invoiceId: string): Promise<string[]> {
  const { data } = (await tenant.api.get(`/documents/invoices?invoiceId=${invoiceId}`)).body
  const headers = { authorization: `Bearer ${tenant.api.token}` }
  const file = await at.app.request(`/documents/${data[0].id}/file`, { headers })
  return pdfText(new Uint8Array(await file.arrayBuffer())).flat()
}

async function activated(clientId: string): Promise<string> {
  const { invoiceId } = await waitingInvoice(tenant, clientId)
  const task = await activationsIn(at, tenant).taskOf(invoiceId)
  await beginActivation(task)
  await makeDocuments(task)
  expect(await bookActivation(task)).toMatchObject({ status: 'DONE' })
  return invoiceId
}

test.each([
  ['whose pixels are broken', brokenPixels()],
  ['with a chunk of a negative size', negativeChunk()],
  ['of 8000 by 8000', claiming(8000, 8000)],
  ['that is none', Buffer.from('no picture')],
])('a logotype stored before, %s, stops no activation: it is an errand', async (_, bytes) => {
  const clientId = await clientIn(tenant, { name: 'Åkerströms Bygg AB' })
  const logo = await storedBefore(clientId, bytes)
  const invoiceId = await activated(clientId)
  await activated(clientId)
  expect(await documentTextOf(invoiceId)).toContain('Åkerströms Bygg AB')

  const errands = await errandsOf(clientId)
  expect(errands).toMatchObject([
    {
      status: 'OPEN',
      subjectType: 'Client',
      subjectId: clientId,
      data: { code: 'LOGOTYPE_UNREADABLE', documentId: logo },
    },
  ])
  const close = () => tenant.api.put(`/errands/system/${errands[0].id}/close`)
  expect((await close()).body.code).toBe('ERRAND_CAUSE_REMAINS')

  const brand = await tenant.api.post('/documents/brand/instance-provider', asFile(goodPng()))
  await tenant.api.put(`/clients/${clientId}/logotype`, { documentId: brand.body.id })
  expect(await errandsOf(clientId)).toMatchObject([{ status: 'RESOLVED' }])
  const drawn = await documentTextOf(await activated(clientId))
  expect(drawn.filter((text) => text === 'Åkerströms Bygg AB')).toHaveLength(
    (await documentTextOf(invoiceId)).filter((text) => text === 'Åkerströms Bygg AB').length - 1,
  )
  expect(await errandsOf(clientId)).toMatchObject([{ status: 'RESOLVED' }])
})

/** Whoever draws stands still until it is let go. */
async function heldDrawing(): Promise<() => void> {
  const { value } = await apart.do('who', tenant.id, { value: null, parts: [] })
  process.kill(Number(value), 'SIGSTOP')
  return () => void process.kill(Number(value), 'SIGCONT')
}

test('while a document is being drawn, others are answered', async () => {
  const clientId = await clientIn(tenant)
  const { invoiceId } = await waitingInvoice(tenant, clientId)
  const task = await activationsIn(at, tenant).taskOf(invoiceId)
  await beginActivation(task)
  const letGo = await heldDrawing()
  const ended: string[] = []
  const activating = makeDocuments(task).then(() => ended.push('document'))
  const preview = tenant.api
    .put(`/invoices/${invoiceId}/preview`, {})
    .then((answer) => ended.push(`preview ${answer.status}`))
  for (let turn = 0; turn < 20; turn++) {
    expect((await tenant.api.get(`/invoices/${invoiceId}`)).status).toBe(200)
  }
  const other = await tenantIn(at, 'Other')
  expect((await other.api.get('/clients')).status).toBe(200)
  expect(ended).toEqual([])
  letGo()
  await Promise.all([activating, preview])
  expect(ended.toSorted()).toEqual(['document', 'preview 200'])
})

test('while documents are being drawn for their callers, no connection waits with them', async () => {
  const clientId = await clientIn(tenant)
  const chosen = { produce: 'ON_DEMAND' }
  const setting = await tenant.api.post(`/clients/${clientId}/document-setting`, chosen)
  expect(setting.status).toBeLessThan(300)
  const ids: string[] = []
  while (ids.length < 12) {
    const { data } = (
      await tenant.api.get(
        `/documents/invoices?invoiceId=${await activatedInvoice(tenant, clientId)}`,
      )
    ).body
    ids.push(data[0].id)
  }
  const letGo = await heldDrawing()
  const ended: number[] = []
  const drawn = ids.slice(5).map(async (id) => {
    const answer = await tenant.api.put(`/documents/${id}/generate`, {})
    ended.push(answer.status)
    return answer.body.status
  })
  const keyed = ids.slice(0, 5).map((id, n) => {
    return tenant.api.put(`/documents/${id}/generate`, {}, { 'idempotency-key': `drawn-${n}` })
  })
  for (let turn = 0; turn < 20; turn++) {
    expect((await tenant.api.get(`/documents/${ids[turn % 12]}`)).body.status).toBe('FROZEN')
  }
  expect(ended).toEqual([])
  letGo()
  expect(await Promise.all(drawn)).toEqual(ids.slice(5).map(() => 'STORED'))
  // Under a key few wait, and the others are told to come again.
  const told = (await Promise.all(keyed)).map(({ status }) => status)
  expect(told.toSorted()).toEqual([200, 200, 200, 503, 503])
})

test('a document that cannot be drawn within its limits is refused, and left to a person', async () => {
  const clientId = await clientIn(tenant)
  const { invoiceId } = await waitingInvoice(tenant, clientId)
  const task = await activationsIn(at, tenant).taskOf(invoiceId)
  await beginActivation(task)
  const { runtime } = at
  runtime.apart = new Apart({
    program,
    kinds: { ...kinds, invoicePdf: { timeMs: 1, foreign: false }, who },
    limits: { places: 1 },
  })
  try {
    await runtime.apart.do('who', tenant.id, { value: null, parts: [] })
    const { status, body } = await tenant.api.put(`/invoices/${invoiceId}/preview`, {})
    expect([status, body.code]).toEqual([422, 'DOCUMENT_NOT_DRAWN'])
    await runtime.apart.do('who', tenant.id, { value: null, parts: [] })
    await expect(makeDocuments(task)).rejects.toMatchObject({ code: 'DOCUMENT_NOT_DRAWN' })
  } finally {
    runtime.apart.stop()
    runtime.apart = apart
  }
  await makeDocuments(task)
  expect(await bookActivation(task)).toMatchObject({ status: 'DONE' })
})

test('what something else killed is drawn by another process', async () => {
  const clientId = await clientIn(tenant)
  const { invoiceId } = await waitingInvoice(tenant, clientId)
  const { value } = await apart.do('who', tenant.id, { value: null, parts: [] })
  process.kill(Number(value), 'SIGSTOP')
  const preview = tenant.api.put(`/invoices/${invoiceId}/preview`, {})
  await tenant.api.get(`/invoices/${invoiceId}`)
  process.kill(Number(value), 'SIGKILL')
  expect((await preview).status).toBe(200)
})
