import { Refusal } from '../../../domain/refusal.ts'
import { settingsOfTenant } from '../../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { startTask } from '../../system/start-task.ts'
import { paymentsSettings } from '../settings.ts'

/**
 * A batch goes into the books by itself once each of its payments has found its claims, where the
 * tenant says so: in any other a person looks at what is left. Of a file with faults none does.
 */
export async function bookMatched(unit: Unit, paymentIds: readonly string[]): Promise<void> {
  const { bookFiles } = await settingsOfTenant(unit, paymentsSettings)
  if (bookFiles !== 'WHEN_MATCHED') return
  await unit.flush()
  const rows = await unit.transaction.prepared<{ id: string }>(
    `select b.id from payment_batch b
     join payment_file f on f.tenant_id = b.tenant_id and f.id = b.payment_file_id
     where b.tenant_id = $1 and b.status = 'MATCHED' and f.status = 'IMPORTED'
       and b.id = any (array (
         select p.batch_id from payment_transaction p where p.tenant_id = $1 and p.id = any ($2)
       ))
       and not exists (
         select from payment_transaction p where p.tenant_id = $1 and p.batch_id = b.id
           and p.status not in ('MATCHED', 'BOOKED')
       )`,
    [unit.tenantId, paymentIds],
  )
  for (const { id } of rows) await bookOnce(unit, id)
}

/** Whoever books it already is enough. */
async function bookOnce(unit: Unit, within: string): Promise<void> {
  try {
    await startTask(unit, { taskName: 'payments.bookkeep', input: { within }, oneOf: 'within' })
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'TASK_RUNNING')) throw error
  }
}
