import { z } from 'zod'
import { isToClient } from '../../../domain/clients/accounts.ts'
import { lifeOfPayoutBatch, statusOfBatch } from '../../../domain/payouts/batch.ts'
import { lifeOfPayout, type PayoutStatus } from '../../../domain/payouts/payout.ts'
import type { BackgroundTask } from '../../../entities/background-task.ts'
import { PayoutBatch } from '../../../entities/payout-batch.ts'
import { Payout } from '../../../entities/payout.ts'
import { id } from '../../../kernel/read/fields.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import { hold, loadHeld } from '../../../kernel/write/hold.ts'
import type { IdPage, Judged } from '../../../kernel/write/task-work.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { book, type EventDraft } from '../../bookkeeping/book.ts'
import { openDaysOf } from '../../payments/booking-days.ts'
import { settleErrand } from '../../system/settle-errand.ts'
import { startTask } from '../../system/start-task.ts'
import { settlePayouts } from './settle-payouts.ts'
import { taskOf } from '../../task.ts'

const input = z.object({ within: id('PayoutBatch') })

/** What was sent leaves the accounts of its clients, and is on its way (P4). */
export async function startBatchBooking(
  unit: Unit,
  batchId: string,
  dryRun: boolean,
): Promise<BackgroundTask> {
  const { status } = await loadHeld(unit, PayoutBatch, batchId)
  lifeOfPayoutBatch.move(status, 'book')
  return startTask(unit, {
    taskName: 'payouts.bookkeep',
    input: { within: batchId },
    oneOf: 'within',
    dryRun,
  })
}

export const bookPayouts = taskOf({
  kind: 'Payout',
  input,
  one: (unit, payoutId) => bookSent(unit, [payoutId]),
  many: bookSent,
  togetherMax: 50,
  find: sentIn,
  mustEnd: true,
})

/** A second run finds them booked, and changes nothing. */
async function bookSent(unit: Unit, ids: readonly string[]): Promise<Judged> {
  const { payouts, batchIds } = await holdPayouts(unit, ids)
  const sent = payouts.filter(({ status }) => lifeOfPayout.may(status, 'book'))
  // What is paid back was booked as it was made.
  const toClients = sent.filter(isToClient)
  const days = await openDaysOf(unit, [...new Set(toClients.map(({ clientId }) => clientId))])
  const today = await unit.today()
  for (const payout of sent) {
    unit.update(Payout, payout, { status: lifeOfPayout.move(payout.status, 'book') })
  }
  const drafts = toClients.map((payout) =>
    payoutDraft(payout, 'SENT', days.placed(payout.clientId, today)),
  )
  await settlePayouts(unit, toClients, await book(unit, drafts))
  await settleBatches(unit, batchIds)
  return { refused: new Map(), aside: [] }
}

/** Payouts of batches, which nobody else moves meanwhile. */
export async function holdPayouts(unit: Unit, ids: readonly string[]) {
  const seen = await rowsOf(unit, Payout, { id: [...ids] }, ['batchId'])
  const batchIds = [...new Set(seen.flatMap(({ batchId }) => batchId ?? []))].toSorted()
  hold(unit, PayoutBatch, batchIds)
  const payouts = await unit.readEach(Payout, 'batch_id is not null and id = any($2)', [ids])
  return { payouts, batchIds }
}

const texts = {
  SENT: 'Paid out',
  CONFIRMED: 'Payout carried out by the bank',
  REJECTED: 'Payout rejected by the bank',
  RETURNED: 'Payout that came back',
  PAID_BACK: 'Refund carried out by the bank',
} as const

export function payoutDraft(
  { id: sourceId, clientId, amount, currency }: Payout & { clientId: string },
  variant: keyof typeof texts,
  bookDate: string,
): EventDraft {
  return {
    type: 'PAYOUT_BOOKED',
    clientId,
    amount: 0n,
    currency,
    bookDate,
    sourceKey: `payout/${sourceId}/${variant === 'PAID_BACK' ? 'paid-back' : variant.toLowerCase()}`,
    sourceType: 'Payout',
    sourceId,
    text: texts[variant],
    facts: { variant, amount: `${amount}` },
  }
}

/** Of the errand about what the bank has not answered. */
export const chaseKey = (batchId: string) => `payout-batch-unconfirmed/${batchId}`

/** A batch follows its payouts. */
export async function settleBatches(unit: Unit, batchIds: readonly string[]): Promise<void> {
  await unit.flush()
  const rows = await unit.transaction.query<{ id: string; status: PayoutStatus; count: number }>(
    `select batch_id as id, status, count(*)::int as count from payout
     where tenant_id = $1 and batch_id = any ($2) group by 1, 2`,
    [unit.tenantId, batchIds],
  )
  const counts = Map.groupBy(rows, (row) => row.id)
  for (const batch of await unit.all(PayoutBatch, { id: { $in: [...batchIds] } })) {
    const each = (counts.get(batch.id) ?? []).map(({ status, count }) => [status, count] as const)
    const status = statusOfBatch(batch.status, Object.fromEntries(each))
    if (status === batch.status) continue
    unit.update(PayoutBatch, batch, { status })
    if (status === 'CLOSED') await settleErrand(unit, chaseKey(batch.id), 'The bank has answered')
  }
}

async function sentIn(
  unit: Unit,
  { within }: z.output<typeof input>,
  { after, until, limit }: IdPage,
): Promise<string[]> {
  const rows = await unit.transaction.prepared<{ id: string }>(
    `select id from payout where tenant_id = $1 and batch_id = $2 and status = 'EXPORTED'
       and ($3::uuid is null or id > $3) and id <= $4 order by id limit $5`,
    [unit.tenantId, within, after === '' ? null : after, until, limit],
  )
  return rows.map(({ id: each }) => each)
}
