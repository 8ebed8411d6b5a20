import { isOfAccount } from '../../domain/clients/accounts.ts'
import { lifeOfPayout } from '../../domain/payouts/payout.ts'
import { refuse } from '../../domain/refusal.ts'
import { Payout } from '../../entities/payout.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { book } from '../bookkeeping/book.ts'
import { openDaysOf } from '../payments/booking-days.ts'
import { payoutDraft } from './batches/book-batch.ts'

/** What is booked as it is made can go by a rail: nothing but the bank's part is left of it. */
function refuseUnsendable({ claimId, status }: Payout): void {
  if (claimId == null) {
    refuse('PAYOUT_NOT_POSSIBLE', { detail: 'Only what is paid back to a debtor goes by a rail.' })
  }
  lifeOfPayout.move(status, 'carry')
}

async function carry(unit: Unit, payout: Payout): Promise<void> {
  const now = await lockedNow(unit, payout)
  unit.update(Payout, now, { status: lifeOfPayout.move(now.status, 'carry') })
}

/** The bank has it no more (P10r). */
async function arrive(unit: Unit, payout: Payout, leftOn?: string | null): Promise<boolean> {
  // It went by the bank meanwhile: a person looks who was paid twice.
  if (payout.batchId != null || !isOfAccount(payout)) return false
  const status = ['CREATED', 'EXPORTED'].includes(payout.status) ? 'EXPORTED' : payout.status
  if (!lifeOfPayout.may(status, 'confirm')) return false
  const { received } = await openDaysOf(unit, [])
  const bookDate = received(leftOn ?? (await unit.today()))
  await book(unit, [payoutDraft(payout, 'PAID_BACK', bookDate)])
  const now = await lockedNow(unit, payout)
  unit.update(Payout, now, { status: lifeOfPayout.move('EXPORTED', 'confirm') })
  return true
}

/** It waits for another way, and can be called off. */
async function comeBack(unit: Unit, payout: Payout): Promise<void> {
  const now = await lockedNow(unit, payout)
  if (now.batchId != null || !lifeOfPayout.may(now.status, 'comeBack')) return
  unit.update(Payout, now, { status: lifeOfPayout.move(now.status, 'comeBack') })
  await unit.flush()
  // What would have been held while its rail had it is held now.
  if (now.clientId != null) await unit.runtime.registered.payoutsFollow(unit, now.clientId)
}

/** As it is once whoever blocks and calls off payouts of its client has ended. */
async function lockedNow(unit: Unit, { id, clientId }: Payout): Promise<Payout> {
  if (clientId != null) await lockKey(unit, 'payouts', clientId)
  const [now] = await unit.all(Payout, { id: { $in: [id] } })
  return now!
}

export const carriedPayouts = { refuseUnsendable, carry, arrive, comeBack } as const
