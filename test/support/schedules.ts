import type { Client, WorkflowHandle } from '@temporalio/client'
import { planSchedule } from '../../src/activities/automation/plan-schedule.ts'
import type { Api, TestTenant, World } from './world.ts'

/** A report every morning at half past seven, for two who get it. */
export const everyMorning = {
  name: 'Accounts in the morning',
  cron: '30 7 * * *',
  recipients: ['kim@factor.example', 'ola@factor.example'],
  reportId: 'client-account-balances',
}

export async function scheduled(
  by: Api,
  more: object = {},
  kind = 'query-report',
): Promise<string> {
  const { status, body } = await by.post(`/scheduler/${kind}`, { ...everyMorning, ...more })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id
}

/** What its schedule in the engine does at this instant. */
export function planAt(at: World, tenant: TestTenant, scheduleId: string, instant: string) {
  const task = { runtime: at.runtime, tenantId: tenant.id, entityId: scheduleId }
  return planSchedule({ ...task, workflowId: 'test', now: new Date(instant) })
}

export async function runsOf(at: World, scheduleId: string): Promise<Record<string, unknown>[]> {
  const rows = await at.owner(
    `select id, planned_at, status, mailed, error, document_ids from schedule_run
     where schedule_id = $1 order by planned_at`,
    [scheduleId],
  )
  return rows.map((row) => ({ ...row, planned_at: (row['planned_at'] as Date).toISOString() }))
}

export const startRun = (
  { client, taskQueue }: { client: Client; taskQueue: string },
  tenant: TestTenant,
  runId: string,
): Promise<WorkflowHandle> =>
  client.workflow.start('runSchedule', {
    taskQueue,
    workflowId: `run-schedule/${tenant.id}/${runId}/${Math.random()}`,
    args: [{ tenantId: tenant.id, entityId: runId }],
  })
