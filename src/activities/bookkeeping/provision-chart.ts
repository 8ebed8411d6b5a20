import { charts } from '../../domain/bookkeeping/chart.ts'
import type { OwnerType } from '../../domain/bookkeeping/ledger.ts'
import { BookkeepingAccount } from '../../entities/bookkeeping-account.ts'
import { lockKey } from '../system/lock-key.ts'
import type { Unit } from '../unit.ts'

export interface BookOwner {
  ownerType: OwnerType
  ownerId: string
  clientId?: string
  currency: string
}

/** Adds to a book what the chart has and the book has not: neither the role nor the number. */
export async function provisionChart(unit: Unit, owner: BookOwner): Promise<void> {
  await unit.widened(() => addMissing(unit, owner))
}

/** The same for whoever sees every book already. */
export async function addMissing(unit: Unit, owner: BookOwner): Promise<void> {
  const { ownerType, ownerId, clientId, currency } = owner
  await lockKey(unit, `chart ${ownerId}`)
  const there = await unit.all(BookkeepingAccount, { ownerId })
  const roles = new Set(there.map(({ role }) => role))
  const numbers = new Set(there.map(({ number }) => number))
  for (const { role, number, name, type, vatCode } of charts[ownerType]) {
    if (roles.has(role) || numbers.has(number)) continue
    unit.add(BookkeepingAccount, {
      ownerType,
      ownerId,
      clientId: clientId ?? null,
      number,
      name,
      type,
      role,
      vatCode: vatCode ?? null,
      currency,
      balance: 0n,
      active: true,
    })
  }
  await unit.flush()
}
