import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import type { Topic } from '../domain/topics.ts'
import { businessDate, principalId } from './columns.ts'
import { inTenant, tenantTable } from './table.ts'

/** How much somebody did on a day without a second person, where more than an amount takes one. */
export const DoneAlone = defineEntity({
  name: 'DoneAlone',
  ...tenantTable('done_alone', {
    silent: true,
    references: { tenantId: 'tenant' },
    keptFor: [{ since: 'day', by: 'date', days: 7 }],
  }),
  properties: {
    ...inTenant,
    day: businessDate().primary(),
    topic: p.string().length(60).$type<Topic>().primary(),
    /** What all of it is part of: the id of a client or account, else of the tenant. */
    partOf: p.string().length(60).primary(),
    doneBy: principalId().primary(),
    /** In the tenant's currency. */
    worth: p.bigint(),
  },
  indexes: [],
})
export type DoneAlone = InferEntity<typeof DoneAlone>
