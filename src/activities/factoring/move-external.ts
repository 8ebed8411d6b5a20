import { z } from 'zod'
import { verdicts } from '../../domain/factoring/decision.ts'
import { refuseExternal } from '../../domain/factoring/moves.ts'
import { decimal, hasPlacesOf, minorOf } from '../../domain/money.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import type { FactoringDecision } from '../../entities/factoring-decision.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { decide } from './decide.ts'
import { lockDecision } from './lock-decision.ts'
import { signalProcess, comment } from './move-decision.ts'
import { refuseBound } from '../credit/refuse-bound.ts'
import { filled } from '../../kernel/read/fields.ts'
import { amountSent } from '../../kernel/read/amounts.ts'

export const moveExternalInput = z
  .strictObject({
    decision: z.enum(verdicts),
    externalReference: filled(200).optional(),
    /** What the financier decided about, which is the whole claim. */
    amount: amountSent.optional(),
    reason: comment.optional(),
  })
  .meta({
    example: { decision: 'APPROVED', externalReference: 'F-2210', reason: 'Within our limit' },
  })
export type ExternalDecision = z.output<typeof moveExternalInput>

/** Records what an external financier decided about a claim, whether or not it was left to them. */
export async function moveExternal(
  unit: Unit,
  id: string,
  external: ExternalDecision,
): Promise<FactoringDecision> {
  const held = await lockDecision(unit, id)
  refuseBound(unit)
  const { decision, invoice } = held
  refuseExternal(decision.status)
  if (external.amount !== undefined) refuseAmount(external.amount, invoice)
  signalProcess(unit, decision)
  await decide(unit, held, {
    verdict: external.decision,
    decidedBy: 'EXTERNAL',
    comment: external.reason,
    externalReference: external.externalReference,
  })
  return decision
}

function refuseAmount(
  amount: string,
  { balance, baseCurrency }: { balance: bigint; baseCurrency: string },
): void {
  if (!hasPlacesOf(amount, baseCurrency)) {
    invalid('/amount', 'TOO_PRECISE', `More decimal places than ${baseCurrency} has`)
  }
  if (minorOf(amount, baseCurrency) === balance) return
  const open = `${decimal(balance, baseCurrency)} ${baseCurrency}`
  refuse('AMOUNT_DIFFERS', { detail: `The claim is ${open}.` })
}
