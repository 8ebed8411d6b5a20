import { beforeAll, expect, test } from 'vitest'
import { traceOf } from '../access/people.ts'
import { clientIn } from '../support/trade.ts'
import { worldWithTenant, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string

const here = worldWithTenant()
beforeAll(async () => {
  ;({ at, tenant } = await here)
  clientId = await clientIn(tenant)
})

const paid = async (more: object = { clientId }): Promise<string> =>
  (await tenant.api.post('/payments', { amount: '700.00', currency: 'SEK', ...more })).body.id
const noted = async (targetId: string, more: object = {}): Promise<string> =>
  (await tenant.api.post('/notes', { targetType: 'PAYMENT', targetId, text: 'For two', ...more }))
    .body.id
const file = { filename: 'advice.txt', content: btoa('1 and 2'), mimeType: 'text/plain' }

const rights = [
  'ReadPaymentTransactionNotes',
  'ReadPaymentTransactionNote',
  'UpdatePaymentTransactionNote',
  'DeletePaymentTransactionNote',
  'ConnectFileToPaymentTransactionNote',
] as const

test('a note is read, rewritten, given a file and deleted under its payment', async () => {
  const id = await paid()
  const noteId = await noted(id)
  const own = `/payments/${id}/notes/${noteId}`
  const before = await traceOf(at, id)
  const writer = await tenant.holding(rights)
  expect((await writer.get(own)).body).toMatchObject({
    id: noteId,
    targetType: 'PAYMENT',
    targetId: id,
    clientId,
    text: 'For two',
  })
  expect((await writer.put(own, { text: 'For three', version: 1 })).body).toMatchObject({
    text: 'For three',
    version: 2,
  })
  expect((await writer.put(own, { text: 'For four', version: 1 })).body.code).toBe(
    'VERSION_CONFLICT',
  )
  const { status, body } = await writer.put(`${own}/attach-file`, file)
  expect([status, body.files.length, body.files[0].size]).toEqual([200, 1, 7])
  expect((await writer.delete(own)).status).toBe(204)
  expect((await writer.get(own)).status).toBe(404)
  const { events } = await traceOf(at, id)
  expect(events.slice(before.events.length)).toEqual(['updated', 'updated', 'deleted'])
})

test('a note on another payment, or on what is no payment, is not found under it', async () => {
  const [id, other] = [await paid(), await paid()]
  const elsewhere = await noted(other)
  const onClient = await tenant.api.post('/notes', {
    targetType: 'CLIENT',
    targetId: clientId,
    text: 'Elsewhere',
  })
  for (const noteId of [elsewhere, String(onClient.body.id)]) {
    const own = `/payments/${id}/notes/${noteId}`
    expect((await tenant.api.get(own)).status).toBe(404)
    expect((await tenant.api.put(own, { text: 'Mine' })).status).toBe(404)
    expect((await tenant.api.put(`${own}/attach-file`, file)).status).toBe(404)
    expect((await tenant.api.delete(own)).status).toBe(404)
  }
  expect((await tenant.api.get(`/payments/${other}/notes/${elsewhere}`)).body).toMatchObject({
    text: 'For two',
    files: [],
  })
})

test('its client reads what is for it and changes only its own; nobody else sees any of it', async () => {
  const id = await paid()
  const [internal, shown] = [await noted(id), await noted(id, { visibility: 'CLIENT' })]
  const mine = await tenant.holding([...rights, 'CreateNote'], { clientId })
  const under = (noteId: string) => `/payments/${id}/notes/${noteId}`
  expect((await mine.get(under(internal))).status).toBe(404)
  expect((await mine.get(under(shown))).body.text).toBe('For two')
  const rewritten = await mine.put(under(shown), { text: 'For one' })
  expect([rewritten.status, rewritten.body.code]).toEqual([403, 'NOTE_OF_OTHERS'])
  expect((await mine.delete(under(shown))).body.code).toBe('NOTE_OF_OTHERS')
  expect((await mine.put(`${under(shown)}/attach-file`, file)).body.code).toBe('NOTE_OF_OTHERS')
  const theirs = await tenant.holding([...rights, 'CreateNote'], {
    clientId: await clientIn(tenant),
  })
  expect((await theirs.get(under(shown))).status).toBe(404)
  const foreign = { targetType: 'PAYMENT', targetId: id, text: 'Ours' }
  expect((await theirs.post('/notes', foreign)).status).toBe(404)
})

test('a note on a payment of an unknown owner is for the tenant alone', async () => {
  const id = await paid({})
  const noteId = await noted(id, { visibility: 'CLIENT' })
  expect((await tenant.api.get(`/payments/${id}/notes/${noteId}`)).body.clientId).toBeNull()
  const client = await tenant.holding([...rights, 'ReadNotes'], { clientId })
  expect((await client.get(`/payments/${id}/notes`)).status).toBe(404)
  const { data } = (await client.get('/notes')).body as { data: { id: string }[] }
  expect(data.map((note) => note.id)).not.toContain(noteId)
})
