import type { Finding } from '../../../domain/payments/bank-file.ts'
import { activeTaskStatuses } from '../../../domain/system/background-task.ts'
import { lockKeys } from '../../../kernel/write/lock-key.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import type { BankFile } from '../../../ports/banks/bank-files.ts'

/**
 * While payments of an aborted batch still hold their entries, a file with some of these would be
 * taken in part. Nobody begins to abort one of the account until the commit.
 */
export async function abortUnfinished(
  unit: Unit,
  { batches }: Pick<BankFile, 'batches'>,
): Promise<Finding | undefined> {
  const accounts = [...new Set(batches.map(({ account }) => account))]
  await lockKeys(unit, 'bank account', accounts)
  const [found] = await unit.transaction.prepared<{ account: string; batchId: string }>(
    `select b.account, id_text(b.id) as "batchId" from background_task t
     join payment_batch b on b.tenant_id = t.tenant_id and id_text(b.id) = t.input ->> 'within'
     where t.tenant_id = $1 and t.task_name = 'payments.abortBatch' and t.status = any($2)
       and b.account = any($3)
     limit 1`,
    [unit.tenantId, activeTaskStatuses, accounts],
  )
  if (found === undefined) return undefined
  const place = batches.find(({ account }) => account === found.account)?.place ?? ''
  const message = `Batch ${found.batchId} is still being aborted: import the file again then`
  return { place, code: 'ABORT_UNFINISHED', message }
}
