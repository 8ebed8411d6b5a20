import type { EntityName } from '@mikro-orm/core'
import { ofTheTenantAlone, owners, refuseUnseen } from '../activities/system/target-of.ts'
import { targetTypes, type TargetType } from '../domain/system/target.ts'
import type { Unit } from '../kernel/write/unit.ts'
import { forTheTenantAlone } from './for-the-tenant-alone.ts'

export type Owner = (typeof owners)[TargetType]

export const typeOf = (owner: Owner): TargetType =>
  targetTypes.find((type) => owners[type] === owner) as TargetType

/** To the ORM the owners are tables of many kinds. */
export const tableOfOwner = (owner: Owner) => owner as unknown as EntityName<{ id: string }>

/** A list beneath an owner, which nobody sees who may not see the owner. */
export const beneath = <B extends { handle: (call: never) => unknown }>(owner: Owner, list: B): B =>
  ofTheTenantAlone.has(typeOf(owner)) ? forTheTenantAlone(list) : list

/** The filter for rows under the path of one owner. */
export async function underOwner(unit: Unit, owner: Owner, targetId: string) {
  const targetType = typeOf(owner)
  await refuseUnseen(unit, targetType, targetId)
  return { targetType, targetId }
}
