import type { Owner } from '../../domain/bookkeeping/entry.ts'
import { refuseOutside } from '../../domain/bookkeeping/fiscal-year.ts'
import { dayIn, type BusinessDate } from '../../domain/dates.ts'
import { invalid } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { bookkeepingSettingsIn, readBooks, type Books } from './read-books.ts'

/** The day that a person enters something on, in the book of the tenant; today if they say none. */
export async function enteredOn(
  unit: Unit,
  { bookDate: sent }: { bookDate?: BusinessDate | undefined },
): Promise<BusinessDate> {
  const today = await unit.today()
  const bookDate = sent ?? today
  if (bookDate > today) invalid('/bookDate', 'IN_THE_FUTURE', 'What has not happened is not booked')
  const own = { ownerId: unit.tenantId, clientId: null }
  await refuseDayOutside(unit, own, await readBooks(unit, []), bookDate, '/bookDate')
  return bookDate
}

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
