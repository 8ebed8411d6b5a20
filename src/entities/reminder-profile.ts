import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { ownerTypes } from '../domain/bookkeeping/ledger.ts'
import { idOf, name } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** When debtors are reminded; the tenant's own is copied to each client. */
export const ReminderProfile = defineEntity({
  name: 'ReminderProfile',
  ...tenantTable('reminder_profile', {
    clientColumn: 'client_id',
    references: { tenantId: 'tenant', clientId: 'client' },
    events: {
      REMINDER_PROFILE: { means: ofRow(), rights: ['ReadReminderProfile', 'ReadReminderProfiles'] },
    },
  }),
  properties: {
    ...identified('RP'),
    ownerType: p.enum(ownerTypes),
    clientId: idOf('Client').nullable(),
    name: name(100),
    /** For each reminder, days after the due date. */
    reminderDays: p.array().columnType('int[]').$type<number[]>(),
    isDefault: p.boolean(),
    active: p.boolean(),
    ...versioned,
  },
  indexes: [
    {
      name: 'reminder_profile_owner_index',
      properties: ['tenantId', 'ownerType', 'clientId', 'id'],
    },
  ],
})
export type ReminderProfile = InferEntity<typeof ReminderProfile>
