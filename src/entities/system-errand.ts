import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow, onCreated } from '../domain/event-rules.ts'
import { errandStatuses, errandTypes, severities, lifeOfErrand } from '../domain/system/errand.ts'
import { anyId, idOf, prose, text, principalId } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** Work that the system leaves for people: what went wrong, with what, and what to do about it. */
export const SystemErrand = defineEntity({
  name: 'SystemErrand',
  ...tenantTable('system_errand', {
    clientColumn: 'client_id',
    references: { tenantId: 'tenant', clientId: 'client' },
    events: {
      ERRAND: {
        means: [...lifeOfErrand.events('status'), onCreated('opened'), ...ofRow()],
        rights: ['ReadSystemErrand', 'ReadSystemErrands'],
      },
    },
  }),
  properties: {
    ...identified('SE'),
    type: p.enum(errandTypes),
    subjectType: text(60, 'Invoice'),
    subjectId: text(60, 'I06D7ZCEWYHZ8N17900DG7H8PR4'),
    clientId: idOf('Client').nullable(),
    severity: p.enum(severities),
    status: p.enum(errandStatuses),
    title: text(200, 'The debtor has no e-mail address: 2026-0001'),
    assigneeId: anyId('U').nullable(),
    dueAt: p.datetime(3).nullable(),
    suggestion: p.json<Record<string, unknown>>().nullable(),
    data: p.json<Record<string, unknown>>(),
    /** The same cause opens the same errand again. */
    dedupeKey: p.string().length(200),
    comment: prose(1000).nullable(),
    ...versioned,
  },
  uniques: [{ name: 'system_errand_dedupe_unique', properties: ['tenantId', 'dedupeKey'] }],
  indexes: [
    { name: 'system_errand_type_index', properties: ['tenantId', 'type', 'id'] },
    { name: 'system_errand_status_index', properties: ['tenantId', 'status', 'id'] },
    // The words behind the id pass over what has another, without its row.
    {
      name: 'system_errand_severity_index',
      properties: ['tenantId', 'severity', 'id', 'type', 'status'],
    },
    // One of the two is asked for, and the other sorted by.
    { name: 'system_errand_type_status_index', properties: ['tenantId', 'type', 'status', 'id'] },
    {
      name: 'system_errand_type_severity_index',
      properties: ['tenantId', 'type', 'severity', 'id'],
    },
    {
      name: 'system_errand_status_severity_index',
      properties: ['tenantId', 'status', 'severity', 'id', 'type'],
    },
    { name: 'system_errand_subject_index', properties: ['tenantId', 'subjectId', 'id'] },
    { name: 'system_errand_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'system_errand_assignee_index', properties: ['tenantId', 'assigneeId', 'id'] },
  ],
})
export type SystemErrand = InferEntity<typeof SystemErrand>

/** What happened to an errand, one line each. */
export const ErrandEvent = defineEntity({
  name: 'ErrandEvent',
  ...tenantTable('errand_event', {
    clientColumn: 'client_id',
    silent: true,
    immutable: [],
    references: { errandId: 'system_errand' },
  }),
  properties: {
    ...identified('EE'),
    errandId: idOf('SystemErrand'),
    clientId: idOf('Client').nullable(),
    type: text(40, 'OPENED'),
    text: prose(1000),
    data: p.json<Record<string, unknown>>(),
    createdBy: principalId(),
    createdAt: p.datetime(3),
  },
  indexes: [{ name: 'errand_event_errand_index', properties: ['tenantId', 'errandId', 'id'] }],
})
export type ErrandEvent = InferEntity<typeof ErrandEvent>
