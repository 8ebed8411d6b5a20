import type { FinancialEventType } from '../../domain/bookkeeping/ledger.ts'
import { laterOf } from '../../domain/bookkeeping/reversal-day.ts'
import { firstOpenDay } from '../../domain/bookkeeping/fiscal-year.ts'
import type { BusinessDate } from '../../domain/dates.ts'
import { isFarFrom, isLongAgo } from '../../domain/payments/payment.ts'
import { invalid } from '../../domain/refusal.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { Claims } from './claims.ts'
import { locksOf } from '../bookkeeping/read-books.ts'

/** The first day from one on, on which the tenant's book, and a client's, take vouchers. */
export interface OpenDays {
  received: (day: BusinessDate) => BusinessDate
  placed: (clientId: string, day: BusinessDate) => BusinessDate
}

/** What has not come is not entered, nor what would have come longer ago than a claim lives. */
export function refuseFarDay(day: BusinessDate, today: BusinessDate, pointer: string): void {
  if (day > today) invalid(pointer, 'IN_THE_FUTURE', 'What has not come is not entered')
  if (isLongAgo(day, today)) {
    invalid(pointer, 'FAR_IN_THE_PAST', 'It is more than ten years ago')
  }
}

export function refuseFarValue(
  { bookDate, valueDate }: { bookDate: BusinessDate; valueDate?: BusinessDate | undefined },
  pointer: string,
): void {
  if (valueDate === undefined || !isFarFrom(bookDate, valueDate)) return
  invalid(pointer, 'FAR_FROM_BOOKING', `It is more than a year from ${bookDate}`)
}

/**
 * From which day a claim takes money: that of its booking, and of its purchase. What came before
 * waits until then.
 */
export function claimDay({ events }: Pick<Claims, 'events'>, id: string): BusinessDate {
  return (events.get(id) ?? [])
    .filter(({ type, reversedById }) => begins.has(type) && reversedById == null)
    .reduce((latest, { bookDate }) => laterOf(latest, bookDate), '')
}

const begins: ReadonlySet<FinancialEventType> = new Set(['INVOICE_BOOKED', 'FINANCED', 'RECOURSE'])

/** The day of what is put on a claim, or on what is the tenant's alone. */
export const placedOn = (
  { placed, received }: OpenDays,
  { clientId }: { clientId?: string | null | undefined },
  day: BusinessDate,
): BusinessDate => (clientId == null ? received(day) : placed(clientId, day))

/** Money came when it came: a locked period moves its booking, and stops nothing. */
export async function openDaysOf(unit: Unit, clientIds: readonly string[]): Promise<OpenDays> {
  const owners = [unit.tenantId, ...new Set(clientIds)]
  const locks = await unit.widened(() => locksOf(unit, owners))
  const until = new Map(locks.map(({ ownerId, lockedUntil }) => [ownerId, lockedUntil]))
  const received = (day: BusinessDate) => firstOpenDay(day, until.get(unit.tenantId))
  return {
    received,
    placed: (clientId, day) => firstOpenDay(received(day), until.get(clientId)),
  }
}
