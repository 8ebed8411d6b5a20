import { z } from 'zod'
import { BookkeepingAccount, LockedPeriod } from '../../entities/bookkeeping-account.ts'
import { holdWhere } from '../../kernel/write/hold.ts'
import { lockSecond, requireSecond, type Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { ownerNamed } from './owner-named.ts'
import { id, sentDay } from '../../kernel/read/fields.ts'

export const lockPeriodInput = z.strictObject({
  clientId: id('Client').optional(),
  lockedUntil: sentDay.nullable(),
})
export type PeriodWanted = z.output<typeof lockPeriodInput>

/**
 * Closes the book up to that day, after waiting for bookings under way. Opening it again takes two
 * people.
 */
export async function lockPeriod(
  unit: Unit,
  wanted: PeriodWanted,
): Promise<LockedPeriod | Pending> {
  const owner = await ownerNamed(unit, wanted.clientId)
  const { lockedUntil } = wanted
  // Only one caller at a time locks or opens, so that the lock read below is still current.
  await lockSecond(unit, 'LOCKED_PERIOD_BACK', owner.ownerId)
  const kept = await unit.find(LockedPeriod, { ownerId: owner.ownerId })
  const before = kept?.lockedUntil ?? null
  const backwards = before !== null && (lockedUntil === null || lockedUntil < before)
  if (backwards) {
    const subject = { type: 'LockedPeriod', id: owner.ownerId, clientId: owner.clientId }
    const payload = { before, lockedUntil }
    const topic = 'LOCKED_PERIOD_BACK'
    const pending = requireSecond(unit, { topic, subject, payload, isState: true })
    if (pending !== undefined) return pending
  }
  await holdWhere(unit, BookkeepingAccount, 'owner_id = $2', [owner.ownerId])
  const closedAt = await lastBooked(unit, owner.ownerId)
  if (kept === null) return unit.add(LockedPeriod, { ...owner, lockedUntil, closedAt })
  return Object.assign(kept, { lockedUntil, closedAt })
}

/** More than what can have been booked in one book while somebody waited for it. */
const recent = 1000

/** Now, or when the last of the bookings began that came before though they began later. */
async function lastBooked(unit: Unit, ownerId: string): Promise<Date> {
  const [row] = await unit.transaction.query<{ at: Date }>(
    `select greatest($3::timestamptz, max(v.created_at)) as at
     from voucher_series s join voucher v using (tenant_id, owner_id, series, fiscal_year)
     where s.tenant_id = $1 and s.owner_id = $2 and v.number >= s.next_number - $4`,
    [unit.tenantId, ownerId, unit.now, recent],
  )
  return row?.at ?? unit.now
}
