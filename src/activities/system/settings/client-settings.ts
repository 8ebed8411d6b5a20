import { z } from 'zod'
import { notFound, Refusal } from '../../../domain/refusal.ts'
import { chosenAt, withChoice, type Chosen, type SettingSource } from '../../../domain/settings.ts'
import { Client } from '../../../entities/client.ts'
import { ClientSetting } from '../../../entities/client-setting.ts'
import { acceptedValue } from '../../../kernel/read/setting.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import { settingsInForce } from '../../../kernel/read/settings-in-force.ts'
import { lockKey } from '../../../kernel/write/lock-key.ts'
import { Pending } from '../../../kernel/write/pending.ts'
import type { KeyedSetting, KeyedSettings } from '../../../kernel/write/registered.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { pendingLaxer } from './loosened.ts'
import {
  isMeant,
  pointerTo,
  settingNamed,
  settingSent,
  settingsOfLevel,
  type Which,
} from './setting-named.ts'

export interface SettingsOfClient {
  clientId: string
  settings: { setting: KeyedSetting; value: unknown; source: SettingSource }[]
}

/** The settings of a client by their keys, each with the level that says it. */
export async function settingsOfClient(
  unit: Unit,
  clientId: string,
  which: Which,
): Promise<SettingsOfClient> {
  const of = await settingsAmong(unit, [await unit.load(Client, clientId)], which)
  return of(clientId)
}

/** The same of many clients, in one statement. */
export const settingsOfClients = (unit: Unit, clients: readonly Client[]) =>
  settingsAmong(unit, clients, 'ALL')

async function settingsAmong(
  unit: Unit,
  clients: readonly Client[],
  which: Which,
): Promise<(clientId: string) => SettingsOfClient> {
  const meant = settingsOfLevel(unit, 'CLIENT').filter(isMeant[which])
  const groups = [...new Set(meant.map(({ group }) => group))]
  const clientIds = clients.map(({ id }) => id)
  const found = await settingsInForce(unit, groups, clientIds)
  return (clientId) => {
    const settings = meant.map(({ group, setting }) => {
      const { values, sources } = found.resolved(group, clientId)
      const value = chosenAt(values, setting.path)
      return { setting, value, source: sources[setting.path.join('.')] ?? 'DEFAULT' }
    })
    return { clientId, settings }
  }
}

/** Each key has a type of its own, which the registry of settings holds. */
export const changeSettingsInput = z.strictObject({
  settings: z.record(z.string().max(100), z.unknown()).meta({
    example: { 'invoice.roundTotal': true },
    description: 'Values by the keys of their settings.',
  }),
})
export const changeFlagsInput = z.strictObject({
  settings: z.record(z.string().max(100), z.boolean()).meta({
    example: { 'invoice.roundTotal': true },
    description: 'Switches by the keys of their settings.',
  }),
})

/** Changes settings of a client by their keys: all that are sent, or none. */
export async function changeSettingsOfClient(
  unit: Unit,
  clientId: string,
  sent: Chosen,
  which: Which,
): Promise<SettingsOfClient | Pending> {
  await unit.load(Client, clientId)
  const byGroup = new Map<KeyedSettings, Chosen>()
  for (const [key, value] of Object.entries(sent)) {
    const { group, setting } = settingSent(unit, key, 'CLIENT', which)
    const accepted = acceptedValue(setting, value, pointerTo(key))
    byGroup.set(group, withChoice(byGroup.get(group) ?? {}, setting.path, accepted))
  }
  // Of all that is sent together: each verb asks for its own group alone.
  const pending = await pendingLaxerOfClient(unit, clientId, byGroup)
  if (pending !== undefined) return pending
  // In the order of their areas, which is that of what their verbs hold.
  for (const group of unit.runtime.registered.settings) {
    const chosen = byGroup.get(group)
    const changed = chosen === undefined ? null : await change(unit, clientId, group, chosen)
    if (changed instanceof Pending) return changed
  }
  await unit.flush()
  return settingsOfClient(unit, clientId, which)
}

/** Of what is chosen for a client, by group: asked by whatever writes its choices. */
export async function pendingLaxerOfClient(
  unit: Unit,
  clientId: string,
  sent: ReadonlyMap<KeyedSettings, Chosen>,
): Promise<Pending | undefined> {
  const loosened = [...sent].flatMap(([group, chosen]) =>
    group.settings.flatMap((setting) => {
      const after = setting.loosens === null ? undefined : chosenAt(chosen, setting.path)
      return after === undefined ? [] : [{ group, setting, after }]
    }),
  )
  if (loosened.length === 0) return undefined
  await unit.load(Client, clientId)
  await lockKey(unit, 'setting', clientId)
  const rows = await rowsOf(unit, ClientSetting, { clientId: [clientId] }, ['kind', 'value'])
  const choices = loosened.map(({ group, ...each }) => {
    const own = rows.find(({ kind }) => kind === group.kind)?.value ?? {}
    return { ...each, before: chosenAt(own, each.setting.path) }
  })
  return pendingLaxer(unit, choices, {
    subject: { type: 'Client', id: clientId, clientId },
    payload: Object.fromEntries([...sent].map(([{ name }, chosen]) => [name, chosen])),
  })
}

/** By the verb of its kind; what that refuses stands under the key that was sent. */
async function change(
  unit: Unit,
  clientId: string,
  group: KeyedSettings,
  chosen: Chosen,
): Promise<ClientSetting | Pending> {
  try {
    return await unit.runtime.registered.changeChoices[kindIn(group)](unit, clientId, chosen)
  } catch (error) {
    if (!(error instanceof Refusal) || error.facts.errors === undefined) throw error
    const errors = error.facts.errors.map((fault) => ({
      ...fault,
      pointer: pointerIn(group, fault.pointer),
    }))
    throw new Refusal(error.code, { ...error.facts, errors })
  }
}

function pointerIn({ settings }: KeyedSettings, pointer: string): string {
  const about = settings.find(({ path }) => `${pointer}/`.startsWith(`/${path.join('/')}/`))
  if (about === undefined) return pointer
  return pointerTo(about.key) + pointer.slice(about.path.join('/').length + 1)
}

function kindIn({ name, kind }: KeyedSettings): NonNullable<KeyedSettings['kind']> {
  if (kind === null) throw new Error(`clients choose nothing of ${name}`)
  return kind
}

/** Takes back what a client chose: from here on it is what the next level says. */
export async function clearSettingOfClient(
  unit: Unit,
  clientId: string,
  key: string,
): Promise<Pending | undefined> {
  await unit.load(Client, clientId)
  const { group, setting } = settingNamed(unit, key, 'CLIENT')
  await lockKey(unit, 'setting', clientId)
  const row = await unit.find(ClientSetting, { clientId, kind: kindIn(group) })
  if (row === null || chosenAt(row.value, setting.path) === undefined) return notFound()
  // A group without a kind is what the levels beyond the client say.
  const beyond = { ...group, kind: null }
  const { values } = (await settingsInForce(unit, [beyond], [clientId])).resolved(beyond, clientId)
  const value = chosenAt(values, setting.path)
  const after = withChoice({}, setting.path, value)
  // It must be allowed to become what it will be.
  const changed = await change(unit, clientId, group, after)
  if (changed instanceof Pending) return changed
  changed.value = { ...withChoice(changed.value, setting.path, undefined) }
  return undefined
}
