import { isOfAccount } from '../../domain/clients/accounts.ts'
import { notFound } from '../../domain/refusal.ts'
import { lifeOfPayout } from '../../domain/payouts/payout.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import { Payout } from '../../entities/payout.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { lockedAccount } from '../clients/accounts/locked-account.ts'
import { touchAccount } from '../clients/accounts/touch-account.ts'
import { refuseClient } from '../payments/held-unplaced.ts'
import { answerReturn } from '../payments/returns/answer-return.ts'
import { blockPayouts } from './block-payouts.ts'
import { takeBackRefund } from './refunds/take-back-refund.ts'

/** Its money is available again: to the debtor’s credit, if a refund; unplaced, if a return. */
export async function cancelPayout(unit: Unit, id: string): Promise<void> {
  const fields = ['clientId', 'clientAccountId', 'claimId', 'returnId', 'status'] as const
  const [seen] = await rowsOf(unit, Payout, { id: [id] }, fields)
  const { claimId, returnId, status, ...of } = seen ?? notFound()
  lifeOfPayout.move(status, 'cancel')
  if (returnId != null) {
    await answerReturn(unit, returnId, { status: 'CANCELLED' })
    return
  }
  if (claimId != null) {
    refuseClient(unit)
    const event = await unit.load(FinancialEvent, { sourceKey: `refund/${id}` })
    await takeBackRefund(unit, event, {})
    return
  }
  const { clientId, clientAccountId } = isOfAccount(of) ? of : notFound()
  await lockedAccount(unit, clientAccountId)
  await lockKey(unit, 'payouts', clientId)
  const payout = await unit.load(Payout, id)
  unit.update(Payout, payout, { status: lifeOfPayout.move(payout.status, 'cancel') })
  await touchAccount(unit, clientAccountId)
  // The others of its account may be covered now.
  await blockPayouts(unit, clientId)
}
