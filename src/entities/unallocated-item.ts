import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { itemStatuses } from '../domain/bookkeeping/unallocated.ts'
import { amount, currency, idOf } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/**
 * Money that came in and is placed on nothing yet: what the account UNALLOCATED controls. Whose it
 * is, nobody may know.
 */
export const UnallocatedItem = defineEntity({
  name: 'UnallocatedItem',
  ...tenantTable('unallocated_item', {
    clientColumn: 'client_id',
    references: { clientId: 'client' },
  }),
  properties: {
    ...identified('UA'),
    clientId: idOf('Client').nullable(),
    /** What came in. */
    amount: amount(),
    /** What of it is not placed. */
    open: amount(),
    currency: currency(),
    status: p.enum(itemStatuses),
    /** That of the event that brought it, by which what takes from it names it. */
    sourceKey: p.string().length(200),
    openedById: idOf('FinancialEvent'),
    /** What placed the last of it, or took it back. */
    endedById: idOf('FinancialEvent').nullable(),
    ...versioned,
  },
  uniques: [{ name: 'unallocated_item_source_unique', properties: ['tenantId', 'sourceKey'] }],
  indexes: [
    { name: 'unallocated_item_status_index', properties: ['tenantId', 'status', 'id'] },
    { name: 'unallocated_item_client_index', properties: ['tenantId', 'clientId', 'id'] },
  ],
})
export type UnallocatedItem = InferEntity<typeof UnallocatedItem>
