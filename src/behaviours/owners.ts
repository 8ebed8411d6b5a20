import { ownerOfRow, type RowOwner } from '../activities/system/owner-of-row.ts'
import { targetTypes, type TargetType } from '../domain/system/target.ts'
import { Invoice } from '../entities/invoice.ts'
import type { Unit } from '../kernel/write/unit.ts'

/** The tables whose rows carry notes, labels and to-dos. */
const owners = { INVOICE: Invoice } satisfies Record<TargetType, { meta: { tableName: string } }>

export type Owner = (typeof owners)[TargetType]

export const typeOf = (owner: Owner): TargetType =>
  targetTypes.find((type) => owners[type] === owner) as TargetType

/** The owner columns of a note, a label or a to-do, with the owner's client and debtor. */
export interface Target extends RowOwner {
  targetType: TargetType
  targetId: string
}

/** Loads the owner within the caller's scope, so that a caller who cannot see it gets 404. */
export async function targetOf(
  unit: Unit,
  targetType: TargetType,
  targetId: string,
  pointer?: string,
): Promise<Target> {
  return {
    targetType,
    targetId,
    ...(await ownerOfRow(unit, owners[targetType], targetId, pointer)),
  }
}

/** The filter for rows under the path of one owner. */
export async function underOwner(unit: Unit, owner: Owner, targetId: string) {
  const { targetType } = await targetOf(unit, typeOf(owner), targetId)
  return { targetType, targetId }
}
