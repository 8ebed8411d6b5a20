import type { EntityName } from '@mikro-orm/core'
import { isBound } from '../../domain/access/scope.ts'
import { lifeOfPayment } from '../../domain/payments/payment.ts'
import { notFound, refuse } from '../../domain/refusal.ts'
import { PaymentLink } from '../../entities/payment-link.ts'
import { PaymentTransaction } from '../../entities/payment-transaction.ts'
import { UnplacedPayment } from '../../entities/unplaced-payment.ts'
import { rowsOf, type Having } from '../../kernel/read/rows.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Unplaced money, with its payment and what its client has proposed. */
export interface HeldUnplaced {
  payment: PaymentTransaction
  unplaced: UnplacedPayment
  proposals: readonly PaymentLink[]
}

export async function holdUnplaced(unit: Unit, id: string): Promise<HeldUnplaced> {
  const transactionId = await paymentOf(unit, UnplacedPayment, id)
  const payment = await loadHeld(unit, PaymentTransaction, transactionId)
  const unplaced = await loadHeld(unit, UnplacedPayment, id)
  const proposals = await unit.locked(PaymentLink, { transactionId, status: 'PROPOSED' })
  lifeOfPayment.move(payment.status, 'place')
  return { payment, unplaced, proposals }
}

/** The same of money that is known to be a client's: there is no other where that is asked for. */
export async function holdUnplacedOfClient(unit: Unit, id: string): Promise<HeldUnplaced> {
  const held = await holdUnplaced(unit, id)
  return held.unplaced.clientId == null ? notFound() : held
}

/** The payment of a row that is held after it, and is read only then. */
export async function paymentOf<E extends { id: string; transactionId: string }>(
  unit: Unit,
  entity: EntityName<E>,
  id: string,
): Promise<string> {
  const having = { id: [id] } as unknown as Having<E>
  const [row] = await rowsOf(unit, entity, having, ['transactionId'])
  return row?.transactionId ?? notFound()
}

/** What becomes of money is decided by the tenant; its client only proposes. */
export function refuseClient({ scope }: Unit): void {
  if (isBound(scope)) refuse('CLIENT_ONLY_PROPOSES')
}
