import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { lifeOfPayout, payoutStatuses } from '../domain/payouts/payout.ts'
import { amount, businessDate, currency, idOf, principalId } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** Money on its way from a client account to the client. */
export const Payout = defineEntity({
  name: 'Payout',
  ...tenantTable('payout', {
    clientColumn: 'client_id',
    references: { clientId: 'client', clientAccountId: 'client_account' },
    events: {
      PAYOUT: {
        means: [...lifeOfPayout.events('status'), ...ofRow()],
        rights: ['ReadPayout', 'ReadPayouts'],
      },
    },
  }),
  properties: {
    ...identified('PO'),
    clientId: idOf('Client'),
    clientAccountId: idOf('ClientAccount'),
    amount: amount(),
    currency: currency(),
    plannedDate: businessDate(),
    reference: p.string().length(60),
    status: p.enum(payoutStatuses),
    createdBy: principalId(),
    ...versioned,
  },
  indexes: [
    { name: 'payout_account_index', properties: ['tenantId', 'clientAccountId', 'id'] },
    {
      name: 'payout_open_index',
      expression: `create index payout_open_index on payout (tenant_id, client_id) where status in ('CREATED', 'BLOCKED')`,
    },
  ],
})
export type Payout = InferEntity<typeof Payout>
