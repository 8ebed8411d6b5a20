import { z } from 'zod'
import { moduleCodes, type ModuleCode } from '../../../domain/system/modules.ts'
import { setting, settingGroup, type Setting } from '../../../kernel/read/setting.ts'

const isOn = { enabled: setting(z.boolean(), true, { levels: ['TENANT'] }) }

/** Which parts of the platform the tenant uses. The rest is refused before its body is read. */
export const moduleSettings = settingGroup(
  'modules',
  null,
  Object.fromEntries(moduleCodes.map((code) => [code, isOn])) as Record<
    ModuleCode,
    { enabled: Setting<boolean> }
  >,
)
