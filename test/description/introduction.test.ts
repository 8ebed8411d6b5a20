import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { introduction } from '../../src/kernel/http/description/introduction.ts'
import { bookedClient, enterByHand } from '../support/booked-client.ts'
import { tenantIn, worldWithTenant } from '../support/world.ts'
import { description, operationsIn } from './described.ts'

const { at, tenant } = await worldWithTenant()
const { api } = tenant

test('it is the beginning of the description, and short', () => {
  expect((description.info as { description: string }).description).toBe(introduction)
  expect(introduction.split('\n').length).toBeLessThanOrEqual(120)
})

test('each operation that it names is there', () => {
  const there = new Set(
    operationsIn(description).map(({ method, path }) => `${method.toUpperCase()} ${path}`),
  )
  const named = [...introduction.matchAll(/\b(?:GET|POST|PUT|DELETE) \/[\w/{}-]+/g)].map(
    ([route]) => route,
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((route) => !there.has(route))).toEqual([])
})

const role = (name: string) => ({ name, rights: ['ReadRoles'] })

test('a request is done once under a key, and says that it was', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const first = await api.post('/roles', role('Once'), key)
  const again = await api.post('/roles', role('Once'), key)
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect(first.headers.get('idempotency-replayed')).toBeNull()
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect((await api.post('/roles', role('Twice'), key)).status).toBe(422)
})

test('lists are read page by page, and counted where that is asked', async () => {
  const first = await api.get('/roles?limit=1&count=true')
  expect(Object.keys(first.body).toSorted()).toEqual(['count', 'data', 'hasMore', 'nextCursor'])
  const { nextCursor } = first.body
  const second = await api.get(`/roles?limit=1&cursor=${nextCursor}`)
  expect(second.body.data[0].id).not.toBe(first.body.data[0].id)
  expect((await api.get(`/users?cursor=${nextCursor}`)).body.code).toBe('CURSOR_INVALID')
  expect((await api.get('/roles?limit=501')).status).toBe(400)
  const later = await api.get('/token?createdAt.from=2999-01-01T00:00:00Z')
  expect(later.body.data).toEqual([])
})

test('a refusal is a problem whose type is an absolute address, and names what is wrong', async () => {
  const given = { 'x-request-id': randomUUID() }
  const gone = await api.get('/roles/none', given)
  expect(gone.headers.get('content-type')).toBe('application/problem+json')
  expect(gone.headers.get('x-request-id')).toBe(given['x-request-id'])
  expect(gone.body).toMatchObject({
    type: 'http://test/developers/errors#NOT_FOUND',
    status: 404,
    code: 'NOT_FOUND',
    instance: `urn:request:${given['x-request-id']}`,
  })
  const misspelled = await api.post('/roles', { ...role('Other'), nmae: 'Other' })
  expect(misspelled.status).toBe(400)
  expect(misspelled.body.errors[0].pointer).toBe('/nmae')
  const narrow = await tenant.holding(['ReadRoles'])
  const denied = await narrow.get('/users')
  expect([denied.status, denied.body.missingRights.length > 0]).toEqual([403, true])
  expect((await api.get('/ping/secured')).body.principal).toBeDefined()
})

test('a change of what changed since is refused, by either way to say what one believes', async () => {
  const { body: made, headers } = await api.post('/roles', role('Changed'))
  const path = `/roles/${made.id}`
  expect(headers.get('etag')).toBe(`"${made.version}"`)
  const known = { 'if-match': `"${made.version}"` }
  expect((await api.put(path, { description: 'First' }, known)).status).toBe(200)
  expect((await api.put(path, { description: 'Second' }, known)).status).toBe(412)
  const named = { description: 'Second', version: made.version }
  expect((await api.put(path, named)).status).toBe(409)
  expect((await api.put(path, { description: 'Second' })).status).toBe(200)
})

test('what takes two people is done when a second one asks for the same', async () => {
  const two = await tenantIn(at, 'Two', {})
  const { mainId } = await bookedClient(two)
  const somebody = () => two.holding(['CreateClientAccountTransaction'])
  const [one, other] = [await somebody(), await somebody()]
  const asked = await enterByHand(one, mainId, '250')
  expect([asked.status, asked.body.confirmationRequired]).toEqual([202, true])
  expect(asked.body.wouldDo.length).toBeGreaterThan(0)
  const again = await enterByHand(one, mainId, '250')
  expect([again.status, again.body.code]).toEqual([409, 'SAME_APPROVER'])
  expect((await enterByHand(other, mainId, '250')).status).toBe(201)
})
