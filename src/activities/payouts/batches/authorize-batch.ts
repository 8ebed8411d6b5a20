import { platformId } from '../../../domain/id-forms.ts'
import { decimal } from '../../../domain/money.ts'
import { lifeOfPayoutBatch } from '../../../domain/payouts/batch.ts'
import { lifeOfPayout } from '../../../domain/payouts/payout.ts'
import { refuse } from '../../../domain/refusal.ts'
import { PayoutBatch } from '../../../entities/payout-batch.ts'
import { Payout } from '../../../entities/payout.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import { refuseOfTenant, requireSecond, type Pending } from '../../../kernel/write/pending.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { sameAsCaller } from '../../access/who-is-behind.ts'
import { hashOf, refuseBlocked } from './look-into.ts'

const topic = 'PAYOUT_BATCH_AUTHORIZE'

/**
 * Whoever put it together is one of two, and another authorizes it; of what the platform put
 * together two people do. What they see is what is sent: the hash says so.
 */
export async function authorizeBatch(unit: Unit, id: string): Promise<PayoutBatch | Pending> {
  const seen = await unit.load(PayoutBatch, id)
  lifeOfPayoutBatch.move(seen.status, 'authorize')
  const hash = await hashOf(unit, seen)
  await refuseBlocked(unit, seen)
  const pending = await secondFor(unit, seen, hash)
  if (pending !== undefined) return pending
  const batch = await loadHeld(unit, PayoutBatch, id)
  const status = lifeOfPayoutBatch.move(batch.status, 'authorize')
  if ((await hashOf(unit, batch)) !== hash) refuse('PAYOUT_BATCH_CHANGED')
  const by = { authorizedBy: unit.principal.id, authorizedAt: unit.now }
  unit.update(PayoutBatch, batch, { status, hash, ...by })
  // Another who was quicker is known by the version of the batch, before its payouts are asked.
  await unit.flush()
  for (const payout of await unit.readEach(Payout, 'batch_id = $2', [id])) {
    unit.update(Payout, payout, { status: lifeOfPayout.move(payout.status, 'authorize') })
  }
  return batch
}

async function secondFor(
  unit: Unit,
  { id, count, total: minor, currency, executionDate, createdBy, ...paid }: PayoutBatch,
  hash: string,
): Promise<Pending | undefined> {
  const told = { count, total: decimal(minor, currency), currency, executionDate }
  const payload = { ...told, hash }
  const subject = { type: 'PayoutBatch', id, clientId: null }
  // What leaves one account on a day is one amount, in however many batches.
  const partOf = paid.systemBankAccountId
  const needed = { topic, subject, payload, told, amount: { minor, currency }, partOf } as const
  refuseOfTenant(unit.scope, topic, null)
  if (createdBy === platformId) return requireSecond(unit, needed)
  if ((await sameAsCaller(unit, [createdBy])).size === 0) return undefined
  const { mayDoAlone } = unit.runtime.registered.secondPerson
  if (!(await mayDoAlone(unit, needed))) refuse('PAYOUT_BATCH_OWN')
  return undefined
}

/** Its payouts wait for another batch; nothing of it was sent. */
export async function dissolveBatch(unit: Unit, id: string): Promise<void> {
  const batch = await loadHeld(unit, PayoutBatch, id)
  const status = lifeOfPayoutBatch.move(batch.status, 'dissolve')
  const payouts = await unit.readEach(Payout, 'batch_id = $2', [id])
  const clientIds = [...new Set(payouts.flatMap(({ clientId }) => clientId ?? []))].toSorted()
  for (const payout of payouts) {
    unit.update(Payout, payout, {
      status: lifeOfPayout.move(payout.status, 'free'),
      batchId: null,
    })
  }
  unit.update(PayoutBatch, batch, { status, count: 0, total: 0n, hash: null })
  await unit.flush()
  // What would have been held meanwhile is held now.
  for (const clientId of clientIds) await unit.runtime.registered.payoutsFollow(unit, clientId)
}
