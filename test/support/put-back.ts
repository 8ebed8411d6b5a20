import { randomUUID } from 'node:crypto'
import type { WorkflowHandle } from '@temporalio/client'
import { expect } from 'vitest'
import type { Engine } from './temporal.ts'
import type { TestTenant, World } from './world.ts'

/** Where a process can be put back to: before the end of each of its tasks. */
export async function tasksOf(handle: WorkflowHandle): Promise<string[]> {
  const { events = [] } = await handle.fetchHistory()
  return (events ?? []).flatMap(({ eventId, workflowTaskCompletedEventAttributes: is }) =>
    is == null ? [] : [String(eventId)],
  )
}

/** As somebody does it in Temporal's UI. */
export async function putBack(
  { connection, client }: Engine,
  workflowId: string,
  runId: string,
  eventId: string,
): Promise<void> {
  await connection.workflowService.resetWorkflowExecution({
    namespace: client.options.namespace,
    workflowExecution: { workflowId, runId },
    workflowTaskFinishEventId: eventId as never,
    requestId: randomUUID(),
    reason: 'a test',
  })
}

/** All that a tenant's money, events, messages and mails are, but for what only says who looked. */
export async function effectsOf(at: World, { id }: TestTenant): Promise<Record<string, unknown>> {
  const [row] = await at.owner(
    `select
      (select count(*)::int from financial_event where tenant_id = $1) as bookings,
      (select count(*)::int from voucher where tenant_id = $1) as vouchers,
      (select count(*)::int from voucher_posting where tenant_id = $1) as postings,
      (select json_agg(json_build_array(id, balance) order by id) from client_account
        where tenant_id = $1) as accounts,
      (select json_agg(json_build_array(id, balance) order by id) from debtor
        where tenant_id = $1) as debtors,
      (select json_agg(json_build_array(id, main_status, financing_status, balance) order by id)
        from invoice where tenant_id = $1) as invoices,
      (select count(*)::int from document where tenant_id = $1) as documents,
      (select count(*)::int from event where tenant_id = $1) as events,
      (select count(*)::int from outbox where tenant_id = $1) as messages,
      (select count(*)::int from system_errand where tenant_id = $1) as errands,
      (select count(*)::int from errand_event where tenant_id = $1) as errand_events`,
    [id],
  )
  return { ...row, letters: at.letters.length }
}

/** What it came to, or why it failed. */
const outcomeOf = (handle: WorkflowHandle): Promise<unknown> =>
  handle.result().catch(({ cause }: { cause?: { message: string } }) => cause?.message)

/** Puts a process that has ended back to each of its tasks in turn; what it came to each time. */
export async function putBackToEach(
  temporal: Engine,
  handle: WorkflowHandle,
  effects: () => Promise<unknown>,
): Promise<unknown[]> {
  const outcomes = [await outcomeOf(handle)]
  const { runId } = await handle.describe()
  const before = await effects()
  const tasks = await tasksOf(handle)
  for (const task of tasks) {
    await putBack(temporal, handle.workflowId, runId, task)
    const again = temporal.client.workflow.getHandle(handle.workflowId)
    expect((await again.describe()).runId).not.toBe(runId)
    outcomes.push(await outcomeOf(again))
    expect(await effects(), `put back to ${task}`).toEqual(before)
  }
  expect(tasks).not.toEqual([])
  return outcomes
}
