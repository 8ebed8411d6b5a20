import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { isBound } from '../../../domain/access/scope.ts'
import { notFound } from '../../../domain/refusal.ts'
import {
  chosenAt,
  entitiesOfLevels,
  type Chosen,
  type SettingSource,
  type SharedLevel,
} from '../../../domain/settings.ts'
import { Debtor } from '../../../entities/debtor.ts'
import { DebtorSetting, SettingChoice } from '../../../entities/setting-choice.ts'
import { acceptedValue } from '../../../kernel/read/setting.ts'
import { settingsInForce } from '../../../kernel/read/settings-in-force.ts'
import { loadInPlace } from '../../../kernel/write/hold.ts'
import { lockKey } from '../../../kernel/write/lock-key.ts'
import type { Pending, SecondNeeded } from '../../../kernel/write/pending.ts'
import type { KeyedSetting } from '../../../kernel/write/registered.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { pendingLaxer } from './loosened.ts'
import { isMeant, pointerTo, settingSent, settingsOfLevel, type Which } from './setting-named.ts'

export interface ShownChoice {
  setting: KeyedSetting
  value: unknown
  source: SettingSource
}

/** Null takes a choice back. */
export const changeSwitchesInput = z.strictObject({
  settings: z.record(z.string().max(100), z.boolean().nullable()).meta({
    example: { 'invoice.yourReferenceRequired': true },
    description: 'Switches by the keys of their settings; null takes back what was chosen.',
  }),
})

/** Of many templates or providers at once: what was chosen for each, or else what the tenant says. */
export async function choicesOf(
  unit: Unit,
  level: SharedLevel,
  targetIds: readonly string[],
  which: Which = 'ALL',
): Promise<(targetId: string) => ShownChoice[]> {
  const meant = settingsOfLevel(unit, level).filter(isMeant[which])
  const groups = [...new Set(meant.map(({ group }) => group))]
  const [rows, found] = await Promise.all([
    unit.all(SettingChoice, { targetId: [...targetIds] }),
    settingsInForce(unit, groups),
  ])
  const byTarget = new Map(rows.map((row) => [row.targetId, row.value]))
  return (targetId) =>
    meant.map(({ group, setting }) => {
      const own = byTarget.get(targetId) ?? {}
      if (setting.key in own) return { setting, value: own[setting.key], source: level }
      return beyond(found.resolved(group), setting)
    })
}

function beyond(
  { values, sources }: { values: Chosen; sources: Readonly<Record<string, SettingSource>> },
  setting: KeyedSetting,
): ShownChoice {
  const source = sources[setting.path.join('.')] ?? 'DEFAULT'
  return { setting, value: chosenAt(values, setting.path), source }
}

/** Chooses for all who follow a template, a provider or an identity: all that is sent, or nothing. */
export async function changeChoices(
  unit: Unit,
  level: SharedLevel,
  targetId: string,
  sent: Chosen,
  which: Which = 'ALL',
): Promise<Pending | undefined> {
  if (isBound(unit.scope)) return notFound()
  await lockKey(unit, 'setting', targetId)
  const row = await unit.find(SettingChoice, { targetId })
  const before = row?.value ?? {}
  const value = merged(unit, level, before, sent, which)
  const pending = pendingLaxerAt(unit, subjectAt(level, targetId), before, sent)
  if (pending !== undefined) return pending
  if (row === null) unit.add(SettingChoice, { level, targetId, value })
  else if (!isDeepStrictEqual(row.value, value)) row.value = value
  await unit.flush()
  return undefined
}

/** Takes back what was chosen of a setting. */
export async function clearChoice(
  unit: Unit,
  targetId: string,
  key: string,
): Promise<Pending | undefined> {
  if (isBound(unit.scope)) return notFound()
  const sent = { [key]: null }
  await lockKey(unit, 'setting', targetId)
  const row = await unit.find(SettingChoice, { targetId })
  if (row === null || !Object.hasOwn(row.value, key)) return notFound()
  const pending = pendingLaxerAt(unit, subjectAt(row.level, targetId), row.value, sent)
  if (pending !== undefined) return pending
  const { [key]: _, ...others } = row.value
  row.value = others
  return undefined
}

const subjectAt = (level: SharedLevel, id: string) => ({
  type: entitiesOfLevels[level],
  id,
  clientId: null,
})

const settingsAmong = (unit: Unit, sent: Chosen): KeyedSetting[] =>
  unit.runtime.registered.settings.flatMap(({ settings }) =>
    settings.filter(({ key }) => Object.hasOwn(sent, key)),
  )

/** Where a level has chosen nothing, others say what holds, and not the same for all who follow. */
function pendingLaxerAt(
  unit: Unit,
  subject: SecondNeeded['subject'],
  before: Chosen,
  sent: Chosen,
): Pending | undefined {
  const choices = settingsAmong(unit, sent).map((setting) => {
    const { key } = setting
    return { setting, before: before[key], after: sent[key] }
  })
  return pendingLaxer(unit, choices, { subject, payload: { settings: sent } })
}

/** The switches of a debtor, with the level that says each. */
export async function switchesOfDebtor(unit: Unit, debtorId: string): Promise<ShownChoice[]> {
  refuseDebtor(unit)
  const { clientId } = await unit.load(Debtor, debtorId)
  const meant = settingsOfLevel(unit, 'DEBTOR').filter(isMeant.FLAGS)
  const groups = [...new Set(meant.map(({ group }) => group))]
  const found = await settingsInForce(unit, groups, [clientId], [debtorId])
  return meant.map(({ group, setting }) =>
    beyond(found.resolved(group, clientId, debtorId), setting),
  )
}

export async function changeSwitchesOfDebtor(
  unit: Unit,
  debtorId: string,
  sent: Chosen,
): Promise<ShownChoice[] | Pending> {
  refuseDebtor(unit)
  await lockKey(unit, 'setting', debtorId)
  const { clientId } = await loadInPlace(unit, Debtor, debtorId)
  const row = await unit.find(DebtorSetting, { debtorId })
  const before = row?.value ?? {}
  const value = merged(unit, 'DEBTOR', before, sent, 'FLAGS')
  const subject = { type: 'Debtor', id: debtorId, clientId }
  const pending = pendingLaxerAt(unit, subject, before, sent)
  if (pending !== undefined) return pending
  if (row === null) unit.add(DebtorSetting, { debtorId, clientId, value })
  else if (!isDeepStrictEqual(row.value, value)) row.value = value
  await unit.flush()
  return switchesOfDebtor(unit, debtorId)
}

/** How others deal with them is not for debtors to know. */
function refuseDebtor({ scope }: Unit): void {
  if (scope.debtorId !== null) notFound()
}

function merged(
  unit: Unit,
  level: SharedLevel | 'DEBTOR',
  before: Chosen,
  sent: Chosen,
  which: Which,
): Record<string, unknown> {
  const after = { ...before }
  for (const [key, value] of Object.entries(sent)) {
    const { setting } = settingSent(unit, key, level, which)
    if (value === null && which === 'FLAGS') delete after[key]
    else after[key] = acceptedValue(setting, value, pointerTo(key))
  }
  return after
}
