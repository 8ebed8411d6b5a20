import {
  isGrpcServiceError,
  NamespaceNotFoundError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type Client,
} from '@temporalio/client'
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common'
import { traced } from '../../ports/tracing/traced.ts'
import { alike, type WeightOf } from '../../domain/turns.ts'
import {
  processes,
  searchAttributes,
  taskQueueOf,
  type ProcessName,
} from '../../domain/processes.ts'

/** A message as the relay claims it. */
export interface OutboxMessage {
  tenant_id: string
  id: string
  kind: 'start' | 'signal'
  workflow: ProcessName
  workflow_id: string
  signal: string | null
  input: Record<string, unknown>
  attributes: Record<string, string>
  /** Somebody called for it, and may wait. */
  by_caller?: boolean
  attempts: number
  /** Of the work that asked for it. */
  traceparent?: string | null
  /** Begun again if it has ended: one that is still open is told apart. */
  again?: true
  /** The table that it came from, where that is not the outbox, and until when it is taken. */
  source?: string
  taken?: string
}

export type Outcome =
  | { done: true; isOpen?: boolean }
  /** Not done; `away` means that the engine takes nothing at present. */
  | { done: false; dead: boolean; notFound: boolean; away: boolean; error: string }

const deadlineMs = 3_000
// What Temporal is likely to answer again and again; a namespace that is being made again
// answers so too, for a while.
const hopeless = new Set([3, 5, 7, 12])
const patience = 20
const unanswered = new Set([4, 14])

/** Sends Temporal what a committed change asked for. Sent twice, it happens once. */
export async function dispatch(
  client: Client,
  message: OutboxMessage,
  weightOf = alike,
): Promise<Outcome> {
  try {
    await traced(spanOf(message), begunBy(message), () =>
      client.withDeadline(Date.now() + deadlineMs, () =>
        message.kind === 'start' ? start(client, message, weightOf) : signal(client, message),
      ),
    )
    return { done: true }
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return { done: true, isOpen: true }
    const notFound = error instanceof WorkflowNotFoundError
    const away = isAway(error)
    const dead = !notFound && !away && isHopeless(error) && message.attempts >= patience
    return { done: false, dead, notFound, away, error: messageOf(error) }
  }
}

const spanOf = ({ kind, workflow }: OutboxMessage) =>
  kind === 'start' ? `StartWorkflow:${workflow}` : `SignalWorkflow:${workflow}`

const begunBy = ({ traceparent: parent, tenant_id: tenant }: OutboxMessage) => ({
  kind: 'producer' as const,
  parent,
  facts: { 'receivables.tenant': tenant },
})

async function start(client: Client, message: OutboxMessage, weightOf: WeightOf): Promise<void> {
  const process = processes[message.workflow]
  await client.workflow.start(process.workflow, {
    workflowId: message.workflow_id,
    taskQueue: taskQueueOf(message.workflow),
    args: [message.input],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: message.again === true ? 'FAIL' : 'USE_EXISTING',
    typedSearchAttributes: attributesOf(message.attributes),
    priority: { ...priorityOf(message), fairnessWeight: weightOf(message.tenant_id) },
    staticSummary: `${process.entity} ${message.attributes['RxEntityId'] ?? ''}`,
  })
}

/**
 * By which the engine lets workers have what waits in a queue: first what somebody called for, and
 * within that the tenants in turn. Its activities have the same.
 */
function priorityOf({ tenant_id: fairnessKey, by_caller: byCaller = false }: OutboxMessage) {
  return { priorityKey: byCaller ? 2 : 3, fairnessKey }
}

async function signal(client: Client, message: OutboxMessage): Promise<void> {
  await client.workflow.getHandle(message.workflow_id).signal(message.signal ?? 'closed')
}

function attributesOf(given: Record<string, string>): TypedSearchAttributes {
  return new TypedSearchAttributes(
    Object.entries(given)
      .filter(([name]) => name in searchAttributes)
      .map(([name, value]) => ({ key: defineSearchAttributeKey(name, 'KEYWORD'), value })),
  )
}

/** The client wraps what the engine answered. */
function answerOf(error: unknown): unknown {
  const { cause } = error as { cause?: unknown }
  return isGrpcServiceError(cause) ? cause : error
}

function isHopeless(error: unknown): boolean {
  const answer = answerOf(error)
  return isGrpcServiceError(answer) && hopeless.has(answer.code)
}

/** It does not answer, or it came back empty and is still being given its namespace again. */
function isAway(error: unknown): boolean {
  const answer = answerOf(error)
  if (answer instanceof NamespaceNotFoundError) return true
  if (!isGrpcServiceError(answer)) return false
  return unanswered.has(answer.code) || /search attribute/.test(answer.details)
}

function messageOf(error: unknown): string {
  const answer = answerOf(error)
  return (answer instanceof Error ? answer.message : String(answer)).slice(0, 500)
}
