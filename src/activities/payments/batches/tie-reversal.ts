import { notFound, refuse } from '../../../domain/refusal.ts'
import { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { settleErrand } from '../../system/settle-errand.ts'
import { refuseClient } from '../held-unplaced.ts'
import { reversalErrandOf } from './book-reversal.ts'
import { heldOriginal, judged, takeFrom } from './take-from-original.ts'

/** Says which payment the bank has taken back: it comes off its claims, and out of what is unplaced. */
export async function tieReversal(
  unit: Unit,
  id: string,
  originalId: string,
): Promise<PaymentTransaction> {
  refuseClient(unit)
  const fields = ['id', 'kind', 'status', 'currency'] as const
  const rows = await rowsOf(unit, PaymentTransaction, { id: [id, originalId] }, fields)
  const found = rows.find((row) => row.id === originalId) ?? notFound('/reversesId')
  const held = await heldOriginal(unit, id, originalId)
  const { reversal } = held
  if (reversal.kind !== 'REVERSAL' || found.kind === 'REVERSAL') refuse('NO_REVERSAL')
  if (reversal.currency !== found.currency) {
    refuse('NO_REVERSAL', { detail: `The payment is in ${found.currency}.` })
  }
  if (reversal.bookedAt == null) refuse('PAYMENT_NOT_BOOKED')
  if (reversal.reversesId != null) refuse('ALREADY_REVERSED')
  const { taking, obstacle } = await judged(unit, held)
  if (taking === undefined)
    refuse('NO_REVERSAL', { detail: `The payment is found, but ${obstacle}.` })
  unit.update(PaymentTransaction, reversal, { reversesId: originalId })
  await takeFrom(unit, taking, [])
  await settleErrand(unit, reversalErrandOf(id), 'It is known what was taken back')
  return reversal
}
