import type { z } from 'zod'
import { isBound } from '../../domain/access/scope.ts'
import { lifeOfUnplaced } from '../../domain/payments/unplaced.ts'
import { Client } from '../../entities/client.ts'
import { PaymentTransaction } from '../../entities/payment-transaction.ts'
import { UnplacedPayment } from '../../entities/unplaced-payment.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { change } from '../../kernel/read/fields.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { paymentOf, refuseClient } from './held-unplaced.ts'
import { followOwner } from './owner-of-payment.ts'

export const updateUnplacedInput = bodyOf(UnplacedPayment, [
  'clientId',
  'note',
  'reasonCode',
]).partial()

/** Whose it is, and what was found out about it; its client then sees it. */
export async function updateUnplaced(
  unit: Unit,
  id: string,
  sent: z.output<typeof updateUnplacedInput>,
): Promise<UnplacedPayment> {
  const payment = await paymentToFollow(unit, id, sent)
  const unplaced = await loadHeld(unit, UnplacedPayment, id)
  const { clientId = unplaced.clientId } = sent
  const isReassigned = clientId !== unplaced.clientId
  if (isReassigned) refuseClient(unit)
  const status = lifeOfUnplaced.move(unplaced.status, isReassigned ? 'reassign' : 'change')
  if (sent.clientId != null) await unit.load(Client, sent.clientId, '/clientId')
  const changed = change(unplaced, { ...sent, status })
  if (isReassigned && payment !== undefined) await followOwner(unit, payment, changed)
  return changed
}

/** Held before its rest, where that may become another's; who is bound reassigns none. */
async function paymentToFollow(unit: Unit, id: string, { clientId }: { clientId?: unknown }) {
  if (clientId === undefined || isBound(unit.scope)) return undefined
  return loadHeld(unit, PaymentTransaction, await paymentOf(unit, UnplacedPayment, id))
}
