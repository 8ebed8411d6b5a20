import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { onCreated } from '../domain/event-rules.ts'
import { lifeOfRequest, requestStatuses } from '../domain/automation/internal-request.ts'
import type { EffectRow } from '../domain/dual-control.ts'
import type { Topic } from '../domain/topics.ts'
import { anyId, idOf, principalId } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** What somebody has asked for that takes a second person, until that one asks for the same. */
export const InternalRequest = defineEntity({
  name: 'InternalRequest',
  ...tenantTable('internal_request', {
    clientColumn: 'client_id',
    secrets: ['payloadHash', 'effectHash'],
    references: { tenantId: 'tenant', clientId: 'client', renewsId: 'internal_request' },
    events: {
      INTERNAL_REQUEST: {
        means: [onCreated('opened'), ...lifeOfRequest.events('status')],
        rights: ['ReadInternalRequest'],
      },
    },
  }),
  properties: {
    ...identified('IQ'),
    topic: p.string().length(60).$type<Topic>(),
    subjectType: p.string().length(60),
    subjectId: anyId('I'),
    clientId: idOf('Client').nullable(),
    /** What was asked for, as the second has to ask for it; the journal does not know who reads it. */
    asked: p.json<Readonly<Record<string, unknown>>>().hidden(),
    payloadHash: p.string().length(64),
    /** What the verb would do, as it did when it was tried and taken back. */
    wouldDo: p.json<readonly EffectRow[]>().nullable().hidden(),
    effectHash: p.string().length(64).nullable(),
    /** The request for the same that has become another one by its effect. */
    renewsId: idOf('InternalRequest').nullable(),
    status: p.enum(requestStatuses),
    comment: p.string().length(1000).nullable(),
    requestedBy: principalId(),
    requestedByName: p.string().length(200),
    /** The right that opened the operation: asked for again when a second person agrees. */
    openedBy: p.string().length(120).nullable(),
    decidedBy: principalId().nullable(),
    decidedAt: p.datetime(3).nullable(),
    expiresAt: p.datetime(3),
    ...versioned,
  },
  indexes: [
    { name: 'internal_request_topic_index', properties: ['tenantId', 'topic', 'subjectId', 'id'] },
    { name: 'internal_request_of_topic_index', properties: ['tenantId', 'topic', 'id'] },
    { name: 'internal_request_status_index', properties: ['tenantId', 'status', 'id'] },
    { name: 'internal_request_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'internal_request_subject_index', properties: ['tenantId', 'subjectId', 'id'] },
    { name: 'internal_request_by_index', properties: ['tenantId', 'requestedBy', 'id'] },
    { name: 'internal_request_expires_index', properties: ['tenantId', 'expiresAt', 'id'] },
    {
      name: 'internal_request_open_index',
      expression: `create index internal_request_open_index on internal_request (tenant_id, expires_at) where status = 'OPEN'`,
    },
  ],
})
export type InternalRequest = InferEntity<typeof InternalRequest>
