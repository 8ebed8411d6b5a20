import { z } from 'zod'
import { refuseUnplaceable } from '../../domain/payments/placing.ts'
import { lifeOfUnplaced } from '../../domain/payments/unplaced.ts'
import { notFound, refuse } from '../../domain/refusal.ts'
import { PaymentLink } from '../../entities/payment-link.ts'
import { UnplacedPayment } from '../../entities/unplaced-payment.ts'
import { description } from '../../kernel/read/fields.ts'
import type { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { holdClaims, notePlaced, payable } from './claims.ts'
import { denyLinks } from './deny-links.ts'
import {
  holdUnplaced,
  holdUnplacedOfClient,
  refuseClient,
  type HeldUnplaced,
} from './held-unplaced.ts'
import { placeLinks } from './link-unplaced.ts'
import { secondForProposals } from './second-for-accounts.ts'

/** What a client, or matching, has proposed is put on its claims and booked: one link of it, or all. */
export async function bookProposals(
  unit: Unit,
  id: string,
  linkId?: string,
): Promise<UnplacedPayment | Pending> {
  const pending = await secondForProposals(unit, id, linkId)
  if (pending !== undefined) return pending
  const held = await holdUnplaced(unit, id)
  const links = await proposedOf(unit, held, linkId)
  refuseClient(unit)
  const { amountOpen, currency } = held.unplaced
  lifeOfUnplaced.move(held.unplaced.status, 'place')
  const claims = await holdClaims(
    unit,
    links.map(({ claimId }) => claimId),
  )
  const parts = links.map(({ claimId, amount }, at) => {
    const claim = payable(claims, claimId, currency)
    notePlaced(claims, claimId, amount, currency)
    return { claim, amount, pointer: `/links/${at}` }
  })
  refuseUnplaceable(amountOpen, currency, parts)
  await placeLinks(unit, { ...held, links }, claims)
  return held.unplaced
}

export const denyProposalsInput = z
  .strictObject({ reason: description.min(1).optional() })
  .prefault({})

/** What a client, or matching, has proposed is not what the money is for. */
export async function denyProposals(
  unit: Unit,
  id: string,
  { reason }: z.output<typeof denyProposalsInput>,
  linkId?: string,
): Promise<UnplacedPayment> {
  const held = await holdUnplaced(unit, id)
  const { unplaced, proposals } = held
  const links = await proposedOf(unit, held, linkId)
  refuseClient(unit)
  denyLinks(unit, links, reason ?? null)
  if (links.length === proposals.length) {
    const status = lifeOfUnplaced.move(unplaced.status, 'settleProposals')
    unit.update(UnplacedPayment, unplaced, { status })
  }
  return unplaced
}

/** Money that is not its own, a client says: the tenant's people look whose it is. */
export async function ignoreUnplaced(unit: Unit, id: string): Promise<UnplacedPayment> {
  const { unplaced, proposals } = await holdUnplacedOfClient(unit, id)
  const status = lifeOfUnplaced.move(unplaced.status, 'ignore')
  denyLinks(unit, proposals, 'Its client says that it is not its own')
  unit.update(UnplacedPayment, unplaced, { status })
  return unplaced
}

async function proposedOf(
  unit: Unit,
  { payment, proposals }: HeldUnplaced,
  linkId: string | undefined,
): Promise<readonly PaymentLink[]> {
  if (linkId === undefined) {
    return proposals.length === 0 ? refuse('LINK_NOT_PROPOSED') : proposals
  }
  const link = await unit.load(PaymentLink, linkId)
  if (link.transactionId !== payment.id) notFound()
  const proposed = proposals.filter((one) => one.id === linkId)
  return proposed.length === 0 ? refuse('LINK_NOT_PROPOSED') : proposed
}
