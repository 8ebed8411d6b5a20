import type { SettingKind } from '../../domain/clients/client.ts'
import { refuseNotYetInUse } from '../../domain/clients/not-yet-in-use.ts'
import { firstSettings, settingsFrom } from '../../domain/clients/settings.ts'
import { merged } from '../../domain/settings.ts'
import { Client } from '../../entities/client.ts'
import { ClientSetting } from '../../entities/client-setting.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Changes what was sent of a kind of settings; the rest stays as it is. */
export async function changeSettings(
  unit: Unit,
  clientId: string,
  kind: SettingKind,
  sent: Readonly<Record<string, unknown>>,
): Promise<ClientSetting> {
  const row = (await unit.find(ClientSetting, { clientId, kind })) ?? (await begun())
  refuseNotYetInUse(kind, sent)
  row.value = { ...merged(settingsFrom(kind, row.value), sent) }
  return row

  async function begun(): Promise<ClientSetting> {
    const { preferredLanguage } = await unit.load(Client, clientId)
    return unit.add(ClientSetting, {
      clientId,
      kind,
      value: firstSettings(kind, preferredLanguage),
    })
  }
}
