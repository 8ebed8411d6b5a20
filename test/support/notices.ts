import type { Client, WorkflowHandle } from '@temporalio/client'
import { workflowIdOf } from '../../src/domain/processes.ts'
import { activated, asked, financedClient, newDebtor } from '../factoring/ground.ts'
import type { TestTenant, World } from './world.ts'

/** A claim that was bought, and the notice of it that waits to be sent. */
export interface Sold {
  clientId: string
  invoiceId: string
  noticeId: string
}

export const debtorAddress = 'ekonomi@nordictimber.example'

/** A claim on a debtor with an address that the tenant has bought. */
export async function soldClaim(
  at: World,
  tenant: TestTenant,
  debtor: Record<string, unknown> = { email: debtorAddress },
): Promise<Sold> {
  const terms = { recourse: true, recourseDays: 10 }
  const clientId = await financedClient(tenant, { terms })
  const invoiceId = await activated(at, tenant, clientId, { debtor: newDebtor(debtor) })
  await asked(at, tenant, invoiceId)
  const [noticeId] = await noticesOf(at, invoiceId)
  return { clientId, invoiceId, noticeId: noticeId! }
}

export async function noticesOf(at: World, invoiceId: string): Promise<string[]> {
  const rows = await at.owner(
    `select id from document where invoice_id = $1 and type = 'NOTICE_OF_ASSIGNMENT' order by id`,
    [invoiceId],
  )
  return rows.map(({ id }) => String(id))
}

/** Starts its process as the relay does, on the queue of a test. */
export function startNotice(
  { client, taskQueue }: { client: Client; taskQueue: string },
  tenant: TestTenant,
  noticeId: string,
): Promise<WorkflowHandle> {
  return client.workflow.start('sendNotice', {
    taskQueue,
    workflowId: workflowIdOf('sendNotice', tenant.id, noticeId),
    args: [{ tenantId: tenant.id, entityId: noticeId }],
  })
}
