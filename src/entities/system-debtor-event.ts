import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { systemDebtorEventTypes } from '../domain/debtors/system-debtor-event.ts'
import { businessDate, idOf, principalId, prose } from './columns.ts'
import { identified, tenantTable } from './table.ts'

/** What seldom happens to an identity; payments and reminders stand with their claims. */
export const SystemDebtorEvent = defineEntity({
  name: 'SystemDebtorEvent',
  ...tenantTable('system_debtor_event', {
    silent: true,
    immutable: [],
    boundMayWrite: 'what happens to their debtor stands at its identity',
    references: { systemDebtorId: 'system_debtor' },
  }),
  properties: {
    ...identified('SX'),
    systemDebtorId: idOf('SystemDebtor'),
    type: p.enum(systemDebtorEventTypes),
    date: businessDate(),
    text: prose(500),
    createdBy: principalId(),
    createdAt: p.datetime(3),
  },
  indexes: [
    {
      name: 'system_debtor_event_debtor_index',
      properties: ['tenantId', 'systemDebtorId', 'date', 'id'],
    },
    { name: 'system_debtor_event_date_index', properties: ['tenantId', 'date', 'id'] },
  ],
})
export type SystemDebtorEvent = InferEntity<typeof SystemDebtorEvent>
