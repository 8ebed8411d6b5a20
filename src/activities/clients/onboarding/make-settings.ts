import { settingKinds } from '../../../domain/clients/client.ts'
import { ClientSetting } from '../../../entities/client-setting.ts'
import type { Client } from '../../../entities/client.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { firstChoices } from '../first-choices.ts'

/** Makes a row for each kind of settings, so that each has a version. */
export async function makeSettings(unit: Unit, client: Client): Promise<void> {
  const made = await unit.all(ClientSetting, { clientId: client.id })
  const kinds = new Set(made.map(({ kind }) => kind))
  for (const kind of settingKinds.filter((each) => !kinds.has(each))) {
    const value = firstChoices(kind, client.preferredLanguage)
    unit.add(ClientSetting, { clientId: client.id, kind, value })
  }
}
