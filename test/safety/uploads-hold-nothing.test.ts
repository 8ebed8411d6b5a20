import { afterAll, expect, test } from 'vitest'
import { asFile, brokenPixels, goodPng } from '../support/pictures.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { tenantIn, world } from '../support/world.ts'

const at = await world({ connections: 1 })
afterAll(() => at.close())
const tenant = await tenantIn(at)
const clientId = await clientIn(tenant)
const path = '/documents/attachments/client'
const { documents } = at.runtime
const { bring } = documents
const later = new Date(Date.now() + 60_000)

test('while the bytes of an upload are written nobody waits for the connection', async () => {
  const order: unknown[] = []
  let go: () => void = () => undefined
  const letGo = new Promise<void>((resolve) => (go = resolve))
  let begun: () => void = () => undefined
  const writing = new Promise<void>((resolve) => (begun = resolve))
  documents.bring = async (bytes) => {
    begun()
    await letGo
    return bring(bytes)
  }
  const key = { 'idempotency-key': 'one-upload' }
  const upload = tenant.api
    .post(path, { clientId, ...asFile(goodPng()) }, key)
    .then((answer) => (order.push(answer.status), answer))
  await writing
  documents.bring = bring
  await tenant.api.get('/rights').then(({ status }) => order.push(`read ${status}`))
  go()
  const { body } = await upload
  expect(order).toEqual(['read 200', 201])
  const file = await tenant.api.get(`/documents/${body.id}/file`)
  expect(file.status).toBe(200)
})

test('nor while they are deleted, and the row goes after them', async () => {
  const targetId = await createdInvoice(tenant, clientId)
  const about = { targetType: 'INVOICE', targetId, text: 'See the picture' }
  const { body: note } = await tenant.api.post('/notes', about)
  const { body } = await tenant.api.put(`/notes/${note.id}/attach-file`, asFile(goodPng()))
  expect(body).toMatchObject({ files: [{}] })
  const order: unknown[] = []
  const remove = documents.delete
  documents.delete = async (key) => {
    await tenant.api.get('/rights').then(({ status }) => order.push(`read ${status}`))
    documents.delete = remove
    await remove(key)
    const kept = await tenant.api.get(`/notes/${note.id}`)
    order.push(kept.body.files.length)
  }
  const path = `/notes/${note.id}/files/${body.files[0].id}`
  expect([(await tenant.api.delete(path)).status, ...order]).toEqual([204, 'read 200', 1])
  expect((await tenant.api.get(`/notes/${note.id}`)).body.files).toEqual([])
})

test('what is refused, or was answered before, leaves no bytes behind', async () => {
  const file = { clientId, ...asFile(goodPng()) }
  const key = { 'idempotency-key': 'the-same-upload' }
  const first = await tenant.api.post(path, file, key)
  const again = await tenant.api.post(path, file, key)
  expect([first.status, again.body.id]).toEqual([201, first.body.id])
  const nobody = { ...file, clientId: 'C06D7ZCEWYHZ8N179004G7H8PR4' }
  expect((await tenant.api.post(path, nobody)).status).toBeGreaterThanOrEqual(400)
  const files = [asFile(goodPng()), asFile(brokenPixels())]
  const both = { ownerType: 'CLIENT', ownerId: clientId, files }
  expect((await tenant.api.post('/documents/connected-files', both)).status).toBe(422)
  expect(await documents.sweep(later)).toBe(0)
})

test('what is brought and neither kept nor dropped is swept up', async () => {
  await documents.bring(Buffer.from('of a process that died'))
  expect(await documents.sweep(later)).toBe(1)
})
