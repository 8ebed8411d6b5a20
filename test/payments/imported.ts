import { workOffTask } from '../../src/activities/system/run-task.ts'
import type { Answered, Api, TestTenant, World } from '../support/world.ts'

/** A file on its way through the platform, as callers and the process of its tasks see it. */
export function bankOf(at: World, tenant: TestTenant) {
  const upload = (file: string | Uint8Array, filename = 'bank.xml', api: Api = tenant.api) => {
    const content = Buffer.from(file as string).toString('base64')
    return api.post('/payment-files', { filename, content })
  }
  const taskOf = (entityId: string) => ({
    runtime: at.runtime,
    tenantId: tenant.id,
    entityId,
    now: at.clock.now,
    workflowId: 'test',
  })
  const chunk = (taskId: string) => workOffTask(taskOf(taskId))
  const workedOff = async (taskId: string) => {
    for (;;) if (!(await chunk(taskId)).open) break
    return (await tenant.api.get(`/background-task/${taskId}`)).body
  }
  /** All that waits, as their processes do it. */
  const settled = async () => {
    for (;;) {
      const [task] = await at.owner(
        `select id from background_task where tenant_id = $1 and status in ('QUEUED', 'RUNNING')
         order by id limit 1`,
        [tenant.id],
      )
      if (task === undefined) return
      await workedOff(String(task['id']))
    }
  }
  const read = async (fileId: string) => (await tenant.api.get(`/payment-files/${fileId}`)).body
  const imported = async (file: string | Uint8Array, filename?: string) => {
    const { body, status } = await upload(file, filename)
    if (status !== 201) throw new Error(JSON.stringify(body))
    const asked = await tenant.api.put(`/payment-files/${body.id}/import`)
    if (asked.status !== 202) throw new Error(JSON.stringify(asked.body))
    await settled()
    return read(String(body.id))
  }
  const batchesOf = async (fileId: string) =>
    (await tenant.api.post('/payment-batches/search', { filters: { paymentFileId: fileId } })).body
      .data as {
      id: string
      status: string
      count: number
      total: string
    }[]
  const paymentsOf = async (batchId: string) => {
    const rows = await at.owner(
      `select id_text(id) as id from payment_transaction where tenant_id = $1 and batch_id = $2
       order by id`,
      [tenant.id, batchId],
    )
    const all = rows.map(({ id }) => tenant.api.get(`/payments/${String(id)}`))
    return (await Promise.all(all)).map(({ body }: Answered) => body)
  }
  return { upload, chunk, workedOff, settled, read, imported, batchesOf, paymentsOf }
}

/** How a file ended, and how many of its entries it gave, had given before, and could not. */
export const counts = ({
  status,
  entryCount,
  duplicateCount,
  findingCount,
}: Record<string, unknown>) => [status, entryCount, duplicateCount, findingCount]
