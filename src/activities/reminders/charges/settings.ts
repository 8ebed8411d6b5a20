import { z } from 'zod'
import { setting, settingGroup } from '../../../kernel/read/setting.ts'

const ofTenant = { levels: ['TENANT'] } as const

/** Which steps the daily routine takes by itself; what it leaves out a person does. */
export const billingRoutineSettings = settingGroup('billingRoutine', null, {
  generate: setting(z.boolean(), true, ofTenant),
  /** What a list has priced; what a person entered waits for another. */
  authorize: setting(z.boolean(), true, ofTenant),
  bill: setting(z.boolean(), true, ofTenant),
  bookkeep: setting(z.boolean(), true, ofTenant),
  export: setting(z.boolean(), true, ofTenant),
})
