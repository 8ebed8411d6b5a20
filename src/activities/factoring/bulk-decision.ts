import type { Unit } from '../../kernel/write/unit.ts'
import { moveDecision, type MoveInput } from './move-decision.ts'

/** One of the decisions that are moved together. */
export async function bulkDecision(
  unit: Unit,
  id: string,
  input: Record<string, unknown>,
): Promise<void> {
  await moveDecision(unit, id, input as unknown as MoveInput)
}
