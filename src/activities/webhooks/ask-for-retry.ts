import { WithStartWorkflowOperation, WorkflowUpdateFailedError } from '@temporalio/client'
import {
  ActivityFailure,
  ApplicationFailure,
  defineSearchAttributeKey,
  TypedSearchAttributes,
} from '@temporalio/common'
import { processes, taskQueueOf, workflowIdOf } from '../../domain/processes.ts'
import { refuse, refusals, type RefusalCode } from '../../domain/refusal.ts'
import type { RetryAskedBy } from '../../domain/webhooks/delivery.ts'
import type { WebhookLog } from '../../entities/webhook-log.ts'
import { stateOf } from './delivery-state.ts'
import type { Runtime } from '../../kernel/write/runtime.ts'

const deadlineMs = 3_000
const process = processes.webhookDelivery

/** Asks the process of the delivery; where it has ended, it is started with what it must know. */
export async function askForRetry(
  { engine, log }: Runtime,
  row: WebhookLog,
  by: RetryAskedBy & { key: string },
): Promise<void> {
  const { tenantId, id } = row
  try {
    const { client } = await engine.connected()
    const startWorkflowOperation = new WithStartWorkflowOperation(process.workflow, {
      workflowId: workflowIdOf('webhookDelivery', tenantId, id),
      workflowIdConflictPolicy: 'USE_EXISTING',
      taskQueue: taskQueueOf('webhookDelivery'),
      args: [
        {
          tenantId,
          entityId: id,
          status: row.status,
          answer: stateOf(row).answer,
          followed: true,
          ...(row.firstAttemptAt && { firstAttemptAt: row.firstAttemptAt.getTime() }),
          ...(row.lastManualAt && { lastManualAt: row.lastManualAt.getTime() }),
        },
      ],
      staticSummary: `${process.entity} ${id}`,
      typedSearchAttributes: new TypedSearchAttributes([
        { key: defineSearchAttributeKey('RxTenant', 'KEYWORD'), value: tenantId },
        { key: defineSearchAttributeKey('RxEntityType', 'KEYWORD'), value: process.entity },
        { key: defineSearchAttributeKey('RxEntityId', 'KEYWORD'), value: id },
      ]),
    })
    await client.withDeadline(Date.now() + deadlineMs, () =>
      client.workflow.executeUpdateWithStart('retry', {
        updateId: by.key,
        args: [by],
        startWorkflowOperation,
      }),
    )
  } catch (error) {
    if (error instanceof WorkflowUpdateFailedError) refuseAs(error.cause)
    log.warn({ err: error, delivery: id }, 'a retry could not be asked for')
    refuse('UNAVAILABLE', { retryAfterSeconds: 5 })
  }
}

/** The process says no with a code of ours, and until when; or an activity of it did. */
function refuseAs(failure: unknown): void {
  const cause = failure instanceof ActivityFailure ? failure.cause : failure
  if (!(cause instanceof ApplicationFailure) || !((cause.type ?? '') in refusals)) return
  const [until, retryAfterSeconds] = (cause.details ?? []) as [number?, number?]
  const when =
    until === undefined || retryAfterSeconds === undefined
      ? {}
      : { retryAllowedAt: new Date(until), retryAfterSeconds }
  refuse(cause.type as RefusalCode, when)
}
