import { refuse, refusedAmong } from '../../../domain/refusal.ts'
import type { Payout } from '../../../entities/payout.ts'
import type { Judged } from '../../../kernel/write/task-work.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { book, type EventDraft } from '../../bookkeeping/book.ts'
import { carriedOut, dayOfReturns } from '../../payments/returns/carry-out-return.ts'
import { holdReturns } from '../../payments/returns/held-return.ts'
import { settleUnsent } from '../../payments/returns/unsent.ts'
import { kindToReturnTo, payoutOf } from '../return-payouts.ts'
import type { PayoutsAsked } from './generate-batches.ts'
import { gather, openBatches } from './open-batches.ts'

/**
 * What two people have agreed to send back is booked (P9), and goes with a batch. Where no file of
 * a bank takes it, it stays agreed to, for a person at the bank.
 */
export async function sendReturns(
  unit: Unit,
  ids: readonly string[],
  input: PayoutsAsked,
): Promise<Judged> {
  const held = await holdReturns(unit, ids)
  const agreed = held.filter(({ returned }) => returned.status === 'AUTHORIZED')
  const currencies = new Set(agreed.map(({ returned }) => returned.currency))
  const batches = await openBatches(unit, currencies, input)
  const [bookDate, day] = await Promise.all([dayOfReturns(unit), unit.today()])
  const drafts: EventDraft[] = []
  const payouts: Payout[] = []
  const refused = refusedAmong(
    agreed,
    ({ returned }) => returned.id,
    (one) => {
      const { returned, payment } = one
      const kind = kindToReturnTo(returned)
      if (kind === null) refuse('PAYOUT_NOT_POSSIBLE', { detail: 'No file of a bank takes it.' })
      if (!batches.has(returned.currency)) refuse('PAYOUT_BANK_ACCOUNT_MISSING')
      drafts.push(carriedOut(unit, one, bookDate))
      payouts.push(payoutOf(unit, { returned, payment, kind, day }))
    },
  )
  // They are told of as they were made, before a batch takes them along.
  await unit.flush()
  for (const [code, some] of Map.groupBy(payouts, (payout) => payout.currency)) {
    gather(unit, batches.get(code)!, some)
  }
  if (drafts.length > 0) await book(unit, drafts)
  const sent = payouts.flatMap(({ returnId }) => returnId ?? [])
  await settleUnsent(unit, sent, 'A batch of payouts takes it along')
  return { refused, aside: [] }
}
