import { lifeOfPayout } from '../../domain/payouts/payout.ts'
import { Payout } from '../../entities/payout.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { answersInput } from '../payments/files/import-statuses.ts'
import { leaveErrand } from '../system/leave-errand.ts'
import { settleErrand } from '../system/settle-errand.ts'
import { taskOf } from '../task.ts'
import { carriedPayouts } from './carried-payouts.ts'

export interface PayoutAnswer {
  outcome: 'DONE' | 'WAITING' | 'REJECTED'
  reason: string | null
}

/**
 * What a bank says of a payout that is on its way. DONE has arrived; what was REJECTED waits for
 * another way or to be called off, and a person is told. Said once more, it changes nothing.
 */
export async function takeStatus(
  unit: Unit,
  id: string,
  { outcome, reason }: PayoutAnswer,
): Promise<void> {
  const payout = await unit.load(Payout, id)
  const dedupeKey = `payout-rejected/${id}`
  if (outcome === 'WAITING') return
  if (outcome === 'DONE') {
    if (payout.status === 'CONFIRMED') return
    if (payout.claimId == null) carriedPayouts.refuseUnsendable(payout)
    if (!(await carriedPayouts.arrive(unit, payout))) lifeOfPayout.move(payout.status, 'confirm')
    return settleErrand(unit, dedupeKey, 'The bank has paid it')
  }
  await lockKey(unit, 'payouts', payout.clientId)
  if (payout.status === 'CREATED' || payout.status === 'CANCELLED') return
  lifeOfPayout.move(payout.status, 'comeBack')
  await carriedPayouts.comeBack(unit, payout)
  await leaveErrand(unit, {
    type: 'PAYOUT',
    subjectType: 'Payout',
    subjectId: id,
    clientId: payout.clientId,
    title: `The bank rejected payout ${payout.reference}: ${reason ?? 'it does not say why'}`,
    data: { reason },
    dedupeKey,
  })
}

/** Of many, each by itself. */
export const answerPayouts = taskOf({
  kind: 'Payout',
  input: answersInput,
  async one(unit, id, { answers }) {
    const answer = answers[id]
    if (answer !== undefined) await takeStatus(unit, id, answer)
  },
})
