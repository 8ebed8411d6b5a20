import { z } from 'zod'
import { setting, settingGroup } from '../../../kernel/read/setting.ts'

/** What portals show of a claim. */
export const portalSettings = settingGroup('portal', null, {
  /** The total alone, and not of what it consists. */
  hideBalanceDetails: setting(z.boolean(), false, { levels: ['TENANT'] }),
})
