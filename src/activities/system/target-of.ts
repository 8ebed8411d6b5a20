import type { EntityName } from '@mikro-orm/core'
import { isBound } from '../../domain/access/scope.ts'
import { notFound } from '../../domain/refusal.ts'
import type { NotedType, TargetType } from '../../domain/system/target.ts'
import { BusinessLoan } from '../../entities/business-loan.ts'
import { Client } from '../../entities/client.ts'
import { Debtor } from '../../entities/debtor.ts'
import { Invoice } from '../../entities/invoice.ts'
import { PaymentTransaction } from '../../entities/payment-transaction.ts'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { ownerOfRow, type RowOwner } from './owner-of-row.ts'

/** The tables whose rows carry notes, labels and to-dos. */
export const owners = {
  INVOICE: Invoice,
  CLIENT: Client,
  DEBTOR: Debtor,
  SYSTEM_DEBTOR: SystemDebtor,
  BUSINESS_LOAN: BusinessLoan,
} satisfies Record<TargetType, { meta: { tableName: string } }>

/** Those whose rows carry notes. */
export const noted = { ...owners, PAYMENT: PaymentTransaction } satisfies Record<
  NotedType,
  { meta: { tableName: string } }
>

/** The owner columns of a note, a label or a to-do, with the owner's client and debtor. */
export interface Target<T extends NotedType = TargetType> extends RowOwner {
  targetType: T
  targetId: string
}

/** Owners of which a client's or debtor's token learns nothing. */
export const ofTheTenantAlone: ReadonlySet<NotedType> = new Set(['SYSTEM_DEBTOR'])

/** Who does not see the owner gets 404, also for what is on it. */
export async function refuseUnseen(
  unit: Unit,
  targetType: NotedType,
  id: string,
  pointer?: string,
): Promise<void> {
  if (ofTheTenantAlone.has(targetType) && isBound(unit.scope)) notFound(pointer)
  // Which of the tables it is is known only when it is asked.
  const entity = noted[targetType] as unknown as EntityName<{ id: string }>
  await unit.load(entity, { id }, pointer)
}

/** Where something is added: whose the owner is stays so until the commit. */
export async function targetOf<T extends NotedType>(
  unit: Unit,
  targetType: T,
  targetId: string,
  pointer?: string,
): Promise<Target<T>> {
  if (ofTheTenantAlone.has(targetType) && isBound(unit.scope)) return notFound(pointer)
  return {
    targetType,
    targetId,
    ...(await ownerOfRow(unit, noted[targetType], targetId, pointer)),
  }
}
