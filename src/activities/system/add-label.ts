import type { TargetType } from '../../domain/system/target.ts'
import { refuse } from '../../domain/refusal.ts'
import { Label, LabelAssignment } from '../../entities/label.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { targetOf } from './target-of.ts'

/** A label on something of the kind that it is for. */
export async function addLabel(
  unit: Unit,
  type: TargetType,
  on: string,
  labelId: string,
): Promise<LabelAssignment> {
  const { targetType, targetId, clientId } = await targetOf(unit, type, on)
  await refuseOther(unit, type, labelId)
  const row = { targetType, targetId, clientId, labelId, createdBy: unit.principal.id }
  return unit.add(LabelAssignment, row)
}

export async function refuseOther(
  unit: Unit,
  type: TargetType,
  labelId: string,
  pointer = '/labelId',
): Promise<void> {
  const label = await unit.load(Label, { id: labelId }, pointer)
  if (label.scope !== null && label.scope !== type) refuse('LABEL_OF_OTHERS')
}
