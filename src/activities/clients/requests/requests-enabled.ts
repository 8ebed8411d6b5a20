import { Client } from '../../../entities/client.ts'
import { settingsOf, settingsOfTenant } from '../../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { invoiceSettings } from '../settings.ts'

/** Of the client that is named or to which the caller is bound; else what its tenant chose. */
export async function requestsEnabled(unit: Unit, named: string | undefined): Promise<boolean> {
  const clientId = named ?? unit.scope.clientId
  if (clientId === null) return (await settingsOfTenant(unit, invoiceSettings)).requestsEnabled
  await unit.load(Client, { id: clientId }, '/clientId')
  return (await settingsOf(unit, clientId, invoiceSettings)).requestsEnabled
}
