import { FactoringDecision } from '../../entities/factoring-decision.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** The fields that say why, as far as anything was said. */
export const whySaid = (said: {
  reasonCodes?: readonly string[] | undefined
  comment?: string | undefined
}) => ({
  ...(said.reasonCodes !== undefined && { reasonCodes: [...said.reasonCodes] }),
  ...(said.comment !== undefined && { comment: said.comment }),
})

/** Adds the standing of a decision, and who brought it there, to its history. */
export function addToHistory(
  unit: Unit,
  decision: FactoringDecision,
  more: Record<string, unknown> = {},
): void {
  const { status, subStatusId = null, financeDecision = null } = decision
  const { id, name } = unit.principal
  const entry = { at: unit.now.toISOString(), by: id, byName: name, status, financeDecision }
  const subStatus = subStatusId === null ? null : Number(subStatusId)
  const history = [...decision.history, { ...entry, subStatusId: subStatus, ...more }]
  unit.update(FactoringDecision, decision, { history })
}
