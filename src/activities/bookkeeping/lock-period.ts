import { refuse } from '../../domain/refusal.ts'
import { BookkeepingAccount, LockedPeriod } from '../../entities/bookkeeping-account.ts'
import { holdWhere } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { ownerNamed } from './owner-named.ts'

export interface PeriodWanted {
  clientId?: string | undefined
  lockedUntil: string | null
}

/** From here on the book takes nothing up to that day. Bookings under way are waited for. */
export async function lockPeriod(unit: Unit, wanted: PeriodWanted): Promise<LockedPeriod> {
  const owner = await ownerNamed(unit, wanted.clientId)
  const { lockedUntil } = wanted
  await holdWhere(unit, BookkeepingAccount, 'owner_id = $2', [owner.ownerId])
  const kept = await unit.find(LockedPeriod, { ownerId: owner.ownerId })
  const before = kept?.lockedUntil ?? null
  const backwards = before !== null && (lockedUntil === null || lockedUntil < before)
  if (backwards && !unit.principal.superUser) refuse('LOCKED_PERIOD_BACKWARDS')
  if (kept === null) return unit.add(LockedPeriod, { ...owner, lockedUntil })
  kept.lockedUntil = lockedUntil
  return kept
}
