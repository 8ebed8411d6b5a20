import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { settingKinds } from '../domain/clients/client.ts'
import { idOf } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** One kind of settings of a client; what it may hold is a schema of its kind. */
export const ClientSetting = defineEntity({
  name: 'ClientSetting',
  ...tenantTable('client_setting', {
    clientColumn: 'client_id',
    references: { clientId: 'client' },
    events: { CLIENT: { means: ofRow('settings') } },
  }),
  properties: {
    ...identified('CS'),
    clientId: idOf('Client'),
    kind: p.enum(settingKinds),
    value: p.json<Record<string, unknown>>(),
    ...versioned,
  },
  uniques: [{ name: 'client_setting_kind_unique', properties: ['tenantId', 'clientId', 'kind'] }],
})
export type ClientSetting = InferEntity<typeof ClientSetting>
