import type { Client, WorkflowHandle } from '@temporalio/client'
import { acceptForActivation } from '../../src/activities/invoices/accept-for-activation.ts'
import { workflowIdOf } from '../../src/domain/processes.ts'
import { Invoice } from '../../src/entities/invoice.ts'
import { createdInvoice } from './trade.ts'
import type { Api, TestTenant, World } from './world.ts'

/** An invoice that waits for its activation; its process is not started by anybody yet. */
export interface Waiting {
  invoiceId: string
  activationId: string
  workflowId: string
}

export async function waitingInvoice(
  tenant: TestTenant,
  clientId: string,
  more: Record<string, unknown> = {},
): Promise<Waiting> {
  const invoiceId = await createdInvoice(tenant, clientId, more)
  await tenant.work((unit) =>
    acceptForActivation(unit, invoiceId, { productCode: 'INVOICE_SERVICE' }),
  )
  return waitingOf(tenant, invoiceId)
}

/** The activation that an invoice is in. */
export function waitingOf(tenant: TestTenant, invoiceId: string): Promise<Waiting> {
  return tenant.work(async (unit) => {
    const { activationNumber } = await unit.load(Invoice, invoiceId)
    const [row] = await unit.transaction.query<{ id: string }>(
      'select id from invoice_activation where tenant_id = $1 and invoice_id = $2 and number = $3',
      [unit.tenantId, invoiceId, activationNumber],
    )
    const workflowId = workflowIdOf(
      'activateInvoice',
      tenant.id,
      `${invoiceId}/${activationNumber}`,
    )
    return { invoiceId, activationId: row!.id, workflowId }
  })
}

/** Starts the process as the relay does, on the queue of a test. */
export function startActivation(
  { client, taskQueue }: { client: Client; taskQueue: string },
  tenant: TestTenant,
  { activationId, workflowId }: Waiting,
): Promise<WorkflowHandle> {
  return client.workflow.start('activateInvoice', {
    taskQueue,
    workflowId,
    args: [{ tenantId: tenant.id, entityId: activationId }],
  })
}

export const service = { productCode: 'INVOICE_SERVICE' }

/** What tests ask of activations, through the interface and below it. */
export function activationsIn(at: World, tenant: TestTenant) {
  const activationOf = async (invoiceId: string) => {
    const rows = await at.owner(
      'select * from invoice_activation where invoice_id = $1 order by number desc limit 1',
      [invoiceId],
    )
    return rows[0] as Record<string, unknown> & { id: string }
  }
  return {
    activationOf,
    activate: (id: string, body: object = service, api: Api = tenant.api) =>
      api.put(`/invoices/${id}/activate`, body),
    reset: (id: string) => tenant.api.put(`/invoices/${id}/reset`),
    retry: (id: string) => tenant.api.post(`/invoices/${id}/retry-post-activate`),
    read: async (id: string) => (await tenant.api.get(`/invoices/${id}`)).body,
    /** What its process gives each step, at the time of the test. */
    taskOf: async (invoiceId: string) => ({
      runtime: at.runtime,
      tenantId: tenant.id,
      entityId: (await activationOf(invoiceId)).id,
      now: at.clock.now,
      workflowId: 'test',
    }),
    /** Its starts that wait, and the signals to its process. */
    outboxOf: (invoiceId: string) =>
      at.owner(
        `select 'start' as kind, 'activateInvoice' as workflow,
           $1 || id_text(invoice_id) || '/' || number as workflow_id
         from invoice_activation where invoice_id = $2 and starts_at is not null
         union all
         (select kind, workflow, workflow_id from outbox
          where workflow_id like $1 || id_text($2) || '/%'
          order by id)`,
        [`activate-invoice/${tenant.id}/`, invoiceId],
      ),
    eventsOf: async (subjectId: string) => {
      const rows = await at.owner(
        'select type, name from event where subject_id = $1 order by id',
        [subjectId],
      )
      return rows.map(({ type, name }) => `${String(type)}.${String(name)}`)
    },
    errandsOf: (invoiceId: string) =>
      at.owner('select type, status, data, suggestion from system_errand where subject_id = $1', [
        invoiceId,
      ]),
  }
}

export const refused = (code: string) => ({ status: 409, body: { code } })
