import { ownerOf } from '../../domain/payments/payment.ts'
import { PaymentLink } from '../../entities/payment-link.ts'
import { PaymentTransaction } from '../../entities/payment-transaction.ts'
import type { UnplacedPayment } from '../../entities/unplaced-payment.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** A payment is whose claims it is on and whose rest it is, whosever it was said to be before. */
export async function followOwner(
  unit: Unit,
  payment: PaymentTransaction,
  rest: Pick<UnplacedPayment, 'clientId' | 'amountOpen'>,
): Promise<void> {
  await unit.flush()
  const booked = await unit.widened(() =>
    rowsOf(unit, PaymentLink, { transactionId: [payment.id], status: ['BOOKED'] }, ['clientId']),
  )
  const owners = booked.flatMap(({ clientId }) => clientId ?? [])
  if (rest.amountOpen > 0n && rest.clientId != null) owners.push(rest.clientId)
  const clientId = ownerOf(payment.clientId ?? null, owners)
  if (clientId === (payment.clientId ?? null)) return
  unit.update(PaymentTransaction, payment, { clientId })
}
