import { platform } from '../../domain/access/principal.ts'
import { evaluate } from '../../domain/factoring/engine.ts'
import { standingOf, type Standing } from '../../domain/factoring/decision.ts'
import { isOfAwayPart } from '../../domain/passing.ts'
import { Refusal, type RefusalCode } from '../../domain/refusal.ts'
import { FactoringDecision } from '../../entities/factoring-decision.ts'
import { aboutInvoice } from '../about-invoice.ts'
import { lockLimits } from '../credit/lock-limits.ts'
import { leaveErrand } from '../system/leave-errand.ts'
import { refuseSwitchedOff } from '../system/settings/read-modules.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { decide } from './decide.ts'
import { countryOfClaim, placesOf } from './country-of-claim.ts'
import { gatherFacts } from './gather-facts.ts'
import { limitingOf, lockDecision, type HeldDecision } from './lock-decision.ts'
import { productsToSell, productToSell } from './may-finance.ts'
import { addToHistory } from './add-to-history.ts'
import { refuseUnlessService } from './request-factoring.ts'
import { subStatusOf } from './sub-status-of.ts'

const as = ({ tenantId }: Task) => platform(tenantId, 'factoring decision')

/** Updates the facts of the decision; a second run changes nothing. */
export function collectDecision(task: Task): Promise<Standing> {
  return inUnit(task.runtime, as(task), task, async (unit) => {
    const { decision, invoice } = await lockDecision(unit, task.entityId)
    const about = await aboutInvoice(unit, invoice.id)
    if (decision.status !== 'PENDING') return { ...standingOf(decision), ...about }
    unit.update(FactoringDecision, decision, { amount: invoice.balance })
    await standAt(unit, decision, 'READY_FOR_DECISION')
    return { ...standingOf(decision), ...about }
  })
}

/** The engine's turn: it decides, or leaves it to a person and says which criteria want one. */
export async function runDecisionEngine(task: Task): Promise<Standing> {
  try {
    return await inUnit(task.runtime, as(task), task, async (unit) => {
      const held = await lockDecision(unit, task.entityId)
      if (held.decision.status === 'READY_FOR_DECISION') await judge(unit, held)
      return standingOf(held.decision)
    })
  } catch (error) {
    if (!(error instanceof Refusal) || isOfAwayPart(error.code)) throw error
    // Somebody was quicker with one of its rows, or kept the database busy: the next try may do.
    if (seenAnew.has(error.code)) throw new Error(error.message, { cause: error })
    return leaveToOperator(task, error)
  }
}

const seenAnew = new Set<RefusalCode>(['VERSION_CONFLICT', 'TOOK_TOO_LONG'])

/** The present status of the decision; the verb that moved it has done all that follows. */
export function readDecision(task: Task): Promise<Standing> {
  return inUnit(task.runtime, as(task), task, async (unit) =>
    standingOf(await unit.load(FactoringDecision, task.entityId)),
  )
}

async function judge(unit: Unit, held: HeldDecision): Promise<void> {
  const { decision, invoice } = held
  refuseUnlessService(invoice)
  await refuseSwitchedOff(unit, 'factoring')
  const limits = await lockLimits(unit, limitingOf(held))
  const product = productToSell(await productsToSell(unit, [held]), held)
  const places = await placesOf(unit, [held])
  const country = await countryOfClaim(unit, held, places.get(held.debtor.id)!)
  const facts = await gatherFacts(unit, held, { product, limits, country })
  const { outcome, criteria } = evaluate(facts)
  unit.update(FactoringDecision, decision, {
    countryCode: country.code,
    criteria: criteria.map((criterion) => ({ ...criterion })),
  })
  if (outcome === 'MANUAL') return standAt(unit, decision, 'WAITING')
  const verdict = outcome === 'PASS' ? 'APPROVED' : 'DENIED'
  await decide(unit, held, { verdict, decidedBy: 'ENGINE' }, limits)
}

/** A rule that no engine can satisfy: a person sees why, and decides once the cause is gone. */
function leaveToOperator(task: Task, { code, message, facts }: Refusal): Promise<Standing> {
  return inUnit(task.runtime, as(task), task, async (unit) => {
    const { decision } = await lockDecision(unit, task.entityId)
    if (decision.status !== 'READY_FOR_DECISION') return standingOf(decision)
    const cause = facts.detail ?? message
    await standAt(unit, decision, 'WAITING', { code, cause })
    await leaveErrand(unit, {
      type: 'CREDIT',
      subjectType: 'FactoringDecision',
      subjectId: decision.id,
      clientId: decision.clientId,
      title: `The engine cannot decide: ${cause}`,
      data: { code, invoiceId: decision.invoiceId },
      dedupeKey: `factoring/${decision.id}`,
    })
    return standingOf(decision)
  })
}

async function standAt(
  unit: Unit,
  decision: FactoringDecision,
  status: 'READY_FOR_DECISION' | 'WAITING',
  more: Record<string, unknown> = {},
): Promise<void> {
  const subStatusId = await subStatusOf(unit, status)
  unit.update(FactoringDecision, decision, { status, subStatusId })
  addToHistory(unit, decision, more)
}
