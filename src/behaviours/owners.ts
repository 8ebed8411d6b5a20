import { whoseIs, type Whose } from '../activities/system/whose.ts'
import { targetTypes, type TargetType } from '../domain/system/target.ts'
import { Invoice } from '../entities/invoice.ts'
import type { Unit } from '../kernel/write/unit.ts'

/** The tables whose rows carry notes, labels and to-dos. */
const owners = { INVOICE: Invoice } satisfies Record<TargetType, { meta: { tableName: string } }>

export type Owner = (typeof owners)[TargetType]

export const typeOf = (owner: Owner): TargetType =>
  targetTypes.find((type) => owners[type] === owner) as TargetType

/** What is written beside a note, a label or a to-do: what it is on, and whose that is. */
export interface Target extends Whose {
  targetType: TargetType
  targetId: string
}

/** The owner in the caller's scope: who may not see it cannot hang anything on it. */
export async function targetOf(
  unit: Unit,
  targetType: TargetType,
  targetId: string,
  pointer?: string,
): Promise<Target> {
  return { targetType, targetId, ...(await whoseIs(unit, owners[targetType], targetId, pointer)) }
}

/** Only what hangs on this owner has a place under its path. */
export async function underOwner(unit: Unit, owner: Owner, targetId: string) {
  const { targetType } = await targetOf(unit, typeOf(owner), targetId)
  return { targetType, targetId }
}
