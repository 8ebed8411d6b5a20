import type { Owner } from '../../domain/bookkeeping/entry.ts'
import { refuseOutside } from '../../domain/bookkeeping/fiscal-year.ts'
import { dayIn, type BusinessDate } from '../../domain/dates.ts'
import { Client } from '../../entities/client.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { bookkeepingSettingsIn, type Books } from './read-books.ts'

/** Refuses a day outside of the book's time. */
export async function refuseDayOutside(
  unit: Unit,
  { ownerId, clientId }: Pick<Owner, 'ownerId' | 'clientId'>,
  books: Books,
  date: BusinessDate,
  pointer: string,
): Promise<void> {
  const tenant = await unit.tenant()
  const { createdAt } = clientId === null ? tenant : await unit.load(Client, clientId)
  const { fiscalYearStart: firstDay } = bookkeepingSettingsIn(books, ownerId)
  const dayOf = (at: Date) => dayIn(tenant.timeZone, at)
  refuseOutside(date, { begun: dayOf(createdAt), today: dayOf(unit.now), firstDay }, pointer)
}
