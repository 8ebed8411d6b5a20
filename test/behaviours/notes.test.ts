import { beforeAll, describe, expect, test } from 'vitest'
import { traceOf } from '../access/people.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { worldWithTenant, tenantIn, type TestTenant, type World } from '../support/world.ts'
import { having } from './owners.ts'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  ;({ at, tenant } = await here)
  clientId = await clientIn(tenant)
})

const here = worldWithTenant()

const texts = ({ body }: { body: { data: { text: string }[] } }) =>
  body.data.map(({ text }) => text)

describe.each(having('notes'))('notes on $name', ({ targetType, entity, make, place }) => {
  const write = (targetId: string, text: string, more: object = {}) =>
    tenant.api.post('/notes', { targetType, targetId, text, ...more })

  test('are written, listed, searched, changed and deleted, and leave their trace on it', async () => {
    const id = await make(tenant, clientId)
    const before = await traceOf(at, id)
    const note = await write(id, 'Promised to pay')
    expect(note.status).toBe(201)
    expect(note.headers.get('location')).toBe(`/notes/${note.body.id}`)
    expect(note.body).toMatchObject({ targetId: id, clientId, visibility: 'INTERNAL', version: 1 })
    await write(id, 'Paid in part', { visibility: 'CLIENT' })
    expect(texts(await tenant.api.get(place.list(id)))).toEqual(['Paid in part', 'Promised to pay'])
    const found = { filters: { visibility: 'CLIENT' } }
    const those = place.searches
      ? await tenant.api.post(`${place.list(id)}/search`, found)
      : await tenant.api.get(`${place.list(id)}?visibility=CLIENT`)
    expect(texts(those)).toEqual(['Paid in part'])
    const own = `/notes/${note.body.id}`
    const changed = await tenant.api.put(own, { text: 'Paid', version: 1 })
    expect(changed.body).toMatchObject({ text: 'Paid', visibility: 'INTERNAL', version: 2 })
    expect((await tenant.api.put(own, { text: 'Late', version: 1 })).body.code).toBe(
      'VERSION_CONFLICT',
    )
    expect((await tenant.api.delete(own)).status).toBe(204)
    expect((await tenant.api.get(own)).status).toBe(404)
    const { log, events } = await traceOf(at, id)
    expect(events.slice(before.events.length)).toEqual(['created', 'created', 'updated', 'deleted'])
    const told = log.slice(before.log.length)
    expect(told.map((entry) => (entry as { entity?: string }).entity)).toEqual(
      told.map(() => entity),
    )
    expect(told[2]?.changes).toEqual({
      Note: { from: { text: 'Promised to pay' }, to: { text: 'Paid' } },
    })
  })

  test('are shown page by page', async () => {
    const id = await make(tenant, clientId)
    for (const text of ['one', 'two', 'three']) await write(id, text)
    const first = await tenant.api.get(`${place.list(id)}?limit=2`)
    expect(texts(first)).toEqual(['three', 'two'])
    const next = `${place.list(id)}?limit=2&cursor=${first.body.nextCursor}`
    expect(texts(await tenant.api.get(next))).toEqual(['one'])
  })

  test('on what is foreign or absent are not found', async () => {
    const other = await tenantIn(at, 'Other')
    const foreign = await make(other, await clientIn(other))
    expect((await write(foreign, 'Seen?')).status).toBe(404)
    expect((await tenant.api.get(place.list(foreign))).status).toBe(404)
    const searched = await tenant.api.post(`${place.list(foreign)}/search`, {})
    expect(searched.status).toBe(place.searches ? 404 : 405)
  })

  test('are shown to its client where they are for it, and to no other client', async () => {
    const id = await make(tenant, clientId)
    const internal = await write(id, 'Between us')
    await write(id, 'For the client', { visibility: 'CLIENT' })
    await write(id, 'For both', { visibility: 'DEBTOR' })
    const rights = [place.read, 'ReadNote', 'CreateNote', 'UpdateNote', 'ReadNotes'] as const
    const mine = await tenant.holding(rights, { clientId })
    expect(texts(await mine.get(place.list(id)))).toEqual(['For both', 'For the client'])
    expect((await mine.get(`/notes/${internal.body.id}`)).status).toBe(404)
    const own = await mine.post('/notes', { targetType, targetId: id, text: 'Ours' })
    expect(own.body).toMatchObject({ visibility: 'CLIENT' })
    const hidden = { targetType, targetId: id, text: 'Ours', visibility: 'INTERNAL' }
    expect((await mine.post('/notes', hidden)).body.errors).toMatchObject([
      { pointer: '/visibility' },
    ])
    expect((await mine.put(`/notes/${own.body.id}`, { visibility: 'INTERNAL' })).status).toBe(400)
    const theirs = await tenant.holding(rights, { clientId: await clientIn(tenant) })
    expect((await theirs.get(place.list(id))).status).toBe(404)
    expect((await theirs.get('/notes')).body.data).toEqual([])
    const put = await theirs.put(`/notes/${own.body.id}`, { text: 'Mine' })
    expect(put.status).toBe(404)
  })

  test('that are internal are shown to nobody at the client', async () => {
    const id = await make(tenant, clientId)
    await write(id, 'Between us')
    await write(id, 'For the client', { visibility: 'CLIENT' })
    const of = `from %s where tenant_id = $1 and %i = $2 and client_id is null`
    for (const [table, column] of [
      ['changelog', 'entity_id'],
      ['event', 'subject_id'],
    ] as const) {
      const rows = await at.owner(
        `select 1 as one ${of.replace('%s', table).replace('%i', column)}`,
        [tenant.id, id],
      )
      expect(rows, table).toHaveLength(1)
    }
  })
})

