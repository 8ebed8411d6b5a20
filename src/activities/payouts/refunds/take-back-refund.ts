import { lifeOfPayout } from '../../../domain/payouts/payout.ts'
import type { FinancialEvent } from '../../../entities/financial-event.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { Payout } from '../../../entities/payout.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import { lockKey } from '../../../kernel/write/lock-key.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { reverseEvent, type ReversalWanted } from '../../bookkeeping/reverse-event.ts'
import { addToDebtors } from '../../debtors/add-to-debtors.ts'
import { applyToInvoice } from '../../invoices/apply-events.ts'
import { refuseReversed } from '../../invoices/refuse-reversed.ts'
import { settleStatus } from '../../invoices/settle-status.ts'

/** Why it is not paid back: somebody called it off, or the bank rejected it. */
type Ended = { verb: 'cancel' } | { verb: 'reject'; rejectionCode: string }

/** The money stays with the client while no bank has it: the debtor has it to its credit again. */
export async function takeBackRefund(
  unit: Unit,
  event: FinancialEvent,
  wanted: ReversalWanted,
  { verb, ...more }: Ended = { verb: 'cancel' },
): Promise<FinancialEvent> {
  const invoice = await loadHeld(unit, Invoice, event.claimId ?? '')
  await refuseReversed(unit, [event])
  const { debtorId, amount, currency } = event
  await addToDebtors(unit, [{ debtorId: debtorId ?? '', amount: -amount, currency }])
  const reversal = await reverseEvent(unit, event, wanted)
  applyToInvoice(unit, invoice, [reversal])
  await settleStatus(unit, invoice, await unit.today())
  await lockKey(unit, 'payouts', invoice.clientId)
  const payout = await unit.load(Payout, event.sourceId)
  unit.update(Payout, payout, { status: lifeOfPayout.move(payout.status, verb), ...more })
  return reversal
}
