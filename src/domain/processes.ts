import { access } from './access/index.ts'
import { automation } from './automation/index.ts'
import { system } from './system/index.ts'
import { webhooks } from './webhooks/index.ts'
import { bookkeeping } from './bookkeeping/index.ts'
import { clients } from './clients/index.ts'
import { factoring } from './factoring/index.ts'
import { invoices } from './invoices/index.ts'
import { payments } from './payments/index.ts'
import type { Process } from './process.ts'

export const processes = {
  ...access.processes,
  ...system.processes,
  ...automation.processes,
  ...webhooks.processes,
  ...bookkeeping.processes,
  ...clients.processes,
  ...factoring.processes,
  ...invoices.processes,
  ...payments.processes,
} as const satisfies Record<string, Process>

export type ProcessName = keyof typeof processes

export function taskQueueOf(name: ProcessName): string {
  return `rx-${processes[name].queue}`
}

/** The key is the entity's id, or a business key that says more: an invoice and its run. */
export function workflowIdOf(name: ProcessName, tenantId: string, key: string): string {
  return `${processes[name].prefix}/${tenantId}/${key}`
}

/** Where the interface shows what a process is about. */
export function shownAt({ shownAt: path }: Process, workflowId: string): string | undefined {
  const [, , id] = workflowId.split('/')
  return id === undefined ? undefined : path?.replace('{id}', id)
}

/** The key of the errand for what is overdue though its process is open. */
export const stuckErrandOf = (name: ProcessName): string => `process/${name}`

/** The attributes by which operators find a workflow: of SQL visibility's few, shared by all. */
export const searchAttributes = {
  RxTenant: 'Keyword',
  RxClient: 'Keyword',
  RxEntityType: 'Keyword',
  RxEntityId: 'Keyword',
  RxStatus: 'Keyword',
} as const
