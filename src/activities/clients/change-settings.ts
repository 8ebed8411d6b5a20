import { isBound } from '../../domain/access/scope.ts'
import type { Chosen } from '../../domain/settings.ts'
import { Client } from '../../entities/client.ts'
import { ClientSetting } from '../../entities/client-setting.ts'
import {
  chosenWith,
  refuseNotYetInUse,
  type ChangeOf,
  type SettingGroup,
  type SettingTree,
} from '../../kernel/read/setting.ts'
import type { KeyedSettings } from '../../kernel/write/registered.ts'
import type { Pending } from '../../kernel/write/pending.ts'
import { refuseSaidByClient } from '../../kernel/write/refuse-tenants-own.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { pendingLaxerOfClient } from '../system/settings/client-settings.ts'
import { firstChoices, kindOf } from './first-choices.ts'

/** Changes the settings of a group that were sent; what is loosened by it, by two people. */
export async function changeSettings<T extends SettingTree>(
  unit: Unit,
  clientId: string,
  group: SettingGroup<T>,
  sent: NoInfer<ChangeOf<T>>,
): Promise<ClientSetting | Pending> {
  if (group.byTenant && isBound(unit.scope)) refuseSaidByClient()
  const chosen = new Map([[group, sent as Chosen]])
  const pending = await pendingLaxerOfClient(unit, clientId, chosen)
  if (pending !== undefined) return pending
  const row = await choicesOf(unit, clientId, group)
  refuseNotYetInUse(group, sent as Chosen)
  row.value = { ...chosenWith(group, row.value, sent as Chosen) }
  return row
}

/** The row of a client's choices, made if there is none. */
export async function choicesOf(
  unit: Unit,
  clientId: string,
  group: KeyedSettings,
): Promise<ClientSetting> {
  const kind = kindOf(group)
  const row = await unit.find(ClientSetting, { clientId, kind })
  if (row !== null) return row
  const { preferredLanguage } = await unit.load(Client, clientId)
  return unit.add(ClientSetting, { clientId, kind, value: firstChoices(kind, preferredLanguage) })
}
