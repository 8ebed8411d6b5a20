import type { EntityName } from '@mikro-orm/core'
import { targetTypes, type TargetType } from '../domain/system/target.ts'
import { Invoice } from '../entities/invoice.ts'
import { factsOf } from '../entities/table.ts'
import type { Unit } from '../kernel/write/unit.ts'

/** The tables whose rows carry notes, labels and to-dos. */
const owners = { INVOICE: Invoice } satisfies Record<TargetType, { meta: { tableName: string } }>

export type Owner = (typeof owners)[TargetType]

export const typeOf = (owner: Owner): TargetType =>
  targetTypes.find((type) => owners[type] === owner) as TargetType

/** What is written beside a note, a label or a to-do: what it is on, and whose that is. */
export interface Target {
  targetType: TargetType
  targetId: string
  clientId: string | null
  debtorId: string | null
}

/** The owner in the caller's scope: who may not see it cannot hang anything on it. */
export async function targetOf(
  unit: Unit,
  type: TargetType,
  targetId: string,
  pointer?: string,
): Promise<Target> {
  // Which of the tables it is is known only when it is asked.
  const owner = owners[type] as unknown as EntityName<Record<string, unknown>>
  const row = await unit.load(owner, { id: targetId }, pointer)
  const { clientColumn, debtorColumn } = factsOf(owners[type].meta.tableName)
  const named = (column: string | undefined, field: string) =>
    column === undefined ? null : String(row[column === 'id' ? 'id' : field])
  return {
    targetType: type,
    targetId,
    clientId: named(clientColumn, 'clientId'),
    debtorId: named(debtorColumn, 'debtorId'),
  }
}

/** Only what hangs on this owner has a place under its path. */
export async function underOwner(unit: Unit, owner: Owner, targetId: string) {
  const { targetType } = await targetOf(unit, typeOf(owner), targetId)
  return { targetType, targetId }
}
