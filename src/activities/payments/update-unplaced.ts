import type { z } from 'zod'
import { lifeOfUnplaced } from '../../domain/payments/unplaced.ts'
import { Client } from '../../entities/client.ts'
import { UnplacedPayment } from '../../entities/unplaced-payment.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { change } from '../../kernel/read/fields.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseClient } from './held-unplaced.ts'

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
  const unplaced = await loadHeld(unit, UnplacedPayment, id)
  const { clientId = unplaced.clientId } = sent
  const isReassigned = clientId !== unplaced.clientId
  if (isReassigned) refuseClient(unit)
  const status = lifeOfUnplaced.move(unplaced.status, isReassigned ? 'reassign' : 'change')
  if (sent.clientId != null) await unit.load(Client, sent.clientId, '/clientId')
  return change(unplaced, { ...sent, status })
}
