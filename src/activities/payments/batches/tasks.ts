import { z } from 'zod'
import { id } from '../../../kernel/read/fields.ts'
import type { IdPage } from '../../../kernel/write/task-work.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { taskOf } from '../../task.ts'
import { PaymentFile } from '../../../entities/payment-file.ts'
import { importStatuses } from '../files/import-statuses.ts'
import { importFile } from '../files/import-file.ts'
import { abortPayment, abortPayments } from './abort-batch.ts'
import { bookMatched } from './book-matched.ts'
import { matchPayments } from './match-payments.ts'
import { placePayment, placePayments } from './place-payments.ts'

export const importFiles = taskOf({
  kind: 'PaymentFile',
  input: z.object({ fileId: id('PaymentFile') }),
  one: importAny,
  mustEnd: true,
})

/** What a bank says of money that came, or of what it was to pay. */
async function importAny(unit: Unit, id: string): Promise<void> {
  const { format } = await unit.load(PaymentFile, id)
  await (format === 'PAIN002' ? importStatuses(unit, id) : importFile(unit, id))
}

/** All of a file, or of one batch. */
const ofBatches = z.object({ within: z.union([id('PaymentFile'), id('PaymentBatch')]) })

/** As many as others wait for who book in the same series. */
const togetherMax = 50

export const matchBatches = taskOf({
  kind: 'PaymentTransaction',
  input: ofBatches,
  one: async (unit, paymentId) => {
    await matchPayments.one(unit, paymentId, { beside: [] })
    await bookMatched(unit, [paymentId])
  },
  many: async (unit, ids) => {
    const judged = await matchPayments.many(unit, ids, { beside: [] })
    await bookMatched(unit, ids)
    return judged
  },
  togetherMax,
  find: (unit, { within }, page) => waitingIn(unit, within, ['NEW', 'UNPLACED'], page),
})

const unbooked = ['NEW', 'MATCHED', 'PARTLY_MATCHED', 'UNPLACED']

export const bookBatches = taskOf({
  kind: 'PaymentTransaction',
  input: ofBatches,
  one: placePayment,
  many: placePayments,
  togetherMax,
  find: (unit, { within }, page) => waitingIn(unit, within, unbooked, page),
})

export const abortBatches = taskOf({
  kind: 'PaymentTransaction',
  input: ofBatches,
  one: abortPayment,
  many: abortPayments,
  find: (unit, { within }, page) => waitingIn(unit, within, unbooked, page),
  mustEnd: true,
})

async function waitingIn(
  unit: Unit,
  within: string,
  statuses: readonly string[],
  { after, until, limit }: IdPage,
): Promise<string[]> {
  const values: unknown[] = [
    unit.tenantId,
    within,
    statuses,
    after === '' ? null : after,
    until,
    limit,
  ]
  const rows = await unit.transaction.prepared<{ id: string }>(
    `select id from payment_transaction
     where tenant_id = $1 and status = any($3) and ($4::uuid is null or id > $4) and id <= $5
       and batch_id = any (array (
         select b.id from payment_batch b
         where b.tenant_id = $1 and (b.id = $2 or b.payment_file_id = $2)
       ))
       and ${unit.bound('payment_transaction', values)}
     order by id limit $6`,
    values,
  )
  return rows.map(({ id: each }) => each)
}
