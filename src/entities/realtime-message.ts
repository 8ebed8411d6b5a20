import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { identified, tenantTable } from './table.ts'

/** A word sent over the realtime channel by hand, to see that it arrives. */
export const RealtimeMessage = defineEntity({
  name: 'RealtimeMessage',
  ...tenantTable('realtime_message', {
    id: 'RealtimeMessage',
    clientColumn: 'client_id',
    debtorColumn: 'debtor_id',
    immutable: [],
    references: { tenantId: 'tenant', clientId: 'client' },
  }),
  properties: {
    ...identified,
    clientId: p.string().nullable(),
    debtorId: p.string().nullable(),
    text: p.string().length(500),
    createdAt: p.datetime(3),
  },
})
export type RealtimeMessage = InferEntity<typeof RealtimeMessage>
