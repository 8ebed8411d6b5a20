import { processes, workflowIdOf, type ProcessName } from '../../domain/processes.ts'
import type { Row } from '../../ports/database/transaction.ts'
import { factsOf } from '../../entities/table.ts'
import type { Change } from './changes.ts'
import { traceparent } from '../../ports/tracing/traced.ts'
import { newId } from './ids.ts'

/** A message to a process: without a signal it starts the process, with one it signals a change. */
export interface ProcessMessage {
  process: ProcessName
  entityId: string
  signal: string | null
  attributes: Readonly<Record<string, string>>
  key: string
}

/** Committed together with the change, and sent to the process afterwards. */
export function outboxRow(of: { tenantId: string; now: Date }, message: ProcessMessage): Row {
  const { process, entityId, signal, attributes, key } = message
  const { tenantId, now } = of
  return {
    tenant_id: tenantId,
    id: newId('Outbox'),
    kind: signal === null ? 'start' : 'signal',
    workflow: process,
    workflow_id: workflowIdOf(process, tenantId, key),
    signal,
    input: { tenantId, entityId },
    attributes: {
      RxTenant: tenantId,
      RxEntityType: processes[process].entity,
      RxEntityId: entityId,
      ...attributes,
    },
    attempts: 0,
    due_at: now,
    done_at: null,
    dead_at: null,
    last_error: null,
    traceparent: traceparent(),
  }
}

/** The processes that changed rows ask for themselves, as of this moment. */
export function startedBy(changes: readonly Change[], now: Date): ProcessName[] {
  return changes.flatMap(({ meta, entity }) => {
    const { starts } = factsOf(meta.tableName)
    return starts !== undefined && entity['startsAt'] === now ? [starts.process] : []
  })
}
