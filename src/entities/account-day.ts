import { defineEntity, type InferEntity } from '@mikro-orm/core'
import { amount, businessDate, idOf } from './columns.ts'
import { inTenant, tenantTable } from './table.ts'

/**
 * What the postings of one day add up to on an account, by the day they were recorded on: any
 * earlier balance is a sum of these, however many postings there are.
 */
export const AccountDay = defineEntity({
  name: 'AccountDay',
  ...tenantTable('account_day', {
    clientColumn: 'client_id',
    silent: true,
    immutable: ['amount'],
    references: { accountId: 'bookkeeping_account' },
  }),
  properties: {
    ...inTenant,
    accountId: idOf('BookkeepingAccount').primary(),
    date: businessDate().primary(),
    /** In UTC, as instants are asked for. */
    recordedOn: businessDate().primary(),
    clientId: idOf('Client').nullable(),
    amount: amount(),
  },
})
export type AccountDay = InferEntity<typeof AccountDay>
