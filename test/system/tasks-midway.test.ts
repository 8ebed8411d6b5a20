import { expect, test } from 'vitest'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { taskChunk } from '../../src/domain/system/background-task.ts'
import { personIn, roleIn } from '../access/people.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()

const rowsEach = 200

async function articles(count: number): Promise<string[]> {
  const clientId = await clientIn(tenant)
  const ids: string[] = []
  while (ids.length < count) {
    const row = { description: 'Planks', quantity: '1', price: '1.00', vatPercentage: 25 }
    const articleRows = Array.from({ length: rowsEach }, () => row)
    const id = await createdInvoice(tenant, clientId, { articleRows })
    const { body } = await tenant.api.get(`/articles?invoiceId=${id}&limit=200`)
    ids.push(...body.data.map((each: { id: string }) => each.id))
  }
  return ids
}

test.each([
  ['loses the right', 'ACCESS_DENIED'],
  ['is switched off', 'UNAUTHENTICATED'],
] as const)('of who %s in the midst of it no more is done', async (how, code) => {
  const clerk = await personIn(at, tenant)
  const roleId = await roleIn(tenant, ['UpdateArticles'])
  await tenant.api.post(`/users/${clerk.id}/roles`, { roleId })
  const ids = await articles(taskChunk + 1)
  const changes = { description: 'Boards' }
  const asked = await clerk.api.put('/articles/bulk-update', { ids, changes })
  expect(asked.status, JSON.stringify(asked.body)).toBe(202)
  const work = () =>
    workOffTask({
      runtime: at.runtime,
      tenantId: tenant.id,
      entityId: asked.body.id,
      now: at.clock.now,
      workflowId: 'test',
    })
  expect(await work()).toMatchObject({ open: true, processed: taskChunk, failed: 0 })
  if (how === 'loses the right') await tenant.api.delete(`/users/${clerk.id}/roles/${roleId}`)
  else await tenant.api.put(`/users/${clerk.id}/toggle`, { active: false })
  expect(await work()).toMatchObject({ open: false, status: 'FAILED' })
  const [left] = await at.owner(
    `select count(*) filter (where description = 'Boards')::int as done, count(*)::int as of
     from article where tenant_id = $1 and id = any ($2)`,
    [tenant.id, ids],
  )
  expect(left).toEqual({ done: taskChunk, of: ids.length })
  const { body } = await tenant.api.get(`/background-task/${asked.body.id}`)
  expect(body).toMatchObject({ status: 'FAILED', code, succeeded: taskChunk })
})
