import { sum } from '../../domain/money.ts'
import { refuseOfOthers, refuseUnplaceable } from '../../domain/payments/placing.ts'
import { lifeOfUnplaced } from '../../domain/payments/unplaced.ts'
import { UnplacedPayment } from '../../entities/unplaced-payment.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { addLink } from './add-link.ts'
import { partsOf } from './claim-parts.ts'
import { clientOf, holdClaims, notePlaced } from './claims.ts'
import { holdUnplacedOfClient, type HeldUnplaced } from './held-unplaced.ts'
import type { LinkUnplaced } from './link-unplaced.ts'

/** A client says which of its claims money of its own is for; the tenant's people then book it. */
export async function proposeLinks(
  unit: Unit,
  id: string,
  wanted: LinkUnplaced,
): Promise<UnplacedPayment> {
  return proposeOn(unit, await holdUnplacedOfClient(unit, id), wanted)
}

/** More than is left, and not proposed yet, is not proposed. */
export async function proposeOn(
  unit: Unit,
  { payment, unplaced, proposals }: HeldUnplaced,
  { claims: named }: LinkUnplaced,
): Promise<UnplacedPayment> {
  const status = lifeOfUnplaced.move(unplaced.status, 'propose')
  const { clientId, currency } = unplaced
  const claims = await holdClaims(unit, [
    ...named.map((one) => one.id),
    ...proposals.map(({ claimId }) => claimId),
  ])
  for (const { claimId, amount } of proposals) notePlaced(claims, claimId, amount, currency)
  const left = unplaced.amountOpen - sum(proposals.map(({ amount }) => amount))
  const parts = partsOf(named, claims, { amount: left, currency })
  refuseOfOthers(
    clientId,
    parts.map(({ id, pointer }) => ({ clientId: clientOf(claims, id), pointer })),
  )
  refuseUnplaceable(left, currency, parts)
  for (const part of parts) {
    addLink(unit, payment, claims, { ...part, status: 'PROPOSED', reasons: ['NAMED'] })
  }
  unit.update(UnplacedPayment, unplaced, { status })
  return unplaced
}
