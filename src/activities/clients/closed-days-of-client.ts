import type { ClosedDays } from '../../domain/dates.ts'
import { Client } from '../../entities/client.ts'
import { closedDaysOf } from '../../ports/calendar/closed-days.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** On which days nobody can pay a client, by the banks of its country. */
export async function closedDaysOfClient(unit: Unit, clientId: string): Promise<ClosedDays> {
  const { countryCode } = await unit.load(Client, clientId)
  return closedDaysOf(countryCode)
}
