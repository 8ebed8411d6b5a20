import { lifeOfPayout } from '../../domain/payouts/payout.ts'
import { notFound, refuse } from '../../domain/refusal.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import { PayoutBatch } from '../../entities/payout-batch.ts'
import { Payout } from '../../entities/payout.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { hold } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { book } from '../bookkeeping/book.ts'
import { touchAccount } from '../clients/accounts/touch-account.ts'
import { openDaysOf } from '../payments/booking-days.ts'
import { holdPayouts, payoutDraft, settleBatches } from './batches/book-batch.ts'
import { settlePayouts } from './batches/settle-payouts.ts'
import { takeBackRefund } from './refunds/take-back-refund.ts'

/**
 * The bank has carried them out (P4), on the days on which they left the account, where these are
 * known: told again, nothing more comes of it.
 */
export async function confirmPayouts(
  unit: Unit,
  ids: readonly string[],
  leftOn: ReadonlyMap<string, string | null | undefined> = new Map(),
): Promise<void> {
  const { payouts, batchIds } = await holdPayouts(unit, ids)
  const arrived = payouts.filter(({ status }) => lifeOfPayout.may(status, 'confirmSent'))
  if (arrived.length === 0) return
  const days = await openDaysOf(unit, [...new Set(arrived.map(({ clientId }) => clientId))])
  const today = await unit.today()
  const drafts = arrived.flatMap((payout) => {
    const bookDate = days.placed(payout.clientId, leftOn.get(payout.id) ?? today)
    if (payout.claimId != null) return [payoutDraft(payout, 'PAID_BACK', bookDate)]
    const sent = payout.status === 'EXPORTED' ? [payoutDraft(payout, 'SENT', bookDate)] : []
    return [...sent, payoutDraft(payout, 'CONFIRMED', bookDate)]
  })
  const unbooked = arrived.filter(({ claimId, status }) => claimId == null && status === 'EXPORTED')
  for (const payout of arrived) {
    const status = lifeOfPayout.move(payout.status, 'confirmSent')
    unit.update(Payout, payout, { status, confirmedAt: unit.now })
  }
  const events = await book(unit, drafts)
  const sent = events.filter(({ facts }) => facts['variant'] === 'SENT')
  await settlePayouts(unit, unbooked, sent)
  await settleBatches(unit, batchIds)
}

/**
 * The bank did not carry it out, or it came back (P4r): the client has the money again, or the
 * debtor has it to its credit. Told again, nothing more comes of it.
 */
export async function rejectPayout(unit: Unit, id: string, code: string): Promise<void> {
  const [seen] = await rowsOf(unit, Payout, { id: [id] }, ['batchId', 'claimId'])
  const { batchId, claimId } = seen ?? notFound()
  if (batchId == null) refuse('PAYOUT_NOT_POSSIBLE', { detail: 'It is in no batch.' })
  hold(unit, PayoutBatch, [batchId])
  const [now] = await rowsOf(unit, Payout, { id: [id] }, ['status'])
  if (now?.status === 'REJECTED') return
  lifeOfPayout.move(now!.status, 'reject')
  if (claimId == null) await putBack(unit, id, code)
  else await giveCredit(unit, id, { code, wasConfirmed: now!.status === 'CONFIRMED' })
  await settleBatches(unit, [batchId])
}

async function putBack(unit: Unit, id: string, rejectionCode: string): Promise<void> {
  const [payout] = await unit.readEach(Payout, 'id = $2', [id])
  const { status, clientId, clientAccountId } = payout!
  const days = await openDaysOf(unit, [clientId])
  const bookDate = days.placed(clientId, await unit.today())
  unit.update(Payout, payout!, { status: lifeOfPayout.move(status, 'reject'), rejectionCode })
  if (status === 'EXPORTED') {
    // Nothing was booked of it: it only reserves nothing any more.
    await touchAccount(unit, clientAccountId)
    await unit.flush()
    await unit.runtime.registered.payoutsFollow(unit, clientId)
  } else {
    await book(unit, [
      payoutDraft(payout!, status === 'BOOKED' ? 'REJECTED' : 'RETURNED', bookDate),
    ])
  }
}

async function giveCredit(
  unit: Unit,
  id: string,
  { code: rejectionCode, wasConfirmed }: { code: string; wasConfirmed: boolean },
): Promise<void> {
  if (wasConfirmed) refuse('PAYOUT_NOT_POSSIBLE', { detail: 'A refund that came back is placed.' })
  const event = await unit.load(FinancialEvent, { sourceKey: `refund/${id}` })
  await takeBackRefund(unit, event, {}, { verb: 'reject', rejectionCode })
}
