import { beforeAll, describe, expect, test } from 'vitest'
import { traceOf } from '../access/people.ts'
import { asFile, goodPng } from '../support/pictures.ts'
import { clientIn } from '../support/trade.ts'
import { worldWithTenant, tenantIn, type TestTenant, type World } from '../support/world.ts'
import { having } from './owners.ts'
import { changesOf } from '../support/changes.ts'

let at: World
let tenant: TestTenant
let clientId: string

const here = worldWithTenant()
beforeAll(async () => {
  ;({ at, tenant } = await here)
  clientId = await clientIn(tenant)
})

const file = { filename: 'terms.txt', mimeType: 'text/plain', content: btoa('Thirty days') }
const rights = ['CreateDocuments', 'ReadDocuments', 'LinkDocumentToInvoice'] as const

describe.each(having('documents'))('documents of $name', ({ make, targetType, place }) => {
  const { field, attach, list, link } = place
  const keep = (ownerId: string, more: object = {}) =>
    tenant.api.post(attach, { [field]: ownerId, ...file, ...more })
  const kept = async () =>
    (
      await tenant.api.post('/documents/attachments/client', {
        clientId,
        ...file,
      })
    ).body
  const idsIn = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id)

  test('are kept with it, listed among those of its kind, and leave their trace', async () => {
    const id = await make(tenant, clientId)
    const made = await keep(id)
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toBe(`/documents/${made.body.id}`)
    expect(made.body).toMatchObject({
      type: 'ATTACHMENT',
      ownerType: targetType,
      ownerId: id,
      clientId,
      [field]: id,
      version: 1,
    })
    expect((await tenant.api.get(`/documents/${made.body.id}`)).body).toEqual(made.body)
    const ofClient = await kept()
    expect(idsIn(await tenant.api.get(`${list}?ownerId=${id}`))).toEqual([made.body.id])
    expect(idsIn(await tenant.api.get(`${list}?ownerId=${clientId}`))).toEqual([])
    expect(idsIn(await tenant.api.get(`/documents?ownerId=${clientId}`))).toContain(ofClient.id)
    const { events } = await traceOf(at, made.body.id)
    expect(events).toEqual(['created'])
    const changes = await changesOf(tenant, made.body.id)
    expect(changes).toMatchObject([{ action: 'CREATED', changes: { ownerId: { to: id } } }])
  })

  test('are put there from its client, and from nowhere else', async () => {
    const id = await make(tenant, clientId)
    const document = await kept()
    const put = (documentId: string, to: string) =>
      tenant.api.post(link, { documentId, [field]: to })
    const linked = await put(document.id, id)
    expect([linked.status, linked.body]).toMatchObject([
      200,
      { ownerType: targetType, ownerId: id, [field]: id, version: 2 },
    ])
    expect((await put(document.id, id)).body.version).toBe(2)
    expect((await traceOf(at, document.id)).events).toEqual(['created', 'updated'])

    const second = await make(tenant, clientId)
    expect((await put(document.id, second)).body.code).toBe('DOCUMENT_BELONGS_ELSEWHERE')
    const foreign = await make(tenant, await clientIn(tenant))
    const own = await kept()
    expect((await put(own.id, foreign)).body.code).toBe('DOCUMENT_BELONGS_ELSEWHERE')
    const brand = await tenant.api.post('/documents/brand/instance-provider', asFile(goodPng()))
    expect((await put(brand.body.id, id)).body.code).toBe('DOCUMENT_BELONGS_ELSEWHERE')
  })

  test('of what is foreign, absent or of another client are not found', async () => {
    const away = await tenantIn(at, 'Other')
    const foreign = await make(away, await clientIn(away))
    const lost = await keep(foreign)
    expect([lost.status, lost.body.errors[0].pointer]).toEqual([404, `/${field}`])
    const id = await make(tenant, clientId)
    await keep(id)
    const theirs = await tenant.holding(rights, { clientId: await clientIn(tenant) })
    expect((await theirs.post(attach, { [field]: id, ...file })).status).toBe(404)
    expect(idsIn(await theirs.get(`${list}?ownerId=${id}`))).toEqual([])
    const mine = await tenant.holding(rights, { clientId })
    expect((await mine.post(attach, { [field]: id, ...file })).status).toBe(201)
    expect(idsIn(await mine.get(`${list}?ownerId=${id}`))).toHaveLength(2)
  })

  test('are what their bytes are, whatever they are called', async () => {
    const id = await make(tenant, clientId)
    const untyped = { ...file, mimeType: undefined }
    expect((await keep(id, untyped)).body.mimeType).toBe('text/plain')
    const sheet = await keep(id, { ...untyped, filename: 'rows.csv' })
    expect(sheet.body).toMatchObject({ mimeType: 'text/csv', filename: 'rows.csv' })
    const pdf = await keep(id, { ...untyped, content: btoa('%PDF-1.4\n') })
    expect(pdf.body).toMatchObject({ mimeType: 'application/pdf', filename: 'terms.txt.pdf' })
    const strange = await keep(id, { ...untyped, content: btoa('a\u0001b') })
    expect([strange.status, strange.body.errors[0]]).toMatchObject([
      400,
      { pointer: '/content', code: 'TYPE_UNKNOWN' },
    ])
  })
})
