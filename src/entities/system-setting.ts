import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { onCreated, onUpdated } from '../domain/event-rules.ts'
import { text } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** What the tenant chose of one setting; where nothing is chosen any more, its value is empty. */
export const SystemSetting = defineEntity({
  name: 'SystemSetting',
  ...tenantTable('system_setting', {
    steady: 'always',
    shared: true,
    // Its key is what people know it by, and what their requests name.
    trail: { entity: 'SystemSetting', key: 'key' },
    events: {
      SETTING: {
        means: [onCreated('chosen'), onUpdated('chosen')],
        rights: ['ReadSystemSetting'],
        shows: ['key'],
      },
    },
  }),
  properties: {
    ...identified('ST'),
    key: text(100, 'dates.dueDateRoll'),
    /** In a field of its own, since a column of JSON makes numbers of texts that look like some. */
    value: p.json<{ is: unknown }>().nullable(),
    ...versioned,
  },
  uniques: [{ name: 'system_setting_key_unique', properties: ['tenantId', 'key'] }],
})
export type SystemSetting = InferEntity<typeof SystemSetting>
