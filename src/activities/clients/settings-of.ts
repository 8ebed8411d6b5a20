import type { SettingKind } from '../../domain/clients/client.ts'
import { settingsFrom, type SettingsOf } from '../../domain/clients/settings.ts'
import { ClientSetting } from '../../entities/client-setting.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** One kind of a client's settings, with the default of whatever it does not say. */
export async function settingsOf<K extends SettingKind>(
  unit: Unit,
  clientId: string,
  kind: K,
): Promise<SettingsOf[K]> {
  const row = await unit.find(ClientSetting, { clientId, kind })
  return settingsFrom(kind, row?.value)
}
