import { expect, test } from 'vitest'
import { ReasonCode } from '../../src/entities/reason-code.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant({ connections: 1 })

test('a later version gives a table another column, and this one goes on reading it', async () => {
  const created = await tenant.api.post('/reason-code', { code: 'A', type: 'STOP', name: 'One' })
  expect(created.status).toBe(201)
  const read = () =>
    tenant.work(async (unit) => (await unit.all(ReasonCode, { code: 'A' })).map(({ name }) => name))
  // What is asked often is prepared, each time by the same connection.
  for (let n = 0; n < 8; n++) expect(await read()).toEqual(['One'])
  await at.owner('alter table reason_code add column later text')
  expect(await read()).toEqual(['One'])
  const listed = await tenant.api.get('/reason-code')
  expect([listed.status, listed.body.data.length]).toEqual([200, 1])
})
