import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { idOf, ownId, text } from './columns.ts'
import { eventsOfDebtor } from './debtor-sees.ts'
import { identified, inTenant, tenantTable } from './table.ts'

/** Who changed what, when, from what to what. Written by the kernel in the change's own transaction. */
export const Changelog = defineEntity({
  name: 'Changelog',
  ...tenantTable('changelog', { clientColumn: 'client_id', record: true }),
  properties: {
    ...inTenant,
    /** First in the key: of one thing all that ever changed is read, by the id of each change. */
    entityId: text(200, 'U01K9ZV3Q7M2T8W4X6Y0A1B2C3D').primary(),
    id: ownId('CL'),
    entity: text(60, 'User'),
    action: p.string().length(10),
    /** Of a row that appears or goes its state; else each field that changed, from what to what. */
    changes: p.json<Record<string, unknown>>().columnType('json'),
    clientId: idOf('Client').nullable(),
    principalKind: p.string().length(20),
    principalId: p.string(),
    principalName: p.string(),
    requestId: p.string().nullable(),
    workflowId: p.string().nullable(),
    at: p.datetime(3),
  },
  // All changes of settings are listed together, among many more of other things.
  indexes: [
    {
      name: 'changelog_settings_index',
      expression: `create index changelog_settings_index on changelog (tenant_id, id) where entity = 'SystemSetting'`,
    },
  ],
})
export type Changelog = InferEntity<typeof Changelog>

/** Something that happened, in the words of the trade. */
export const Event = defineEntity({
  name: 'Event',
  ...tenantTable('event', {
    clientColumn: 'client_id',
    debtorColumn: 'debtor_id',
    debtorSees: eventsOfDebtor,
    record: true,
  }),
  properties: {
    ...identified('EV'),
    type: p.string().length(60),
    name: p.string().length(60),
    subjectType: p.string().length(60),
    subjectId: p.string().length(200),
    clientId: idOf('Client').nullable(),
    debtorId: idOf('Debtor').nullable(),
    /** Of its subject after it. */
    version: p.integer().nullable(),
    /** The fields that changed, of what was there before and after. */
    changed: p.json<string[]>().columnType('json').nullable(),
    /** What its family tells of its subject, where it tells anything. */
    data: p.json<Record<string, unknown>>().columnType('json').nullable(),
    occurredAt: p.datetime(3),
  },
})
export type Event = InferEntity<typeof Event>

/** Messages for Temporal, which the relay sends after the commit. */
export const Outbox = defineEntity({
  name: 'Outbox',
  ...tenantTable('outbox', { shared: true }),
  properties: {
    ...identified('OB'),
    kind: p.string().length(10),
    workflow: p.string().length(60),
    workflowId: p.string().length(300),
    signal: p.string().length(60).nullable(),
    input: p.json<Record<string, unknown>>(),
    attributes: p.json<Record<string, string>>(),
    attempts: p.integer(),
    dueAt: p.datetime(3),
    doneAt: p.datetime(3).nullable(),
    deadAt: p.datetime(3).nullable(),
    lastError: p.text().nullable(),
  },
  indexes: [
    {
      name: 'outbox_waiting_index',
      expression:
        'create index outbox_waiting_index on outbox (due_at) where done_at is null and dead_at is null',
    },
    {
      name: 'outbox_done_index',
      expression: 'create index outbox_done_index on outbox (done_at) where done_at is not null',
    },
  ],
})
export type Outbox = InferEntity<typeof Outbox>

/** The answer already given for an Idempotency-Key, kept for seven days. */
export const Idempotency = defineEntity({
  name: 'Idempotency',
  ...tenantTable('idempotency', { shared: true }),
  properties: {
    ...inTenant,
    principalId: p.string().primary(),
    operation: p.string().length(120).primary(),
    key: p.string().length(255).primary(),
    fingerprint: p.string().length(64),
    status: p.integer(),
    body: p.text().nullable(),
    location: p.text().nullable(),
    secret: p.boolean(),
    createdAt: p.datetime(3),
  },
  indexes: [{ name: 'idempotency_age_index', properties: ['createdAt'] }],
})
export type Idempotency = InferEntity<typeof Idempotency>

/** When logins failed lately, per account and per address, so that guessing is bounded. */
export const LoginAttempt = defineEntity({
  name: 'LoginAttempt',
  ...tenantTable('login_attempt', { shared: true }),
  properties: {
    ...inTenant,
    subject: p.string().length(300).primary(),
    failedAt: p.array().columnType('timestamptz[]'),
  },
  indexes: [
    {
      name: 'login_attempt_last_index',
      expression: `create index login_attempt_last_index on login_attempt (coalesce(failed_at[cardinality(failed_at)], '-infinity'))`,
    },
  ],
})
export type LoginAttempt = InferEntity<typeof LoginAttempt>
