import { expect } from 'vitest'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import type { TestTenant, World } from '../support/world.ts'

/** A list of the client's own, in force from today on. */
export async function pricesOf(tenant: TestTenant, targetId: string, prices: object[]) {
  const sent = { targetType: 'CLIENT', targetId, currency: 'SEK', prices }
  const { status, body } = await tenant.api.put('/price-lists/update', sent)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id as string
}

/** What a background task comes to. */
export async function done(at: World, tenant: TestTenant, path: string, body: object = {}) {
  const started = await tenant.api.put(path, body)
  expect([201, 202], JSON.stringify(started.body)).toContain(started.status)
  const task = await worked(at, tenant, started.body.id)
  expect(task.failed, JSON.stringify(task)).toBe(0)
  return task
}

export async function worked(
  at: World,
  { id: tenantId, runtime, api }: TestTenant,
  entityId: string,
) {
  const of = { runtime, tenantId, entityId, now: at.clock.now, workflowId: 'test' }
  for (let open = true, n = 0; open && n < 50; n++) ({ open } = await workOffTask(of))
  return (await api.get(`/background-task/${entityId}`)).body
}

/** Why the things of a task were refused. */
export async function codesOf(at: World, tenant: TestTenant, taskId: string): Promise<string[]> {
  const { errors } = await worked(at, tenant, taskId)
  return errors.map(({ code }: { code: string }) => code)
}

export async function chargesOf(tenant: TestTenant, clientId: string) {
  return (await tenant.api.get(`/charges?clientId=${clientId}&limit=100`)).body.data
}

export async function billsOf(tenant: TestTenant, clientId: string) {
  return (await tenant.api.get(`/bills?clientId=${clientId}`)).body.data
}

/** By book and role, what the vouchers of a bill post. */
export async function postedBy(at: World, billId: string): Promise<string[]> {
  const rows = await at.owner(
    `select v.owner_type || ' ' || p.role || ' ' || p.amount as line
     from voucher v join voucher_posting p on p.tenant_id = v.tenant_id and p.voucher_id = v.id
     where v.source_id = id_text($1) or v.source_id = $1::text
     order by 1`,
    [billId],
  )
  return rows.map(({ line }) => String(line))
}
