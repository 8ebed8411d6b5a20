import { chosenAt, inForce, type Chosen, type SharedLevel } from '../../../domain/settings.ts'
import type { Topic } from '../../../domain/topics.ts'
import { SettingChoice } from '../../../entities/setting-choice.ts'
import { chosenAmong } from '../../../kernel/read/setting.ts'
import { settingsInForce } from '../../../kernel/read/settings-in-force.ts'
import {
  goesOn,
  goOn,
  requireSecond,
  type Pending,
  type SecondNeeded,
} from '../../../kernel/write/pending.ts'
import type { KeyedSetting, KeyedSettings } from '../../../kernel/write/registered.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { withoutTrace } from '../../../kernel/write/without-trace.ts'

/** What a setting was and will be; null where another level says it, which is not known of all. */
export interface Choice {
  setting: KeyedSetting
  before: unknown
  after: unknown
}

/** By their keys, what of choices loosens nothing, whatever another level says. */
export function withoutLaxer(unit: Unit, chosen: Chosen): Chosen {
  const settings = new Map(
    groupsThatLoosen(unit).flatMap((group) => group.settings.map((each) => [each.key, each])),
  )
  const isLaxer = (key: string, value: unknown) => {
    const loosens = settings.get(key)?.loosens
    return loosens?.isLaxer(loosens.strictest, value) === true
  }
  return Object.fromEntries(Object.entries(chosen).filter(([key, value]) => !isLaxer(key, value)))
}

type About = Pick<SecondNeeded, 'subject' | 'payload'>

/**
 * What takes two people, or guards money, is loosened by two. Asked under the lock of its level.
 * That nothing is loosened yet is no matter: what is said here holds whatever is said beyond.
 */
export function pendingLaxer(
  unit: Unit,
  choices: readonly Choice[],
  about: About,
): Pending | undefined {
  const topic = topicOf(choices)
  return topic === undefined ? undefined : requireSecond(unit, { ...about, topic, isState: true })
}

function topicOf(choices: readonly Choice[]): Topic | undefined {
  const isLooser = ({ setting: { loosens }, before, after }: Choice) =>
    loosens?.isLaxer(before ?? loosens.strictest, after ?? loosens.laxest)
  return choices.find((each) => isLooser(each))?.setting.loosens?.topic
}

/** For whom settings are in force: a client, or a debtor of it. */
interface Whom {
  clientId: string
  debtorId?: string
}

/**
 * Where what a verb changes may make something laxer for somebody without anybody choosing it, as
 * whom they follow, or by what they take on: it is tried, and what is in force for each of them
 * before is compared with what all of them come to.
 */
export async function pendingWhereLaxer(
  unit: Unit,
  about: About,
  whom: readonly Whom[],
  change: (by: Unit) => Promise<Whom>,
): Promise<Pending | undefined> {
  if (goesOn(unit)) return undefined
  const before: Values[] = []
  for (const each of whom) before.push(await loosenedFor(unit, each))
  if (!before.some((values) => hasStrict(unit, values))) return undefined
  const after = await withoutTrace(unit, async (shadow) => {
    goOn(shadow)
    const then = await change(shadow)
    await shadow.flush()
    return loosenedFor(shadow, then)
  })
  const compared = before.flatMap((values) => comparedBy(unit, values, after))
  return pendingLaxer(unit, compared, about)
}

/** The same of a change that is made: the topic by which it would take two, where it does. */
export async function takesTwoSince(
  unit: Unit,
  whom: Whom,
  change: () => Promise<void>,
): Promise<Topic | undefined> {
  const before = goesOn(unit) ? {} : await loosenedFor(unit, whom)
  await change()
  if (!hasStrict(unit, before)) return undefined
  await unit.flush()
  return topicOf(comparedBy(unit, before, await loosenedFor(unit, whom)))
}

/** Where all who have chosen nothing nearer follow one instead of another from now on. */
export async function pendingLaxerInstead(
  unit: Unit,
  about: About,
  level: SharedLevel,
  { from, to }: { from: string; to: string },
): Promise<Pending | undefined> {
  const groups = groupsThatLoosen(unit)
  const rows = await unit.all(SettingChoice, { targetId: [from, to] })
  const beyond = await settingsInForce(unit, groups)
  const following = (targetId: string): Values => {
    const value = rows.find((row) => row.targetId === targetId)?.value ?? {}
    const said = (group: KeyedSettings, setting: KeyedSetting) => {
      const usual = chosenAt(beyond.resolved(group).values, setting.path)
      return inForce({ ...setting, usual }, { [level]: chosenAmong(group, value) }).value
    }
    return valuesBy(groups, said)
  }
  return pendingLaxer(unit, comparedBy(unit, following(from), following(to)), about)
}

type Values = Chosen

/** By their keys, what may become laxer of what is in force for them. */
async function loosenedFor(unit: Unit, { clientId, debtorId }: Whom): Promise<Values> {
  const groups = groupsThatLoosen(unit)
  const debtorIds = debtorId === undefined ? [] : [debtorId]
  const found = await settingsInForce(unit, groups, [clientId], debtorIds)
  return valuesBy(groups, (group, { path }) =>
    chosenAt(found.resolved(group, clientId, debtorId).values, path),
  )
}

/** Of those that not the tenant alone chooses. */
const settingsThatLoosen = ({ settings }: KeyedSettings) =>
  settings.filter(({ loosens, levels }) => loosens !== null && levels.join() !== 'TENANT')

/** Where nothing is strict nothing becomes laxer, and nothing has to be tried. */
const hasStrict = (unit: Unit, values: Values): boolean =>
  groupsThatLoosen(unit)
    .flatMap(settingsThatLoosen)
    .some(({ key, loosens }) => loosens?.isLaxer(values[key], loosens.laxest))

const groupsThatLoosen = (unit: Unit): KeyedSettings[] =>
  unit.runtime.registered.settings.filter((group) => settingsThatLoosen(group).length > 0)

const valuesBy = (
  groups: readonly KeyedSettings[],
  valueOf: (group: KeyedSettings, setting: KeyedSetting) => unknown,
): Values =>
  Object.fromEntries(
    groups.flatMap((group) =>
      settingsThatLoosen(group).map((setting) => [setting.key, valueOf(group, setting)]),
    ),
  )

const comparedBy = (unit: Unit, before: Values, after: Values): Choice[] =>
  groupsThatLoosen(unit)
    .flatMap(settingsThatLoosen)
    .map((setting) => ({ setting, before: before[setting.key], after: after[setting.key] }))
