import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientIn } from '../access/people.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
})
afterAll(() => at.close())

const add = (body: object, api = tenant.api, of = clientId) =>
  api.post(`/clients/${of}/email-recipients`, { types: ['PAYOUT_REPORT'], ...body })

test('a recipient is added once, by default in the language of the client', async () => {
  const made = await add({
    email: ' Books@Client.example',
    types: ['PAYOUT_REPORT', 'INVOICE_COPY', 'PAYOUT_REPORT'],
  })
  expect(made).toMatchObject({
    status: 201,
    body: {
      clientId,
      email: 'books@client.example',
      language: 'sv',
      types: ['PAYOUT_REPORT', 'INVOICE_COPY'],
    },
  })
  expect(made.headers.get('location')).toBe(`/clients/${clientId}/email-recipients`)
  const again = await add({ email: 'books@client.example' })
  expect(again).toMatchObject({ status: 409, body: { code: 'ALREADY_EXISTS' } })
  const other = await add({ email: 'a@client.example', language: 'en' })
  const { body } = await tenant.api.get(`/clients/${clientId}/email-recipients`)
  expect(body.data).toEqual([other.body, made.body])
  const events = await at.owner('select type, name from event where subject_id = $1', [
    made.body.id,
  ])
  expect(events).toEqual([{ type: 'CLIENT', name: 'emailRecipientCreated' }])
})

test('what is no e-mail, no type or of no client is refused', async () => {
  expect((await add({ email: 'nobody' })).body.errors[0].pointer).toBe('/email')
  const types = await add({ email: 'b@client.example', types: [] })
  expect(types.body.errors[0].pointer).toBe('/types')
  const absent = 'C.06D7ZCEWYHZ8N17900207H8PR4'
  expect((await add({ email: 'b@client.example' }, tenant.api, absent)).status).toBe(404)
  expect((await tenant.api.get(`/clients/${absent}/email-recipients`)).status).toBe(404)
})

test('they are removed from their own client alone', async () => {
  const { id } = (await add({ email: 'gone@client.example' })).body
  const other = await clientIn(tenant)
  const elsewhere = await tenant.api.delete(`/clients/${other}/email-recipients/${id}`)
  expect(elsewhere.status).toBe(404)
  const bound = await tenant.holding(['DeleteClientEmailRecipient'], { clientId: other })
  expect((await bound.delete(`/clients/${clientId}/email-recipients/${id}`)).status).toBe(404)
  const path = `/clients/${clientId}/email-recipients/${id}`
  expect((await tenant.api.delete(path)).status).toBe(204)
  expect((await tenant.api.delete(path)).status).toBe(404)
  const log = await at.owner('select action from changelog where entity_id = $1 order by id', [id])
  expect(log.map(({ action }) => action)).toEqual(['CREATED', 'DELETED'])
})
