import { AutomationRule } from '../../entities/automation.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** As they are shown, and followed. */
export async function rulesInOrder(unit: Unit, automationId: string): Promise<AutomationRule[]> {
  const rules = await unit.all(AutomationRule, { automationId })
  return rules.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
}
