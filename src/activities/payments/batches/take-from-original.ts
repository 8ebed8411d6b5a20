import { lifeOfPayment } from '../../../domain/payments/payment.ts'
import { afterTaking, takenFrom, type TakenFrom } from '../../../domain/payments/taking-back.ts'
import { lifeOfReturn } from '../../../domain/payments/payment-return.ts'
import { lifeOfUnplaced } from '../../../domain/payments/unplaced.ts'
import { notFound, Refusal } from '../../../domain/refusal.ts'
import { PaymentLink } from '../../../entities/payment-link.ts'
import { PaymentReturn } from '../../../entities/payment-return.ts'
import { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import { UnplacedPayment } from '../../../entities/unplaced-payment.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import type { EventDraft } from '../../bookkeeping/book.ts'
import { openDaysOf } from '../booking-days.ts'
import { holdClaims, type Claims } from '../claims.ts'
import { denyLinks } from '../deny-links.ts'
import { tiedDraft } from '../placement-drafts.ts'
import { guardAllTakenOff, keptOf, takeOff, unlinked } from '../revert-link.ts'
import { addUnplaced } from '../unplaced.ts'
import { heldBatches, type BatchesHeld } from './count-batches.ts'

interface Held {
  reversal: PaymentTransaction
  /** The payment that it takes back, where one is known. */
  original: PaymentTransaction | undefined
  unplaced: UnplacedPayment | undefined
  /** Booked or proposed. */
  links: readonly PaymentLink[]
  /** Asked for, and not carried out. */
  returns: readonly PaymentReturn[]
  batches: BatchesHeld
}

/** A reversal, and the payment that it is of with everything that is to become of it. */
export async function heldOriginal(
  unit: Unit,
  id: string,
  originalId: string | null,
): Promise<Held> {
  const ids = originalId === null ? [id] : [id, originalId]
  const payments = await unit.held(PaymentTransaction, ids)
  const named = (one: string | null) => payments.find((payment) => payment.id === one)
  const reversal = named(id) ?? notFound()
  const original = named(originalId)
  const transactionId = original?.id
  if (transactionId === undefined) {
    const batches = await heldBatches(unit, [reversal])
    return { reversal, original, unplaced: undefined, links: [], returns: [], batches }
  }
  const [unplaced] = await unit.locked(UnplacedPayment, { transactionId })
  const linked = { transactionId, status: { $in: ['BOOKED', 'PROPOSED'] } } as const
  const links = await unit.locked(PaymentLink, linked)
  const batches = await heldBatches(unit, [reversal])
  const asked = { transactionId, status: { $in: ['CREATED', 'AUTHORIZED'] } } as const
  const returns = await unit.locked(PaymentReturn, asked)
  return { reversal, original, unplaced, links, returns, batches }
}

interface Taking extends Held {
  original: PaymentTransaction
  from: TakenFrom<PaymentLink>
  claims: Claims
}

/** How it is taken back; or what is in the way, in words that follow "but". */
export async function judged(
  unit: Unit,
  held: Held,
): Promise<{ taking?: Taking; obstacle?: string }> {
  const { reversal, original, links } = held
  if (original === undefined) return { obstacle: 'no one payment is known that it could be' }
  if (original.status !== 'BOOKED') return { obstacle: `the payment is ${original.status}` }
  const booked = links.filter(({ status }) => status === 'BOOKED')
  const from = takenFrom(original, booked, reversal.amount)
  if (from === null) return { obstacle: 'some of the payment was returned before' }
  const claims = await holdClaims(
    unit,
    from.links.map(({ claimId }) => claimId),
  )
  try {
    await guardAllTakenOff(unit, from.links, claims)
  } catch (error) {
    if (error instanceof Refusal) return { obstacle: 'one of its claims is another’s by now' }
    throw error
  }
  return { taking: { ...held, original, from, claims } }
}

/** Off its claims and out of what is unplaced, booked together with what is given: ends a verb. */
export async function takeFrom(
  unit: Unit,
  taking: Taking,
  beside: readonly EventDraft[],
): Promise<void> {
  const { reversal, original, unplaced, links, returns, from, claims } = taking
  const why = `Taken back by the bank on ${reversal.bookDate}`
  const { received } = await openDaysOf(unit, [])
  const kept = from.kept ? await keptOf(unit, original.id) : []
  const day = received(await unit.today())
  const tied = tiedDraft(reversal, original, day)
  settle(unit, { unplaced, links, returns }, why)
  for (const link of from.links) {
    unit.update(PaymentLink, link, { status: unlinked(link) })
  }
  lifeOfPayment.move(original.status, 'place')
  const after = afterTaking(original, from, reversal.amount)
  unit.update(PaymentTransaction, original, after)
  leaveUnplaced(unit, original, unplaced, after.unplaced)
  const drafts = [...beside, tied]
  await takeOff(unit, from.links, claims, { text: why }, { mirrored: kept, drafts })
}

/** Nobody proposes or returns what the bank has taken. */
function settle(
  unit: Unit,
  { unplaced, links, returns }: Pick<Held, 'unplaced' | 'links' | 'returns'>,
  why: string,
): void {
  denyLinks(
    unit,
    links.filter(({ status }) => status === 'PROPOSED'),
    why,
  )
  for (const one of returns) {
    lifeOfReturn.move(one.status, 'delete')
    unit.remove(one)
  }
  if (unplaced?.status === 'PROPOSED') {
    const status = lifeOfUnplaced.move(unplaced.status, 'settleProposals')
    unit.update(UnplacedPayment, unplaced, { status })
  } else if (unplaced?.status === 'RETURN_REQUESTED') {
    const status = lifeOfUnplaced.move(unplaced.status, 'keep')
    unit.update(UnplacedPayment, unplaced, { status })
  }
}

/** What is left of it on no claim waits for a person, or nothing of it does any more. */
function leaveUnplaced(
  unit: Unit,
  original: PaymentTransaction,
  present: UnplacedPayment | undefined,
  left: bigint,
): void {
  const before = present?.amountOpen ?? 0n
  if (left > before) {
    addUnplaced(unit, original, present, { amount: left - before, reasonCode: 'NO_MATCH' })
  } else if (present !== undefined && left < before) {
    const isGone = left === 0n && lifeOfUnplaced.may(present.status, 'takeBack')
    const status = isGone ? lifeOfUnplaced.move(present.status, 'takeBack') : present.status
    unit.update(UnplacedPayment, present, { status, amountOpen: left })
  }
}
