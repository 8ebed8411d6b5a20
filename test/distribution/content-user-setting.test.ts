import { expect, test } from 'vitest'
import { assignedTo } from '../support/assigned.ts'
import { Rows } from '../support/rows.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const rights = [
  'ReadContentUserSettings',
  'ReadContentUserSetting',
  'CreateContentUserSetting',
  'UpdateContentUserSetting',
  'DeleteContentUserSetting',
] as const
const path = '/content-user-setting'
const somebody = () => assignedTo(at.app, tenant, [], rights)
const value = { columns: ['invoiceNumber', 'balance'], filters: { status: null, open: true } }

test('a view is one’s own: saved, found by its type, changed and deleted', async () => {
  const { api: own, id: userId } = await somebody()
  const made = await own.post(path, { type: 'invoices', value })
  expect(made.body).toMatchObject({ type: 'invoices', value, version: 1 })
  await own.post(path, { type: 'debtors.open', value: {} })
  const { body } = await own.get(path)
  expect(body.data.map(({ type }: { type: string }) => type)).toEqual(['debtors.open', 'invoices'])
  const found = await own.get(`${path}?type=invoices`)
  expect(found.body.data).toEqual([made.body])
  expect((await own.get(`${path}?type=nothing`)).body.data).toEqual([])
  const changed = await own.put(`${path}/${made.body.id}`, { value: { columns: [] } })
  expect(changed.body).toMatchObject({ value: { columns: [] }, version: 2 })
  expect((await own.get(`${path}/invoices`)).body).toEqual(changed.body)
  const trail = await at.owner(
    `select action from changelog where tenant_id = $1 and entity = 'ContentUserSetting'`,
    [tenant.id],
  )
  expect(trail).toHaveLength(3)
  expect(userId).toBeTruthy()
  expect((await own.delete(`${path}/${made.body.id}`)).status).toBe(204)
  expect((await own.get(`${path}/invoices`)).status).toBe(404)
})

test('nobody sees or changes a view of somebody else', async () => {
  const [{ api: own }, { api: other }] = [await somebody(), await somebody()]
  const { body } = await own.post(path, { type: 'invoices', value })
  expect((await other.get(path)).body.data).toEqual([])
  expect((await other.get(`${path}/invoices`)).status).toBe(404)
  expect((await other.put(`${path}/${body.id}`, { value: {} })).status).toBe(404)
  expect((await other.delete(`${path}/${body.id}`)).status).toBe(404)
  expect((await other.post(path, { type: 'invoices', value })).status).toBe(201)
})

test('there is one of a type, whoever saves it at once', async () => {
  const { api: own } = await somebody()
  const answers = await Promise.all([1, 2, 3].map(() => own.post(path, { type: 'x', value })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({ code: 'ALREADY_EXISTS', errors: [{ pointer: '/type' }] })
})

test('views are small, few, and those of people', async () => {
  const { api: own, id: userId } = await somebody()
  let deep: object = {}
  for (let n = 0; n < 8; n++) deep = { deep }
  const tooLarge = { text: 'x'.repeat(17_000) }
  for (const [sent, code] of [
    [deep, 'TOO_DEEP'],
    [tooLarge, 'TOO_LARGE'],
  ] as const) {
    const refused = await own.post(path, { type: 'x', value: sent })
    expect([refused.status, refused.body.errors[0].code]).toEqual([400, code])
  }
  expect((await own.post(path, { type: 'x y', value })).status).toBe(400)
  expect((await own.post(path, { type: 'x', value: [1] })).status).toBe(400)
  const token = await tenant.api.post(path, { type: 'x', value })
  expect([token.status, token.body.code]).toEqual([409, 'NO_PERSON'])
  const rows = new Rows(at, tenant.id)
  for (let n = 0; n < 100; n++) {
    await rows.add('content_user_setting', { userId, type: `view${n}`, value: {} })
  }
  const many = await own.post(path, { type: 'x', value })
  expect([many.status, many.body.code]).toEqual([409, 'TOO_MANY_VIEWS'])
})
