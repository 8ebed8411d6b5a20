import { expect, vi } from 'vitest'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { differencesOf, leftIn } from '../support/left.ts'
import type { TestTenant, World } from '../support/world.ts'

const outcomeOf = ({ status, total, succeeded, failed, errors }: Record<string, unknown>) => {
  const told = (errors as { entityId: string; code: string }[]).map((e) => [e.entityId, e.code])
  return { status, total, succeeded, failed, told }
}

/** Tasks of a tenant, tried first and then done. */
export function triedIn(at: World, tenant: TestTenant) {
  const workedOff = async (entityId: string) => {
    const now = at.clock.now
    const task = { runtime: at.runtime, tenantId: tenant.id, entityId, now, workflowId: 'test' }
    while ((await workOffTask(task)).open);
    return (await tenant.api.get(`/background-task/${entityId}`)).body
  }

  /** All that a tenant has but what is remembered of tasks themselves. */
  async function all() {
    const left = await leftIn(at, tenant.id, { token: ['last_used_at'] }, 0)
    const own = ['background_task', 'background_task_item', 'outbox', 'idempotency_key']
    for (const table of own) delete left[table]
    for (const table of ['changelog', 'event']) {
      left[table] = (left[table] ?? []).filter((row) => !row.includes('BackgroundTask'))
    }
    return left
  }

  /** The dry run, of which nothing may be left, and then what it said would happen. */
  async function bothRuns(method: 'put' | 'post', path: string, body: object) {
    const before = await all()
    const stored = vi.spyOn(at.runtime.documents, 'put')
    const dry = await tenant.api[method](`${path}?dryRun=true`, body)
    expect([dry.status, dry.body.dryRun], JSON.stringify(dry.body)).toEqual([202, true])
    const tried = await workedOff(dry.body.id)
    expect(stored).not.toHaveBeenCalled()
    stored.mockRestore()
    expect(differencesOf(before, await all())).toEqual([])
    const wet = await tenant.api[method](path, body)
    expect([wet.status, wet.body.dryRun], JSON.stringify(wet.body)).toEqual([202, false])
    const done = await workedOff(wet.body.id)
    expect(outcomeOf(tried)).toEqual(outcomeOf(done))
    expect(differencesOf(before, await all())).not.toEqual([])
    return tried
  }

  return { workedOff, bothRuns }
}