describe.each(having('notes'))('the author of a note on $name', ({ targetType, make }) => {
  test('is the tenant where it wrote it, and nobody at the client rewrites or deletes it', async () => {
    const id = await make(tenant, clientId)
    const said = { text: 'For both', visibility: 'DEBTOR' }
    const note = await tenant.api.post('/notes', { targetType, targetId: id, ...said })
    const rights = ['CreateNote', 'ReadNote', 'UpdateNote', 'DeleteNote'] as const
    const mine = await tenant.holding(rights, { clientId })
    const before = await traceOf(at, id)
    for (const answer of [
      await mine.put(`/notes/${note.body.id}`, { text: 'Never mind' }),
      await mine.delete(`/notes/${note.body.id}`),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'NOTE_OF_OTHERS' } })
    }
    expect((await tenant.api.get(`/notes/${note.body.id}`)).body.text).toBe('For both')
    expect(await traceOf(at, id)).toEqual(before)
    const own = await mine.post('/notes', { targetType, targetId: id, text: 'Ours' })
    expect((await mine.put(`/notes/${own.body.id}`, { text: 'Ours again' })).status).toBe(200)
    expect((await tenant.api.put(`/notes/${own.body.id}`, { text: 'Theirs' })).status).toBe(200)
    expect((await mine.delete(`/notes/${own.body.id}`)).status).toBe(204)
  })
})

test('of its own claims a debtor reads what was written for debtors, once they are issued', async () => {
  const id = await activatedInvoice(tenant, clientId)
  const { debtorId } = (await tenant.api.get(`/invoices/${id}`)).body
  const on = { targetType: 'INVOICE', targetId: id }
  await tenant.api.post('/notes', { ...on, text: 'Between us' })
  await tenant.api.post('/notes', { ...on, text: 'For the client', visibility: 'CLIENT' })
  await tenant.api.post('/notes', { ...on, text: 'Please pay', visibility: 'DEBTOR' })
  const debtor = await tenant.holding(['ReadInvoiceNotes', 'ReadNotes', 'CreateNote'], {
    debtorId,
    clientId,
  })
  expect(texts(await debtor.get(`/invoices/${id}/notes`))).toEqual(['Please pay'])
  expect(texts(await debtor.get('/notes'))).toEqual(['Please pay'])
  const answer = await debtor.post('/notes', { ...on, text: 'On Friday' })
  expect(answer.body).toMatchObject({ visibility: 'DEBTOR' })
  const hidden = { ...on, text: 'On Friday', visibility: 'CLIENT' }
  expect((await debtor.post('/notes', hidden)).status).toBe(400)
})

test('those on invoices that clients may read are searched apart', async () => {
  const id = await activatedInvoice(tenant, clientId)
  const on = { targetType: 'INVOICE', targetId: id }
  await tenant.api.post('/notes', { ...on, text: 'Between us' })
  await tenant.api.post('/notes', { ...on, text: 'For the client', visibility: 'CLIENT' })
  const found = await tenant.api.post('/notes/client-invoice-notes/search', {
    filters: { targetId: id },
  })
  expect(texts(found)).toEqual(['For the client'])
})
