import { z } from 'zod'
import { setting, settingGroup } from '../../kernel/read/setting.ts'

export const debtorsSettings = settingGroup('debtors', null, {
  /** Whether it takes two people to move a debtor to another client, or to merge two. */
  moveTakesTwo: setting(z.boolean(), false, { levels: ['TENANT'] }),
})
