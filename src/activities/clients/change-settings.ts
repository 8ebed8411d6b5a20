import { isBound } from '../../domain/access/scope.ts'
import { chosenAt, type Chosen } from '../../domain/settings.ts'
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

type Sent<T extends SettingTree> = NoInfer<ChangeOf<T>>

/** What a verb of a group is given: `choose` changes what was sent. */
interface Changing<T extends SettingTree> {
  unit: Unit
  clientId: string
  sent: Sent<T>
  choose: () => Promise<ClientSetting>
}

type Change<T extends SettingTree, More extends unknown[]> = (
  unit: Unit,
  clientId: string,
  sent: Sent<T>,
  ...more: More
) => Promise<ClientSetting | Pending>

/** A verb that changes settings of a group. What is loosened by it takes two, before it begins. */
export function changing<T extends SettingTree, More extends unknown[] = []>(
  group: SettingGroup<T>,
  change: (what: Changing<T>, ...more: More) => Promise<ClientSetting>,
): Change<T, More> {
  return async (unit, clientId, sent, ...more) => {
    if (isBound(unit.scope) && saysForTheTenant(group, sent as Chosen)) refuseSaidByClient()
    const chosen = new Map([[group, sent as Chosen]])
    const pending = await pendingLaxerOfClient(unit, clientId, chosen)
    if (pending !== undefined) return pending
    const choose = () => chosenNow(unit, clientId, group, sent as Chosen)
    return change({ unit, clientId, sent, choose }, ...more)
  }
}

const saysForTheTenant = ({ byTenant, settings }: KeyedSettings, sent: Chosen): boolean =>
  byTenant || settings.some((one) => one.byTenant && chosenAt(sent, one.path) !== undefined)

/** Changes the settings of a group that were sent, and nothing else. */
export const changeSettings = <T extends SettingTree>(
  unit: Unit,
  clientId: string,
  group: SettingGroup<T>,
  sent: Sent<T>,
): Promise<ClientSetting | Pending> =>
  changing(group, ({ choose }) => choose())(unit, clientId, sent)

async function chosenNow(
  unit: Unit,
  clientId: string,
  group: KeyedSettings,
  sent: Chosen,
): Promise<ClientSetting> {
  const row = await choicesOf(unit, clientId, group)
  refuseNotYetInUse(group, sent)
  row.value = { ...chosenWith(group, row.value, sent) }
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
