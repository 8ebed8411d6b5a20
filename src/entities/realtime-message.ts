import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { onCreated } from '../domain/event-rules.ts'
import { idOf, prose } from './columns.ts'
import { identified, tenantTable } from './table.ts'

/** A word sent over the realtime channel by hand, to see that it arrives. */
export const RealtimeMessage = defineEntity({
  name: 'RealtimeMessage',
  ...tenantTable('realtime_message', {
    clientColumn: 'client_id',
    debtorColumn: 'debtor_id',
    immutable: [],
    references: { tenantId: 'tenant', clientId: 'client' },
    onMove: { stays: 'It was sent' },
    events: {
      REALTIME: {
        means: [onCreated('test')],
        rights: ['GenerateRealtimeToken'],
        shows: ['text'],
        toDebtor: () => true,
      },
    },
  }),
  properties: {
    ...identified('RM'),
    clientId: idOf('Client').nullable(),
    debtorId: idOf('Debtor').nullable(),
    text: prose(500),
    createdAt: p.datetime(3),
  },
})
export type RealtimeMessage = InferEntity<typeof RealtimeMessage>
