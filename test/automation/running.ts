import { runAutomation } from '../../src/activities/automation/run-automation.ts'
import { afterEach, expect } from 'vitest'
import type { Api, TestTenant, World } from '../support/world.ts'

/** As their processes do, until no run waits any more; in order, or all of a round at once. */
export async function carried(at: World, tenant: TestTenant, atOnce = false): Promise<number> {
  for (let count = 0; ;) {
    const waiting = await at.owner(
      `select id_text(id) as id, depth from automation_run
       where tenant_id = $1 and ended_at is null order by id`,
      [tenant.id],
    )
    if (waiting.length === 0) return count
    count += waiting.length
    const run = ({ id, depth }: Record<string, unknown>) =>
      runAutomation({
        runtime: at.runtime,
        tenantId: tenant.id,
        entityId: String(id),
        now: at.clock.now,
        workflowId: `run-automation/${tenant.id}/${String(id)}/${String(depth)}`,
      })
    if (atOnce) await Promise.all(waiting.map(run))
    else for (const each of waiting) await run(each)
  }
}

/** What an automation did, the oldest first. */
export async function runsOf(tenant: TestTenant, id: string) {
  const { body } = await tenant.api.get(`/automation/${id}/runs?sort=createdAt`)
  return body.data as { id: string; status: string; code: string | null; depth: number }[]
}

export const note = (text: string) => ({ type: 'CREATE_NOTE', params: { text } })

/** What tests say of automations, all of which are off after each. */
export function automationsOf(at: World, tenant: TestTenant) {
  afterEach(async () => {
    await at.owner('delete from automation_route')
    await at.owner('update automation set enabled = false')
  })
  const made = (more: Record<string, unknown>, by: Api = tenant.api) =>
    by.post('/automation', { name: 'Look', type: 'INVOICE', event: 'created', ...more })
  return {
    made,
    async on(more: Record<string, unknown>, by?: Api): Promise<string> {
      const { status, body } = await made(more, by)
      expect(status, JSON.stringify(body)).toBe(201)
      return body.id
    },
    off: (id: string) => tenant.api.put(`/automation/${id}`, { enabled: false }),
    async notesOn(invoiceId: string): Promise<string[]> {
      const { body } = await tenant.api.get(`/invoices/${invoiceId}/notes`)
      return body.data.map(({ text }: { text: string }) => text)
    },
  }
}
