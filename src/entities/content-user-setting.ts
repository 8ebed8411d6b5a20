import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { idOf, shaped } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** How a person likes to see a kind of content: columns, filters, order. */
export const ContentUserSetting = defineEntity({
  name: 'ContentUserSetting',
  ...tenantTable('content_user_setting', {
    boundMayWrite: 'they have views of their own as well',
    references: { userId: 'user_account' },
    owner: { entity: 'User', key: 'userId' },
    pointsAt: { content_user_setting_unique: ['type'] },
    events: { USER: { means: ofRow('view') } },
  }),
  properties: {
    ...identified('CU'),
    userId: idOf('User'),
    type: shaped(100, {
      pattern: /^[A-Za-z][\w.-]{0,99}$/,
      says: 'A letter, then letters, digits, _, . and -',
      example: 'invoices',
    }),
    value: p.json<Record<string, unknown>>(),
    ...versioned,
  },
  uniques: [{ name: 'content_user_setting_unique', properties: ['tenantId', 'userId', 'type'] }],
})
export type ContentUserSetting = InferEntity<typeof ContentUserSetting>
