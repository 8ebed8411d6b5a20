import { z } from 'zod'
import { dueDateRolls } from '../../domain/dates.ts'
import { setting, settingGroup } from '../../kernel/read/setting.ts'

/** Who owes or is billed has no say in it. */
const ofProviders = {
  levels: ['TEMPLATE', 'SERVICE_PROVIDER', 'INSTANCE_PROVIDER', 'TENANT'],
} as const

/** How days are counted. */
export const datesSettings = settingGroup('dates', null, {
  /** How a due date on a bank holiday moves. */
  dueDateRoll: setting(z.enum(dueDateRolls), 'FOLLOWING', ofProviders),
})
