import type { SettingKind } from '../../domain/clients/client.ts'
import { firstSettings } from '../../domain/clients/settings.ts'
import { Client } from '../../entities/client.ts'
import { ClientSetting } from '../../entities/client-setting.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Settings as they are shown: with the version that a change of them names. */
export type KeptSettings = Pick<
  ClientSetting,
  'clientId' | 'value' | 'version' | 'createdAt' | 'updatedAt'
>

const firstVersion = 1

/** What is kept of a kind; of a client that has none yet, what it would begin with. */
export async function keptSettings(
  unit: Unit,
  clientId: string,
  kind: SettingKind,
): Promise<KeptSettings> {
  const kept = await unit.find(ClientSetting, { clientId, kind })
  if (kept !== null) return kept
  const { createdAt, preferredLanguage } = await unit.load(Client, clientId)
  const value = firstSettings(kind, preferredLanguage)
  return { clientId, value, version: firstVersion, createdAt, updatedAt: createdAt }
}
