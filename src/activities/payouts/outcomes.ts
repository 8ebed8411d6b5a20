import { isOfAccount, isToClient } from '../../domain/clients/accounts.ts'
import { lifeOfPayout } from '../../domain/payouts/payout.ts'
import { notFound, refuse } from '../../domain/refusal.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import { PayoutBatch } from '../../entities/payout-batch.ts'
import { Payout } from '../../entities/payout.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { hold } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { book, type EventDraft } from '../bookkeeping/book.ts'
import { lockAccounts } from '../clients/accounts/locked-account.ts'
import { touchAccount } from '../clients/accounts/touch-account.ts'
import { openDaysOf, type OpenDays } from '../payments/booking-days.ts'
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
  // A return is confirmed with the money that it is of (`updateReturn`).
  const arrived = payouts
    .filter(isOfAccount)
    .filter(({ status }) => lifeOfPayout.may(status, 'confirmSent'))
  if (arrived.length === 0) return
  const days = await openDaysOf(unit, [...new Set(arrived.map(({ clientId }) => clientId))])
  const today = await unit.today()
  const drafts = arrived.flatMap((payout) => {
    const bookDate = days.placed(payout.clientId, leftOn.get(payout.id) ?? today)
    if (payout.claimId != null) return [payoutDraft(payout, 'PAID_BACK', bookDate)]
    const sent = payout.status === 'EXPORTED' ? [payoutDraft(payout, 'SENT', bookDate)] : []
    return [...sent, payoutDraft(payout, 'CONFIRMED', bookDate)]
  })
  const unbooked = arrived.filter((one) => isToClient(one) && one.status === 'EXPORTED')
  for (const payout of arrived) {
    const status = lifeOfPayout.move(payout.status, 'confirmSent')
    unit.update(Payout, payout, { status, confirmedAt: unit.now })
  }
  const events = await book(unit, drafts)
  const sent = events.filter(({ facts }) => facts['variant'] === 'SENT')
  await settlePayouts(unit, unbooked, sent)
  await settleBatches(unit, batchIds)
}

/** Why a payout is the client's again. */
export interface SentBack {
  code: string
  /** The day on which it came back, and of what came by a statement that on which it had left. */
  day?: string | null | undefined
  left?: string | undefined
}

/**
 * The bank did not carry it out, or it came back (P4r): the client has the money again, or the
 * debtor has it to its credit. Told again, nothing more comes of it.
 */
export async function rejectPayout(unit: Unit, id: string, said: SentBack): Promise<void> {
  const [seen] = await rowsOf(unit, Payout, { id: [id] }, ['batchId', 'claimId'])
  const { batchId, claimId } = seen ?? notFound()
  if (batchId == null) refuse('PAYOUT_NOT_POSSIBLE', { detail: 'It is in no batch.' })
  hold(unit, PayoutBatch, [batchId])
  const [now] = await rowsOf(unit, Payout, { id: [id] }, ['status'])
  if (now?.status === 'REJECTED') return
  lifeOfPayout.move(now!.status, 'reject')
  if (claimId == null) await rejectPayouts(unit, new Map([[id, said]]))
  else await giveCredit(unit, id, { ...said, wasConfirmed: now!.status === 'CONFIRMED' })
  await settleBatches(unit, [batchId])
}

/** The same of payouts to clients, by what the bank says of each: those that it changes. */
export async function rejectPayouts(
  unit: Unit,
  said: ReadonlyMap<string, SentBack>,
): Promise<readonly Payout[]> {
  const { payouts, batchIds } = await holdPayouts(unit, [...said.keys()])
  const back = payouts.filter(isToClient).filter(({ status }) => lifeOfPayout.may(status, 'reject'))
  if (back.length === 0) return []
  const days = await openDaysOf(unit, [...new Set(back.map(({ clientId }) => clientId))])
  const today = await unit.today()
  await lockAccounts(
    unit,
    back.map(({ clientAccountId }) => clientAccountId),
  )
  const each = back.map((payout) => {
    const of = said.get(payout.id)!
    return { payout, drafts: backDrafts(payout, of, { days, today }), was: payout.status }
  })
  for (const { payout, drafts } of each) {
    if (drafts.length === 0) await touchAccount(unit, payout.clientAccountId)
    const { code: rejectionCode } = said.get(payout.id)!
    const status = lifeOfPayout.move(payout.status, 'reject')
    unit.update(Payout, payout, { status, rejectionCode })
  }
  const events = await book(
    unit,
    each.flatMap(({ drafts }) => drafts),
  )
  const sent = events.filter(({ facts }) => facts['variant'] === 'SENT')
  const unbooked = each.filter(({ drafts, was }) => drafts.length > 0 && was === 'EXPORTED')
  await settlePayouts(
    unit,
    unbooked.map(({ payout }) => payout),
    sent,
  )
  await settleBatches(unit, batchIds)
  for (const { payout, drafts } of each) {
    if (drafts.length === 0) await unit.runtime.registered.payoutsFollow(unit, payout.clientId)
  }
  return back
}

/** Of what was not booked and never left nothing goes back: it only reserves nothing any more. */
function backDrafts(
  payout: Payout & { clientId: string },
  { day, left }: SentBack,
  { days, today }: { days: OpenDays; today: string },
): EventDraft[] {
  const { clientId, status } = payout
  const on = (date: string) => days.placed(clientId, date)
  // A rejection counts from when we know of it; what a statement shows, on its day.
  const bookDate = on(left === undefined ? today : (day ?? today))
  if (status === 'CONFIRMED') return [payoutDraft(payout, 'RETURNED', bookDate)]
  if (left === undefined) {
    return status === 'BOOKED' ? [payoutDraft(payout, 'REJECTED', bookDate)] : []
  }
  return [
    ...(status === 'EXPORTED' ? [payoutDraft(payout, 'SENT', on(left))] : []),
    payoutDraft(payout, 'CONFIRMED', on(left)),
    payoutDraft(payout, 'RETURNED', bookDate),
  ]
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
