import type { EntityName } from '@mikro-orm/core'
import {
  noted,
  ofTheTenantAlone,
  refuseUnseen,
  type owners,
} from '../activities/system/target-of.ts'
import { notedTypes, type NotedType, type TargetType } from '../domain/system/target.ts'
import type { ExampleSort } from '../entities/ids.ts'
import type { Unit } from '../kernel/write/unit.ts'
import { forTheTenantAlone } from './for-the-tenant-alone.ts'

export type Owner = (typeof owners)[TargetType]
/** What carries notes, if nothing else. */
export type Noted = (typeof noted)[NotedType]

type TypeOf<O extends Noted> = O extends Owner ? TargetType : NotedType

export const typeOf = <O extends Noted>(owner: O): TypeOf<O> =>
  notedTypes.find((type) => noted[type] === owner) as TypeOf<O>

const exampleSorts: Readonly<Partial<Record<NotedType, ExampleSort>>> = {
  CLIENT: 'ofClient',
  INVOICE: 'ofInvoice',
  SYSTEM_DEBTOR: 'ofSystemDebtor',
  BUSINESS_LOAN: 'ofLoan',
  PAYMENT: 'ofPayment',
}

/** Which of the examples of what owners have is that of this one. */
export const exampleSortOf = (owner: Noted): ExampleSort => exampleSorts[typeOf(owner)] ?? 'plain'

/** To the ORM the owners are tables of many kinds. */
export const tableOfOwner = (owner: Noted) => owner as unknown as EntityName<{ id: string }>

/** A list beneath an owner, which nobody sees who may not see the owner. */
export const beneath = <B extends { handle: (call: never) => unknown }>(owner: Noted, list: B): B =>
  ofTheTenantAlone.has(typeOf(owner)) ? forTheTenantAlone(list) : list

/** The filter for rows under the path of one owner. */
export async function underOwner<O extends Noted>(unit: Unit, owner: O, targetId: string) {
  const targetType = typeOf(owner)
  await refuseUnseen(unit, targetType, targetId)
  return { targetType, targetId }
}
