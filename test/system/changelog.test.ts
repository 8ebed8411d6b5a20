import { expect, test } from 'vitest'
import { worldWithTenant } from '../support/world.ts'
import { personIn, roleIn } from '../access/people.ts'

const { at, tenant } = await worldWithTenant()

test('a created or deleted row is logged as it was, a change with both values', async () => {
  const roleId = await roleIn(tenant, ['ReadRole'])
  const { id, email } = await personIn(at, tenant)
  await tenant.api.put(`/users/${id}`, { name: 'Another' })
  await tenant.api.post(`/users/${id}/roles`, { roleId })
  await tenant.api.delete(`/users/${id}/roles/${roleId}`)
  const { body } = await tenant.api.get(`/changelog/user/${id}`)
  const told: { action: string; entityId: string; clientId: null; changes: object }[] = body.data
  expect(told.every(({ entityId, clientId }) => entityId === id && clientId === null)).toBe(true)
  const [went, came, named] = told
  const link = { userId: id, roleId }
  expect(went).toMatchObject({ action: 'DELETED', changes: { UserRole: { from: link } } })
  expect(came).toMatchObject({ action: 'CREATED', changes: { UserRole: { to: link } } })
  expect(named).toMatchObject({ action: 'UPDATED', changes: { name: { to: 'Another' } } })
  const made = told.at(-1)?.changes ?? {}
  expect(made).toMatchObject({ email: { to: email }, superUser: { to: false } })
  expect(Object.keys(made)).not.toContain('id')
  expect(JSON.stringify(made)).not.toContain('null')
})
