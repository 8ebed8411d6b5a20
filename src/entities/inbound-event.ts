import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { onBecoming, onCreated, onUpdated } from '../domain/event-rules.ts'
import { inboundKinds, inboundStatuses } from '../domain/webhooks/inbound.ts'
import { anyId, idOf } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** An event of another system: stored as it came, and applied once, as soon as that is possible. */
export const InboundEvent = defineEntity({
  name: 'InboundEvent',
  ...tenantTable('inbound_event', {
    clientColumn: 'client_id',
    references: { tenantId: 'tenant', clientId: 'client' },
    events: {
      INBOUND_EVENT: {
        means: [
          onCreated('received'),
          ...onBecoming('status', { APPLIED: 'applied' }),
          onUpdated('updated'),
        ],
        rights: ['ReadWebhookRequestLog'],
      },
    },
  }),
  properties: {
    ...identified('IE'),
    kind: p.enum(inboundKinds),
    /** The sender's own id of it; an event that is sent twice counts once. */
    externalId: p.string().length(200),
    /** Whose sender it was, the tenant's or a client's: each counts its own ids. */
    ownerId: anyId('C.'),
    /** The client it is about, where that is known. */
    clientId: idOf('Client').nullable(),
    subjectId: p.string().length(200).nullable(),
    status: p.enum(inboundStatuses),
    payload: p.json<Record<string, unknown>>(),
    receivedFrom: p.string().length(60),
    appliedAt: p.datetime(3).nullable(),
    /** Why it could not be applied when that was last tried. */
    error: p.string().length(1000).nullable(),
    ...versioned,
  },
  uniques: [
    { name: 'inbound_event_unique', properties: ['tenantId', 'kind', 'externalId', 'ownerId'] },
  ],
  indexes: [
    { name: 'inbound_event_kind_index', properties: ['tenantId', 'kind', 'id'] },
    { name: 'inbound_event_status_index', properties: ['tenantId', 'status', 'id'] },
    { name: 'inbound_event_external_index', properties: ['tenantId', 'externalId', 'id'] },
    { name: 'inbound_event_subject_index', properties: ['tenantId', 'subjectId', 'id'] },
    { name: 'inbound_event_client_index', properties: ['tenantId', 'clientId', 'id'] },
  ],
})
export type InboundEvent = InferEntity<typeof InboundEvent>
