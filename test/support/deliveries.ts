import type { Client, WorkflowHandle } from '@temporalio/client'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { workflowIdOf } from '../../src/domain/processes.ts'
import { activatedInvoice, clientIn } from './trade.ts'
import type { TestTenant, World } from './world.ts'

export const signingKey = 'whsec_c2lnbmluZyBzZWNyZXQgb2Ygb25l'
const path = '/bookkeeping-files'

export interface MadeFile {
  clientId: string
  id: string
  documentId: string
}

/** A client whose files go by a method, and a file of its two vouchers. */
export async function fileFor(
  at: World,
  tenant: TestTenant,
  {
    method,
    receiver = {},
    format = 'SIE4I',
  }: { method: string; receiver?: object; format?: string },
): Promise<MadeFile> {
  const clientId = await clientIn(tenant)
  const by = method === 'EMAIL' ? 'EMAIL_SIE' : method
  await tenant.api.put(`/clients/${clientId}/settings/bookkeeping`, { export: { method: by } })
  const made = await tenant.api.post('/bookkeeping-receivers', { clientId, method, ...receiver })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  await activatedInvoice(tenant, clientId)
  await activatedInvoice(tenant, clientId)
  return fileOf(at, tenant, clientId, format)
}

/** A file of what waits of a client. */
export async function fileOf(
  at: World,
  tenant: TestTenant,
  clientId: string,
  format = 'SIE4I',
): Promise<MadeFile> {
  const { body: task } = await tenant.api.put(`${path}/generate`, {
    clientIds: [clientId],
    format,
  })
  const work = { runtime: at.runtime, tenantId: tenant.id, entityId: task.id, workflowId: 'test' }
  for (let n = 0; n < 20 && (await workOffTask({ ...work, now: at.clock.now })).open; n++);
  const { data } = (await tenant.api.get(`${path}?clientId=${clientId}&status=GENERATED`)).body
  return { clientId, id: String(data[0].id), documentId: String(data[0].documentId) }
}

/** Asks for a file to be delivered. */
export async function exported(tenant: TestTenant, id: string, body: object = {}) {
  const answer = await tenant.api.put(`${path}/${id}/export`, body)
  return { ...answer, deliveryId: String(answer.body.delivery?.id) }
}

/** Starts its process as the relay does, on the queue of a test. */
export function startDelivery(
  { client, taskQueue }: { client: Client; taskQueue: string },
  tenant: TestTenant,
  deliveryId: string,
): Promise<WorkflowHandle> {
  return client.workflow.start('deliverBookkeepingFile', {
    taskQueue,
    workflowId: workflowIdOf('deliverBookkeepingFile', tenant.id, deliveryId),
    args: [{ tenantId: tenant.id, entityId: deliveryId }],
  })
}

export async function bytesOf(at: World, tenant: TestTenant, documentId: string): Promise<Buffer> {
  const headers = { Authorization: `Bearer ${tenant.api.token}` }
  const answer = await at.app.request(`/documents/${documentId}/file`, { headers })
  return Buffer.from(await answer.arrayBuffer())
}
