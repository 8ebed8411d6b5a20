import type { FactoringDecision } from '../../entities/factoring-decision.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** A step in the history of a decision. */
export function note(
  unit: Unit,
  decision: FactoringDecision,
  more: Record<string, unknown> = {},
): void {
  const { status, subStatusId = null, financeDecision = null } = decision
  const { id, name } = unit.principal
  const step = { at: unit.now.toISOString(), by: id, byName: name, status, financeDecision }
  const subStatus = subStatusId === null ? null : Number(subStatusId)
  decision.history = [...decision.history, { ...step, subStatusId: subStatus, ...more }]
}
