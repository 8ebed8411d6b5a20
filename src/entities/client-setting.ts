import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { settingKinds } from '../domain/clients/client.ts'
import { idOf } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** A client's choices of one kind of settings; the schema of the kind says which there are. */
export const ClientSetting = defineEntity({
  name: 'ClientSetting',
  ...tenantTable('client_setting', {
    steady: 'always',
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
  indexes: [
    {
      name: 'client_setting_review_index',
      expression: `create index client_setting_review_index on client_setting
        (tenant_id, (value ->> 'nextReviewAt')) where kind = 'COMPLIANCE'`,
    },
  ],
  uniques: [{ name: 'client_setting_kind_unique', properties: ['tenantId', 'clientId', 'kind'] }],
})
export type ClientSetting = InferEntity<typeof ClientSetting>
