import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { identified, tenantTable, versioned } from './table.ts'

/** What another system told us: kept as it came, applied once, or kept until it can be. */
export const InboundEvent = defineEntity({
  name: 'InboundEvent',
  ...tenantTable('inbound_event', { id: 'InboundEvent', references: { tenantId: 'tenant' } }),
  properties: {
    ...identified,
    kind: p.enum([
      'AML_MONITORING_RESULT',
      'SYNC_PAYMENT_COMPLETE',
      'SYNC_VOUCHER_COMPLETE',
      'SIGNATURE_EVENT',
      'PAYMENT_REQUEST_COMPLETE',
    ]),
    /** The sender's own id of it: told twice, it counts once. */
    externalId: p.string().length(200),
    subjectId: p.string().length(200).nullable(),
    status: p.enum(['APPLIED', 'KEPT']),
    payload: p.json<Record<string, unknown>>(),
    receivedFrom: p.string().length(60),
    appliedAt: p.datetime(3).nullable(),
    ...versioned,
  },
  uniques: [{ name: 'inbound_event_unique', properties: ['tenantId', 'kind', 'externalId'] }],
  indexes: [
    { name: 'inbound_event_status_index', properties: ['tenantId', 'status', 'id'] },
    { name: 'inbound_event_created_index', properties: ['tenantId', 'createdAt', 'id'] },
  ],
})
export type InboundEvent = InferEntity<typeof InboundEvent>
