import { z } from 'zod'
import { financeDecisions } from '../../domain/factoring/decision.ts'
import { decisionStatuses } from '../../domain/credit/decision-status.ts'
import { code } from '../../kernel/read/fields.ts'
import { checkMove, refuseMove, verdictOf } from '../../domain/factoring/moves.ts'
import { invalid } from '../../domain/refusal.ts'
import type { FactoringDecision } from '../../entities/factoring-decision.ts'
import { ReasonCode } from '../../entities/reason-code.ts'
import { lockLimits } from '../credit/lock-limits.ts'
import { release, reserve } from '../credit/use-limits.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { decide, limitingOf } from './decide.ts'
import { countryOfClaim, refuseBeyondCountry } from './country-of-claim.ts'
import { lockDecision, type HeldDecision } from './lock-decision.ts'
import { mayFinance } from './may-finance.ts'
import { addToHistory } from './add-to-history.ts'
import { refuseBound } from '../credit/refuse-bound.ts'
import { subStatusOf } from './sub-status-of.ts'

export const comment = z.string().max(1000)

/** How a decision is moved. */
export const moveDecisionInput = z.strictObject({
  status: z.enum(decisionStatuses),
  subStatusId: z.int().min(1).max(2_147_483_647).nullable().optional().meta({ example: 12 }),
  financeDecision: z.enum(financeDecisions).optional(),
  reasonCodes: z.array(code).max(20).optional(),
  comment: comment.optional(),
})
export type MoveInput = z.output<typeof moveDecisionInput>

/** An operator leads a decision on, or makes it. */
export async function moveDecision(
  unit: Unit,
  id: string,
  move: MoveInput,
): Promise<FactoringDecision> {
  checkMove(move)
  const held = await lockDecision(unit, id)
  refuseBound(unit)
  const { decision } = held
  refuseMove(decision.status, move.status)
  await refuseReasons(unit, move)
  const verdict = verdictOf(move)
  // Booking is the last thing that a verb does, so the process is signalled first.
  signalProcess(unit, decision)
  if (verdict === null) await lead(unit, held, move)
  else await decide(unit, held, { ...move, verdict, decidedBy: 'OPERATOR' })
  return decision
}

/** A process that was lost begins again; the one that runs looks where its decision stands. */
export function signalProcess(unit: Unit, decision: FactoringDecision): void {
  unit.start('factoringDecision', decision.id, { RxClient: decision.clientId })
  unit.signal('factoringDecision', decision.id, 'moved')
}

async function lead(unit: Unit, held: HeldDecision, move: MoveInput): Promise<void> {
  const { decision, invoice } = held
  const toExternal = move.status === 'REFINANCE'
  const product = toExternal ? await mayFinance(unit, held) : null
  if (product !== null || decision.reserved > 0n) {
    const limits = await lockLimits(unit, limitingOf(held))
    if (product !== null) {
      const { limitsApply } = product
      refuseBeyondCountry(await countryOfClaim(unit, held))
      reserve(unit, limits, { amount: invoice.balance, reserved: decision.reserved, limitsApply })
      decision.amount = invoice.balance
    } else release(unit, limits, decision.reserved)
  }
  decision.reserved = toExternal ? invoice.balance : 0n
  decision.status = move.status
  decision.financeDecision = toExternal ? 'REFINANCE' : null
  decision.subStatusId = await subStatusOf(unit, move.status, move.subStatusId)
  const { comment, reasonCodes } = move
  if (comment !== undefined) decision.comment = comment
  if (reasonCodes !== undefined) decision.reasonCodes = [...reasonCodes]
  addToHistory(unit, decision, {
    ...(comment !== undefined && { comment }),
    ...(reasonCodes !== undefined && { reasonCodes: [...reasonCodes] }),
  })
}

/** A denial has reasons to deny; whatever else is done may also override what the engine said. */
async function refuseReasons(
  unit: Unit,
  { reasonCodes = [], financeDecision }: MoveInput,
): Promise<void> {
  if (reasonCodes.length === 0) return
  const denies = financeDecision === 'DENIED' || financeDecision === 'DENIED_SERVICE'
  const types: readonly string[] = denies ? ['DENY'] : ['DENY', 'OVERRIDE']
  const known = await unit.all(ReasonCode, { code: { $in: [...reasonCodes] } })
  reasonCodes.forEach((code, at) => {
    const found = known.find((reason) => reason.code === code)
    const pointer = `/reasonCodes/${at}`
    if (found === undefined) invalid(pointer, 'NOT_FOUND', 'There is no such reason code')
    if (!found.active) invalid(pointer, 'NOT_ALLOWED', 'The reason code is not active')
    if (!types.includes(found.type)) {
      invalid(pointer, 'NOT_ALLOWED', `Its type is ${found.type}, not ${types.join(' or ')}`)
    }
  })
}
