import { requireSecond, type Pending, type SecondNeeded } from '../../../kernel/write/pending.ts'
import type { KeyedSetting } from '../../../kernel/write/registered.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** What a setting was and will be; null where another level says it, which is not known of all. */
export interface Choice {
  setting: KeyedSetting
  before: unknown
  after: unknown
}

type About = Pick<SecondNeeded, 'subject' | 'payload'>

/** What takes two people, or guards money, is loosened by two. Asked under the lock of its level. */
export function pendingLaxer(
  unit: Unit,
  choices: readonly Choice[],
  about: About,
): Pending | undefined {
  const isLooser = ({ setting: { loosens }, before, after }: Choice) =>
    loosens?.isLaxer(before ?? loosens.strictest, after ?? loosens.laxest)
  const topic = choices.find((each) => isLooser(each))?.setting.loosens?.topic
  return topic === undefined ? undefined : requireSecond(unit, { ...about, topic, isState: true })
}
