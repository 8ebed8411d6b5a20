import { chosenAt, inForce, type Chosen, type SharedLevel } from '../../../domain/settings.ts'
import type { Topic } from '../../../domain/topics.ts'
import { SettingChoice } from '../../../entities/setting-choice.ts'
import { byField } from '../../../kernel/read/rows.ts'
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
  const settings = byField(settingsThatLoosen(unit), 'key')
  const isKept = ([key, after]: [string, unknown]) => {
    const setting = settings.get(key)
    return setting === undefined || !isLaxer({ setting, before: null, after })
  }
  return Object.fromEntries(Object.entries(chosen).filter(isKept))
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

const topicOf = (choices: readonly Choice[]): Topic | undefined =>
  choices.find((each) => isLaxer(each))?.setting.loosens?.topic

const isLaxer = ({ setting: { loosens }, before, after }: Choice): boolean =>
  loosens?.isLaxer(before ?? loosens.strictest, after ?? loosens.laxest) === true

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
  const before = await loosenedFor(unit, whom)
  if (!before.some((values) => hasStrict(unit, values))) return undefined
  const after = await withoutTrace(unit, async (shadow) => {
    goOn(shadow)
    const then = await change(shadow)
    await shadow.flush()
    return loosenedFor(shadow, [then])
  })
  return pendingLaxer(unit, comparedBy(unit, before, after), about)
}

/** The same of a change that is made: the topic by which it would take two, where it does. */
export async function takesTwoSince(
  unit: Unit,
  whom: Whom,
  change: () => Promise<void>,
): Promise<Topic | undefined> {
  const before = goesOn(unit) ? [] : await loosenedFor(unit, [whom])
  await change()
  if (!before.some((values) => hasStrict(unit, values))) return undefined
  await unit.flush()
  return topicOf(comparedBy(unit, before, await loosenedFor(unit, [whom])))
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
  return pendingLaxer(unit, comparedBy(unit, [following(from)], [following(to)]), about)
}

type Values = Chosen

/** Of each, by their keys, what may become laxer of what is in force for them. */
async function loosenedFor(unit: Unit, whom: readonly Whom[]): Promise<Values[]> {
  const groups = groupsThatLoosen(unit)
  const clientIds = [...new Set(whom.map(({ clientId }) => clientId))]
  const debtorIds = whom.flatMap(({ debtorId }) => debtorId ?? [])
  const found = await settingsInForce(unit, groups, clientIds, debtorIds)
  return whom.map(({ clientId, debtorId }) =>
    valuesBy(groups, (group, { path }) =>
      chosenAt(found.resolved(group, clientId, debtorId).values, path),
    ),
  )
}

/** Of those that not the tenant alone chooses. */
const loosening = ({ settings }: KeyedSettings): KeyedSetting[] =>
  settings.filter(({ loosens, levels }) => loosens !== null && levels.join() !== 'TENANT')

const settingsThatLoosen = (unit: Unit): KeyedSetting[] =>
  unit.runtime.registered.settings.flatMap(loosening)

/** Where nothing is strict nothing becomes laxer, and nothing has to be tried. */
const hasStrict = (unit: Unit, values: Values): boolean =>
  settingsThatLoosen(unit).some(({ key, loosens }) => loosens?.isLaxer(values[key], loosens.laxest))

const groupsThatLoosen = (unit: Unit): KeyedSettings[] =>
  unit.runtime.registered.settings.filter((group) => loosening(group).length > 0)

const valuesBy = (
  groups: readonly KeyedSettings[],
  valueOf: (group: KeyedSettings, setting: KeyedSetting) => unknown,
): Values =>
  Object.fromEntries(
    groups.flatMap((group) =>
      loosening(group).map((setting) => [setting.key, valueOf(group, setting)]),
    ),
  )

/** What each was, and what all of them come to. */
const comparedBy = (unit: Unit, before: readonly Values[], [after]: readonly Values[]): Choice[] =>
  before.flatMap((values) =>
    settingsThatLoosen(unit).map((setting) => {
      return { setting, before: values[setting.key], after: after?.[setting.key] }
    }),
  )
