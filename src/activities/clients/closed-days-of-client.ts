import type { ClosedDays } from '../../domain/dates.ts'
import { Client } from '../../entities/client.ts'
import { closedDaysOf } from '../../ports/calendar/closed-days.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** The days on which banks in the client's country are closed, so that nobody can pay. */
export async function closedDaysOfClient(unit: Unit, clientId: string): Promise<ClosedDays> {
  const { countryCode } = await unit.load(Client, clientId)
  return closedDaysOf(countryCode)
}
