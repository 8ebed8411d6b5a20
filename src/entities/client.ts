import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { identified, tenantTable, versioned } from './table.ts'

/** A business whose receivables the tenant manages. */
export const Client = defineEntity({
  name: 'Client',
  ...tenantTable('client', {
    id: 'Client',
    clientColumn: 'id',
    references: { tenantId: 'tenant' },
  }),
  properties: {
    ...identified,
    number: p.string().length(40),
    name: p.string().length(200),
    ...versioned,
  },
  uniques: [{ name: 'client_number_unique', properties: ['tenantId', 'number'] }],
})
export type Client = InferEntity<typeof Client>
