import { payoutTypeOf } from '../../domain/clients/accounts.ts'
import { lifeOfPayout, type PayoutStatus } from '../../domain/payouts/payout.ts'
import { notFound } from '../../domain/refusal.ts'
import { Payout } from '../../entities/payout.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { answersInput } from '../payments/files/import-statuses.ts'
import { answerReturn } from '../payments/returns/answer-return.ts'
import { leaveErrand } from '../system/leave-errand.ts'
import { settleErrand } from '../system/settle-errand.ts'
import { taskOf } from '../task.ts'
import { carriedPayouts } from './carried-payouts.ts'
import { confirmPayouts, rejectPayout, rejectPayouts } from './outcomes.ts'

export interface PayoutAnswer {
  outcome: 'DONE' | 'WAITING' | 'REJECTED'
  reason: string | null
  /** When it left the account, or came back, where that is known. */
  day?: string | null | undefined
  /** Of what came back, when it had left. */
  left?: string | undefined
}

/**
 * What a bank says of a payout that is on its way. DONE has arrived; what was REJECTED waits for
 * another way or to be called off, and a person is told. Said once more, it changes nothing.
 */
export async function takeStatus(unit: Unit, id: string, answer: PayoutAnswer): Promise<void> {
  const { outcome, reason, day } = answer
  if (outcome === 'WAITING') return
  const dedupeKey = rejectedKey(id)
  const [seen] = await rowsOf(unit, Payout, { id: [id] }, ['batchId', 'returnId', 'status'])
  if (seen?.returnId != null) {
    return takeOfReturn(unit, { id, returnId: seen.returnId, status: seen.status }, answer)
  }
  if (seen?.batchId != null) return takeOfBatch(unit, id, answer, dedupeKey)
  const payout = await unit.load(Payout, id)
  if (outcome === 'DONE') {
    if (payout.status === 'CONFIRMED') return
    if (payout.claimId == null) carriedPayouts.refuseUnsendable(payout)
    if (!(await carriedPayouts.arrive(unit, payout, day)))
      lifeOfPayout.move(payout.status, 'confirm')
    return settleErrand(unit, dedupeKey, 'The bank has paid it')
  }
  const clientId = payout.clientId ?? notFound()
  await lockKey(unit, 'payouts', clientId)
  if (payout.status === 'CREATED' || payout.status === 'CANCELLED') return
  lifeOfPayout.move(payout.status, 'comeBack')
  await carriedPayouts.comeBack(unit, payout)
  await tellRejected(unit, payout, reason)
}

/** What went by a file of ours: its batch follows, and what was rejected is the client's again. */
async function takeOfBatch(
  unit: Unit,
  id: string,
  { outcome, reason, day, left }: PayoutAnswer,
  dedupeKey: string,
): Promise<void> {
  if (outcome === 'DONE') {
    await confirmPayouts(unit, [id], new Map([[id, day]]))
    const [now] = await rowsOf(unit, Payout, { id: [id] }, ['status'])
    // Whoever said otherwise before, or was never asked, is for a person to look at.
    if (now!.status !== 'CONFIRMED') lifeOfPayout.move(now!.status, 'confirmSent')
    return settleErrand(unit, dedupeKey, 'The bank has paid it')
  }
  await rejectPayout(unit, id, { code: codeIn(reason), day, left })
  await tellRejected(unit, await unit.load(Payout, id), reason)
}

/** What goes back to a payer: where it does not arrive, its money is unplaced again. */
async function takeOfReturn(
  unit: Unit,
  { id, returnId, status }: { id: string; returnId: string; status: PayoutStatus },
  { outcome, reason, day }: PayoutAnswer,
): Promise<void> {
  if (outcome === 'DONE') {
    if (status !== 'CONFIRMED') await answerReturn(unit, returnId, { status: 'CONFIRMED', day })
    return settleErrand(unit, rejectedKey(id), 'The bank has paid it')
  }
  if (status === 'CREATED' || status === 'CANCELLED' || status === 'REJECTED') return
  await answerReturn(unit, returnId, { status: 'REJECTED', code: codeIn(reason) })
  await tellRejected(unit, await unit.load(Payout, id), reason)
}

const rejectedKey = (id: string) => `payout-rejected/${id}`

/** The bank's own code, or as much of its words as is kept. */
const codeIn = (reason: string | null): string =>
  /^[A-Z0-9]{4}(?= |$)/.exec(reason ?? '')?.[0] ?? reason?.slice(0, 35) ?? 'NARR'

async function tellRejected(unit: Unit, payout: Payout, reason: string | null): Promise<void> {
  await leaveErrand(unit, {
    type: 'PAYOUT',
    subjectType: 'Payout',
    subjectId: payout.id,
    clientId: payout.clientId ?? null,
    title: `The bank rejected payout ${payout.reference}: ${reason ?? 'it does not say why'}`,
    data: { reason },
    dedupeKey: rejectedKey(payout.id),
  })
}

/** What has arrived of batches is confirmed together, or else what was rejected put back. */
export const answerPayouts = taskOf({
  kind: 'Payout',
  input: answersInput,
  async one(unit, id, { answers }) {
    const answer = answers[id]
    if (answer !== undefined) await takeStatus(unit, id, answer)
  },
  async many(unit, ids, { answers }) {
    const fields = ['id', 'batchId', 'claimId', 'returnId', 'status'] as const
    const seen = await rowsOf(unit, Payout, { id: [...ids] }, fields)
    const arrived = seen.filter(
      ({ id, batchId, returnId, status }) =>
        answers[id]?.outcome === 'DONE' &&
        batchId != null &&
        returnId == null &&
        lifeOfPayout.may(status, 'confirmSent'),
    )
    const together = new Map(arrived.map(({ id }) => [id, answers[id]?.day]))
    if (together.size > 0) {
      await confirmPayouts(unit, [...together.keys()], together)
      return { refused: new Map(), aside: ids.filter((id) => !together.has(id)) }
    }
    const rejected = seen.filter(
      ({ id, batchId, status, ...of }) =>
        answers[id]?.outcome === 'REJECTED' &&
        batchId != null &&
        payoutTypeOf(of) === 'CLIENT' &&
        lifeOfPayout.may(status, 'reject'),
    )
    const back = new Map(
      rejected.map(({ id }) => [id, { ...answers[id], code: codeIn(answers[id]!.reason) }]),
    )
    for (const payout of await rejectPayouts(unit, back)) {
      await tellRejected(unit, payout, answers[payout.id]!.reason)
    }
    return { refused: new Map(), aside: ids.filter((id) => !back.has(id)) }
  },
  togetherMax: 50,
})
