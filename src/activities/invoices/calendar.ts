import type { DueDateCalendar } from '../../domain/dates.ts'
import { Client } from '../../entities/client.ts'
import { settingsOf } from '../../kernel/read/settings-in-force.ts'
import type { ValuesIn } from '../../kernel/read/setting.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { closedDaysOf } from '../../ports/calendar/closed-days.ts'
import { datesSettings } from './settings.ts'

/** The bank holidays of the client's country, and the setting of how a due date moves. */
export function calendarOf(
  countryCode: string,
  { dueDateRoll }: ValuesIn<typeof datesSettings>,
): DueDateCalendar {
  return { isClosed: closedDaysOf(countryCode), roll: dueDateRoll }
}

export async function calendarOfClient(unit: Unit, clientId: string): Promise<DueDateCalendar> {
  const { countryCode } = await unit.load(Client, clientId)
  return calendarOf(countryCode, await settingsOf(unit, clientId, datesSettings))
}
