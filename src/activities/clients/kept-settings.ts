import { Client } from '../../entities/client.ts'
import { ClientSetting } from '../../entities/client-setting.ts'
import type { KeyedSettings } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { kindOf } from './first-choices.ts'

/** What views show of a row of settings besides its values; changes expect this version. */
export type KeptSettings = Pick<ClientSetting, 'clientId' | 'version' | 'createdAt' | 'updatedAt'>

const firstVersion = 1

/** The row of a group of settings; without one, what it would have when it is made. */
export async function keptSettings(
  unit: Unit,
  clientId: string,
  group: KeyedSettings,
): Promise<KeptSettings> {
  const kept = await unit.find(ClientSetting, { clientId, kind: kindOf(group) })
  if (kept !== null) return kept
  const { createdAt } = await unit.load(Client, clientId)
  return { clientId, version: firstVersion, createdAt, updatedAt: createdAt }
}
