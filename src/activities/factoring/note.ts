import type { FactoringDecision } from '../../entities/factoring-decision.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** A step of the decision, for whoever reads how it came about. */
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
