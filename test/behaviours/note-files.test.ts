import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { traceOf } from '../access/people.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { worldWithTenant, type Api, type TestTenant, type World } from '../support/world.ts'
import { having } from './owners.ts'

let at: World
let tenant: TestTenant
let clientId: string

const here = worldWithTenant()
beforeAll(async () => {
  ;({ at, tenant } = await here)
  clientId = await clientIn(tenant)
})

const file = { filename: 'receipt.pdf', content: btoa('%PDF-1.4\nPaid') }

async function bytesOf(api: Api, noteId: string, id: string) {
  const headers = { authorization: `Bearer ${api.token}` }
  const response = await at.app.request(`/notes/${noteId}/files/${id}`, { headers })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

describe.each(having('notes'))('files of notes on $name', ({ make, targetType, entity, place }) => {
  const write = async (targetId: string, visibility = 'INTERNAL'): Promise<string> =>
    (await tenant.api.post('/notes', { targetType, targetId, text: 'Paid', visibility })).body.id
  const attach = (noteId: string, more: object = {}) =>
    tenant.api.put(`/notes/${noteId}/attach-file`, { ...file, ...more })

  test('are attached, shown, read byte by byte and taken off, and leave their trace', async () => {
    const id = await make(tenant, clientId)
    const noteId = await write(id)
    const before = await traceOf(at, id)
    const { status, body } = await attach(noteId, { version: 1 })
    expect(status).toBe(200)
    const [shown] = body.files
    expect(body).toMatchObject({ id: noteId, version: 2 })
    expect(shown).toMatchObject({
      filename: 'receipt.pdf',
      mimeType: 'application/pdf',
      size: 13,
      attachedBy: body.createdBy,
    })
    expect((await tenant.api.get(`/notes/${noteId}`)).body.files).toEqual(body.files)
    expect((await tenant.api.get(place.list(id))).body.data[0].files).toEqual(body.files)

    const read = await bytesOf(tenant.api, noteId, shown.id)
    expect([read.status, read.text]).toEqual([200, '%PDF-1.4\nPaid'])
    expect(read.headers.get('content-disposition')).toContain('attachment; filename="receipt.pdf"')
    expect((await tenant.api.get('/documents?filename.contains=receipt')).body.data).toEqual([])

    expect((await tenant.api.delete(`/notes/${noteId}/files/${shown.id}`)).status).toBe(204)
    expect((await bytesOf(tenant.api, noteId, shown.id)).status).toBe(404)
    const { log, events } = await traceOf(at, id)
    expect(events.slice(before.events.length)).toEqual(['updated', 'updated'])
    const left = log.slice(before.log.length) as { entity?: string; changes: object }[]
    expect(left.map((change) => change.entity)).toEqual([entity, entity])
    expect(left[0]?.changes).toMatchObject({
      Note: { from: { files: [] }, to: { files: [{ filename: 'receipt.pdf' }] } },
    })
  })

  test('come as forms too, and go with their note', async () => {
    const noteId = await write(await make(tenant, clientId))
    const form = new FormData()
    form.append('file', new File(['Paid'], 'receipt.txt', { type: 'text/plain' }))
    form.append('version', '1')
    const response = await at.app.request(`/notes/${noteId}/attach-file`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${tenant.api.token}` },
      body: form,
    })
    const { files, version } = JSON.parse(await response.text())
    expect([response.status, version]).toEqual([200, 2])
    expect((await bytesOf(tenant.api, noteId, files[0].id)).text).toBe('Paid')
    expect((await attach(noteId, { version: 1 })).body.code).toBe('VERSION_CONFLICT')
    const { documents } = at.runtime
    const kept = await keysOf(noteId)
    expect(await documents.get(kept[0]!)).toBeDefined()
    await documents.put(kept[0]!, Buffer.from('Unpaid'))
    const changed = await bytesOf(tenant.api, noteId, files[0].id)
    expect([changed.status, JSON.parse(changed.text).code]).toEqual([409, 'DOCUMENT_FILE_DIFFERS'])
    expect((await tenant.api.delete(`/notes/${noteId}`)).status).toBe(204)
    expect((await bytesOf(tenant.api, noteId, files[0].id)).status).toBe(404)
    expect(await documents.get(kept[0]!)).toBeUndefined()
  })

  test('are at most ten, and what their bytes are', async () => {
    const noteId = await write(await make(tenant, clientId))
    for (let n = 0; n < 10; n++) expect((await attach(noteId)).status).toBe(200)
    expect(await attach(noteId)).toMatchObject({ status: 409, body: { code: 'NOTE_FILES_FULL' } })
    const other = await write(await make(tenant, clientId))
    const wrong = await attach(other, { mimeType: 'image/png' })
    expect(wrong.body.errors).toMatchObject([{ pointer: '/content', code: 'CONTENT_DIFFERS' }])
    expect((await attach(other, { mimeType: 'text/html' })).status).toBe(400)
    expect((await attach(other, { content: 'no base 64' })).status).toBe(400)
  })
})

describe.each(having('notes'))('who has to do with files of notes on $name', ({ make, ...on }) => {
  const { targetType } = on
  const write = async (targetId: string, visibility = 'INTERNAL'): Promise<string> =>
    (await tenant.api.post('/notes', { targetType, targetId, text: 'Paid', visibility })).body.id
  const attach = (noteId: string) => tenant.api.put(`/notes/${noteId}/attach-file`, file)

  test('are read by who may read the note, and by nobody else', async () => {
    const id = await make(tenant, clientId)
    const [internal, shared] = [await write(id), await write(id, 'CLIENT')]
    const hidden = (await attach(internal)).body.files[0].id
    const seen = (await attach(shared)).body.files[0].id
    const rights = ['ReadNote', 'ConnectFileToNote'] as const
    const mine = await tenant.holding(rights, { clientId })
    expect((await bytesOf(mine, shared, seen)).status).toBe(200)
    const theirs = await tenant.holding(rights, { clientId: await clientIn(tenant) })
    const without = await tenant.holding(['ReadDocument', 'ReadDocuments'], { clientId })
    expect((await bytesOf(without, shared, seen)).status).toBe(403)
    for (const [api, noteId, fileId] of [
      [mine, internal, hidden],
      [theirs, shared, seen],
    ] as const) {
      expect((await bytesOf(api, noteId, fileId)).status).toBe(404)
      expect((await api.delete(`/notes/${noteId}/files/${fileId}`)).status).toBe(404)
    }
    for (const [api, noteId] of [
      [mine, internal],
      [theirs, shared],
    ] as const) {
      expect((await api.put(`/notes/${noteId}/attach-file`, file)).status).toBe(404)
    }
    expect((await bytesOf(mine, shared, hidden)).status).toBe(404)
    const others = { status: 403, body: { code: 'NOTE_OF_OTHERS' } }
    expect(await mine.put(`/notes/${shared}/attach-file`, file)).toMatchObject(others)
    expect(await mine.delete(`/notes/${shared}/files/${seen}`)).toMatchObject(others)
    await tenant.api.put(`/notes/${shared}`, { visibility: 'INTERNAL' })
    expect((await bytesOf(mine, shared, seen)).status).toBe(404)
    const debtor = await tenant.holding(rights, { clientId, debtorId: await debtorOf(id) })
    expect((await bytesOf(debtor, shared, seen)).status).toBe(404)
  })
})

test('a debtor reads the files of what was written for debtors', async () => {
  const id = await activatedInvoice(tenant, clientId)
  const on = { targetType: 'INVOICE', targetId: id, text: 'Please pay' }
  const { body: note } = await tenant.api.post('/notes', { ...on, visibility: 'DEBTOR' })
  const { body } = await tenant.api.put(`/notes/${note.id}/attach-file`, file)
  const debtor = await tenant.holding(['ReadNote'], { clientId, debtorId: await debtorOf(id) })
  expect((await bytesOf(debtor, note.id, body.files[0].id)).text).toBe('%PDF-1.4\nPaid')
})

const debtorOf = async (id: string) =>
  (await tenant.api.get(`/invoices/${id}`)).body.debtorId as string

/** Where the bytes of a note's files stand. */
async function keysOf(noteId: string): Promise<string[]> {
  const [row] = await at.owner('select files from note where id = $1', [noteId])
  const { files } = row as { files: { id: string }[] }
  return files.map(({ id }) => createHash('sha256').update(`${tenant.id}/${id}`).digest('hex'))
}
