import { settingsOf, settingsOfTenant } from '../../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { invoiceSettings } from '../settings.ts'

/** Of the client that is named or to which the caller is bound; of one that nobody sees, the default. */
export async function requestsEnabled(unit: Unit, named: string | undefined): Promise<boolean> {
  const clientId = named ?? unit.scope.clientId
  if (clientId === null) return (await settingsOfTenant(unit, invoiceSettings)).requestsEnabled
  return (await settingsOf(unit, clientId, invoiceSettings)).requestsEnabled
}
