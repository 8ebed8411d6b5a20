import type { EntityName } from '@mikro-orm/core'
import { ownerOfRow, type RowOwner } from '../activities/system/owner-of-row.ts'
import { targetTypes, type TargetType } from '../domain/system/target.ts'
import { isBound } from '../domain/access/scope.ts'
import { notFound } from '../domain/refusal.ts'
import { Client } from '../entities/client.ts'
import { Debtor } from '../entities/debtor.ts'
import { Invoice } from '../entities/invoice.ts'
import { SystemDebtor } from '../entities/system-debtor.ts'
import type { Unit } from '../kernel/write/unit.ts'
import { forTheTenantAlone } from './for-the-tenant-alone.ts'

/** The tables whose rows carry notes, labels and to-dos. */
const owners = {
  INVOICE: Invoice,
  CLIENT: Client,
  DEBTOR: Debtor,
  SYSTEM_DEBTOR: SystemDebtor,
} satisfies Record<TargetType, { meta: { tableName: string } }>

export type Owner = (typeof owners)[TargetType]

export const typeOf = (owner: Owner): TargetType =>
  targetTypes.find((type) => owners[type] === owner) as TargetType

/** The owner columns of a note, a label or a to-do, with the owner's client and debtor. */
export interface Target extends RowOwner {
  targetType: TargetType
  targetId: string
}

/** Owners of which a client's or debtor's token learns nothing. */
const ofTheTenantAlone: ReadonlySet<TargetType> = new Set(['SYSTEM_DEBTOR'])

/** Loads the owner within the caller's scope, so that a caller who cannot see it gets 404. */
export async function targetOf(
  unit: Unit,
  targetType: TargetType,
  targetId: string,
  pointer?: string,
): Promise<Target> {
  if (ofTheTenantAlone.has(targetType) && isBound(unit.scope)) return notFound(pointer)
  return {
    targetType,
    targetId,
    ...(await ownerOfRow(unit, owners[targetType], targetId, pointer)),
  }
}

/** To the ORM the owners are tables of many kinds. */
export const tableOfOwner = (owner: Owner) => owner as unknown as EntityName<{ id: string }>

/** A list beneath an owner, which nobody sees who may not see the owner. */
export const beneath = <B extends { handle: (call: never) => unknown }>(owner: Owner, list: B): B =>
  ofTheTenantAlone.has(typeOf(owner)) ? forTheTenantAlone(list) : list

/** The filter for rows under the path of one owner. */
export async function underOwner(unit: Unit, owner: Owner, targetId: string) {
  const { targetType } = await targetOf(unit, typeOf(owner), targetId)
  return { targetType, targetId }
}
