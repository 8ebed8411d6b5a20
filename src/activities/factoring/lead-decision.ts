import { FactoringDecision } from '../../entities/factoring-decision.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { limitsThere } from '../credit/lock-limits.ts'
import { release, reserve } from '../credit/use-limits.ts'
import { addToHistory, whySaid } from './add-to-history.ts'
import { lockAtLimits, refuseBeyondLimits, usedBy, type AtLimits } from './at-limits.ts'
import { placesOf } from './country-of-claim.ts'
import { limitingOf, type HeldDecision } from './lock-decision.ts'
import {
  mayFinance,
  readFinancing,
  type FinancingFacts,
  type ProductToSell,
} from './may-finance.ts'
import type { MoveInput } from './move-decision.ts'
import { readSubStatus, subStatusIn } from './sub-status-of.ts'

/** What is asked about decisions that are led on, and not made yet. */
export interface ToLead extends AtLimits {
  /** Where somebody outside is to decide, for whom the claim is reserved. */
  financing: FinancingFacts | null
  subStatuses: Awaited<ReturnType<typeof readSubStatus>>
}

export interface Led {
  move: MoveInput
  product: ProductToSell | null
  subStatusId: string | null
}

export async function readToLead(
  unit: Unit,
  all: readonly HeldDecision[],
  { status, subStatusId }: MoveInput,
): Promise<ToLead> {
  const toExternal = status === 'REFINANCE'
  const atLimits = all
    .filter(({ decision }) => toExternal || decision.reserved > 0n)
    .map(limitingOf)
  const [financing, places, subStatuses, there] = await Promise.all([
    toExternal ? readFinancing(unit, all) : null,
    toExternal ? placesOf(unit, all) : null,
    readSubStatus(unit, status, subStatusId),
    limitsThere(unit, atLimits),
  ])
  return { ...(await lockAtLimits(unit, there, all, places)), financing, subStatuses }
}

export function ledBy(held: HeldDecision, move: MoveInput, facts: ToLead): Led {
  const { financing, subStatuses } = facts
  const product = financing === null ? null : mayFinance(held, financing)
  if (product !== null) refuseBeyondLimits(held, product, facts)
  return { move, product, subStatusId: subStatusIn(subStatuses, move.status, move.subStatusId) }
}

export function writeLed(
  unit: Unit,
  held: HeldDecision,
  { move, product, subStatusId }: Led,
  { countryOf, limitsOf }: ToLead,
): void {
  const { decision, invoice, debtor } = held
  const { reserved } = decision
  const { balance: amount } = invoice
  if (product !== null) reserve(unit, limitsOf(limitingOf(held)), usedBy(held, product))
  else if (reserved > 0n) release(unit, limitsOf(limitingOf(held)), reserved)
  const country = countryOf.get(debtor.id)
  const { status } = move
  const why = whySaid(move)
  unit.update(FactoringDecision, decision, {
    ...(country !== undefined && { countryCode: country.code }),
    ...(product !== null && { amount }),
    reserved: product === null ? 0n : amount,
    status,
    financeDecision: product === null ? null : 'REFINANCE',
    subStatusId,
    ...why,
  })
  addToHistory(unit, decision, why)
}
