/** A process over time: the workflow that runs it, its queue, and how its id is made. */
export interface Process {
  workflow: string
  queue: 'core' | 'webhooks' | 'bulk'
  /** First segment of its workflow ids: `{prefix}/{tenant}/{entity}`. */
  prefix: string
  /** What its operators search by. */
  entity: string
}

export const processes = {
  inviteUser: {
    workflow: 'inviteUser',
    queue: 'core',
    prefix: 'invite-user',
    entity: 'Invitation',
  },
  resetPassword: {
    workflow: 'resetPassword',
    queue: 'core',
    prefix: 'reset-password',
    entity: 'PasswordReset',
  },
  runTask: {
    workflow: 'runTask',
    queue: 'bulk',
    prefix: 'task',
    entity: 'BackgroundTask',
  },
  onboardClient: {
    workflow: 'onboardClient',
    queue: 'core',
    prefix: 'onboard-client',
    entity: 'Client',
  },
  activateInvoice: {
    workflow: 'activateInvoice',
    queue: 'core',
    prefix: 'activate-invoice',
    entity: 'InvoiceActivation',
  },
  activateBatch: {
    workflow: 'activateBatch',
    queue: 'bulk',
    prefix: 'activate-batch',
    entity: 'InvoiceActivation',
  },
  factoringDecision: {
    workflow: 'factoringDecision',
    queue: 'core',
    prefix: 'factoring-decision',
    entity: 'FactoringDecision',
  },
  exportInvoices: {
    workflow: 'exportInvoices',
    queue: 'bulk',
    prefix: 'export-invoices',
    entity: 'Client',
  },
  webhookDelivery: {
    workflow: 'webhookDelivery',
    queue: 'webhooks',
    prefix: 'webhook-delivery',
    entity: 'WebhookLog',
  },
} as const satisfies Record<string, Process>

export type ProcessName = keyof typeof processes

export function taskQueueOf(name: ProcessName): string {
  return `rx-${processes[name].queue}`
}

/** The key is the entity's id, or a business key that says more: an invoice and its run. */
export function workflowIdOf(name: ProcessName, tenantId: string, key: string): string {
  return `${processes[name].prefix}/${tenantId}/${key}`
}

/** The attributes by which operators find a workflow: of SQL visibility's few, shared by all. */
export const searchAttributes = {
  RxTenant: 'Keyword',
  RxClient: 'Keyword',
  RxEntityType: 'Keyword',
  RxEntityId: 'Keyword',
  RxStatus: 'Keyword',
} as const
