import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { principalId, traceparent } from './columns.ts'
import { identified, inTenant, tenantTable } from './table.ts'

/** Messages for Temporal, which the relay sends after the commit. */
export const Outbox = defineEntity({
  name: 'Outbox',
  ...tenantTable('outbox', {
    shared: true,
    keptFor: [
      { since: 'done_at', days: 7, swept: true },
      // So long somebody may want to know what the engine never took.
      { since: 'dead_at', days: 90, swept: true },
    ],
  }),
  properties: {
    ...identified('OB'),
    kind: p.string().length(10),
    workflow: p.string().length(60),
    workflowId: p.string().length(300),
    signal: p.string().length(60).nullable(),
    input: p.json<Record<string, unknown>>(),
    attributes: p.json<Record<string, string>>(),
    /** Asked for by a call, and not by the work of the platform. */
    byCaller: p.boolean(),
    attempts: p.integer(),
    dueAt: p.datetime(3),
    doneAt: p.datetime(3).nullable(),
    deadAt: p.datetime(3).nullable(),
    lastError: p.text().nullable(),
    traceparent: traceparent(),
  },
  indexes: [
    {
      name: 'outbox_waiting_index',
      expression:
        'create index outbox_waiting_index on outbox (tenant_id, workflow, by_caller, due_at) where done_at is null and dead_at is null',
    },
    {
      name: 'outbox_done_index',
      expression: 'create index outbox_done_index on outbox (done_at) where done_at is not null',
    },
    {
      name: 'outbox_dead_index',
      expression: 'create index outbox_dead_index on outbox (dead_at) where dead_at is not null',
    },
  ],
})
export type Outbox = InferEntity<typeof Outbox>

/** The answer already given for an Idempotency-Key, kept for seven days. */
export const Idempotency = defineEntity({
  name: 'Idempotency',
  ...tenantTable('idempotency', {
    shared: true,
    secrets: ['fingerprint'],
    keptFor: [{ since: 'created_at', days: 7, swept: true }],
  }),
  properties: {
    ...inTenant,
    principalId: principalId().primary(),
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
  ...tenantTable('login_attempt', {
    shared: true,
    keptFor: [
      {
        since: `coalesce(failed_at[cardinality(failed_at)], '-infinity')`,
        days: 1,
        swept: true,
      },
    ],
  }),
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

/** How much each process let through lately, so that all of them keep to one rate. */
export const RateUse = defineEntity({
  name: 'RateUse',
  ...tenantTable('rate_use', { shared: true }),
  properties: {
    ...inTenant,
    process: p.string().length(36).primary(),
    taken: p.json<Record<string, number>>(),
    toldAt: p.datetime(3),
  },
})
export type RateUse = InferEntity<typeof RateUse>
