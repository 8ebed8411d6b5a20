import type { z } from 'zod'
import type { DecisionStatus } from '../../domain/credit/decision-status.ts'
import { CreditDecisionStatus } from '../../entities/credit-decision-status.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { bodyOf } from '../../kernel/read/body.ts'

export const decisionNumberMax = 2_147_483_647

/** One of them: by the number that people use, or by its id. */
export type DecisionStatusName = { number: number } | { id: string }

export const decisionStatusFields = [
  'coreStatus',
  'name',
  'grouping',
  'sortOrder',
  'colour',
  'slaHours',
  'isDefault',
] as const

const whole = bodyOf(CreditDecisionStatus, decisionStatusFields)
export const createDecisionStatusInput = whole.partial({ sortOrder: true, isDefault: true })
export type NewDecisionStatus = z.output<typeof createDecisionStatusInput>

/** The core status that it belongs to stays. */
export const updateDecisionStatusInput = whole.omit({ coreStatus: true }).partial()
export type DecisionStatusFields = z.output<typeof updateDecisionStatusInput>

/**
 * Numbers are given in order, and one sub-status is the default of its core status: one at a time.
 */
export function lockDecisionStatuses(unit: Unit): Promise<void> {
  return lockKey(unit, 'decision statuses')
}

export async function changeDecisionStatus(
  unit: Unit,
  row: CreditDecisionStatus,
  fields: DecisionStatusFields,
): Promise<CreditDecisionStatus> {
  if (fields.isDefault === true && !row.isDefault) await noOtherDefault(unit, row.coreStatus)
  for (const [field, value] of Object.entries(fields)) {
    if (value !== undefined) Object.assign(row, { [field]: value })
  }
  return row
}

export async function noOtherDefault(unit: Unit, coreStatus: DecisionStatus): Promise<void> {
  // Changes of this unit are not in the table yet, so the rows in memory count.
  const rows = await unit.all(CreditDecisionStatus, { coreStatus })
  for (const row of rows) if (row.isDefault) row.isDefault = false
}
