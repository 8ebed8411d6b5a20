import { z } from 'zod'
import { dualControlShape, isLaxer, type DualControl } from '../../domain/dual-control.ts'
import { secondTopics, topics, type Topic } from '../../domain/topics.ts'
import { setting, settingGroup, type Setting } from '../../kernel/read/setting.ts'

const control = z
  .string()
  .regex(dualControlShape, 'OFF, ALWAYS, or ABOVE: and an amount of the tenant’s currency')
  .meta({ example: 'ABOVE:10000' }) as unknown as z.ZodType<DualControl>

const loosened = (topic: Topic) => ({
  topic,
  isLaxer: (from: unknown, to: unknown) => isLaxer(from as DualControl, to as DualControl),
  strictest: 'ALWAYS',
  laxest: 'OFF',
})

/** What takes a second person; while it does, so does making it take none. */
export const dualControlSettings = settingGroup(
  'dualControl',
  null,
  Object.fromEntries(
    topics.map((topic) => [
      topic,
      setting(control, secondTopics[topic].usual, { levels: ['TENANT'], loosens: loosened(topic) }),
    ]),
  ) as Record<Topic, Setting<DualControl>>,
)
