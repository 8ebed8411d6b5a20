import { z } from 'zod'
import { hidesBalanceDetails } from '../../activities/system/settings/hides-balance-details.ts'
import {
  changeTenantSetting,
  changeTenantSettingInput,
  tenantSetting,
  tenantSettings,
  type TenantSetting,
} from '../../activities/system/settings/tenant-settings.ts'
import { SystemSetting } from '../../entities/system-setting.ts'
import { schemaOfSetting, settingShape, showSetting } from '../../behaviours/settings.ts'
import { instant, version } from '../../kernel/read/fields.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const SettingView = z
  .object({
    ...settingShape,
    schema: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Which values it takes, as a JSON Schema.' }),
    /** Of the tenant's choice: none where it never chose. */
    version: version.nullable(),
    updatedAt: instant.nullable(),
  })
  .meta({ id: 'SystemSetting' })

const show = (found: TenantSetting) => ({
  ...showSetting(found),
  schema: schemaOfSetting(found.setting),
  version: found.row?.version ?? null,
  updatedAt: found.row?.updatedAt.toISOString() ?? null,
})

export default {
  listSystemSettings: operation('GET /system-setting', 'ReadSystemSetting', {
    summary: 'List the settings that the tenant can choose',
    returns: z.object({ data: z.array(SettingView) }).meta({ id: 'SystemSettings' }),
    shows: (all: TenantSetting[]) => ({ data: all.map(show) }),
  }).handle(({ unit }) => tenantSettings(unit)),

  readSystemSetting: operation('GET /system-setting/{key}', 'ReadSystemSetting', {
    summary: 'Read a setting of the tenant, and whether it chose it',
    returns: SettingView,
    shows: show,
  }).handle(({ unit, params }) => tenantSetting(unit, params.key)),

  updateSystemSetting: operation('PUT /system-setting/{key}', 'UpdateSystemSetting', {
    summary: 'Choose a setting for the whole tenant; null takes the choice back',
    names: { entity: SystemSetting },
    confirms: true,
    body: changeTenantSettingInput,
    returns: SettingView,
    shows: show,
    refuses: ['SETTING_NOT_OF_LEVEL', 'NOT_YET_IN_USE'],
  }).handle(({ unit, params, body }) => changeTenantSetting(unit, params.key, body)),

  readWhetherBalanceDetailsAreHidden: operation(
    'GET /system-setting/hide-balance-details/enabled',
    'ReadInvoices',
    {
      summary: 'Read whether portals show of a balance the total alone',
      returns: z.object({ enabled: z.boolean() }).meta({ id: 'HideBalanceDetails' }),
    },
  ).handle(({ unit }) => hidesBalanceDetails(unit)),
} satisfies Room
