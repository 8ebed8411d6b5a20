/** What should have gone on by itself long ago, as the relay finds it across all tenants. */
export interface Standstill {
  /** What waits, in an operator's words. */
  what: string
  /** Each tenant who has such: how many, and since when. */
  sql: string
}

const waiting = (table: string, since: string, where: string, longerThan: string) =>
  `select tenant_id, count(*)::int as count, min(${since}) as since from ${table}
    where ${where} and ${since} < now() - interval '${longerThan}' group by tenant_id`

/** By the name that its errand has for ever. */
export const standstills: Readonly<Record<string, Standstill>> = {
  messages: {
    what: 'messages wait for Temporal',
    sql: waiting(
      'outbox',
      'uuid_extract_timestamp(id)',
      'done_at is null and dead_at is null',
      '15 minutes',
    ),
  },
  'messages-refused': {
    what: 'messages were refused by Temporal and are sent no more',
    sql: waiting('outbox', 'dead_at', 'dead_at is not null', '0 minutes'),
  },
  activations: {
    what: 'activations of invoices wait for what is away',
    sql: waiting(
      'invoice_activation',
      'created_at',
      `ended_at is null and status in ('WAITING', 'RUNNING')`,
      '15 minutes',
    ),
  },
  notices: {
    what: 'notices of assignment are not sent',
    sql: waiting('document', 'updated_at', `distribution_status = 'QUEUED'`, '1 hour'),
  },
  invitations: {
    what: 'invitations are not mailed',
    sql: waiting(
      'user_invitation',
      'created_at',
      `status = 'PENDING' and sent_at is null`,
      '15 minutes',
    ),
  },
  tasks: {
    what: 'background tasks make no progress',
    sql: waiting('background_task', 'updated_at', `status in ('QUEUED', 'RUNNING')`, '30 minutes'),
  },
  jobs: {
    what: 'daily jobs are not done',
    sql: waiting('job_run', 'started_at', `status in ('WAITING', 'RUNNING')`, '3 hours'),
  },
  schedules: {
    what: 'schedules of its own are not kept',
    sql: waiting('schedule', 'next_run_at', 'enabled', '15 minutes'),
  },
  'schedule-runs': {
    what: 'what schedules make is not sent',
    sql: waiting('schedule_run', 'updated_at', `status in ('QUEUED', 'PRODUCED')`, '1 hour'),
  },
  onboardings: {
    what: 'clients are not taken on',
    sql: waiting(
      'client c',
      'created_at',
      `status = 'ONBOARDING' and not exists (select from onboarding_step s
        where s.tenant_id = c.tenant_id and s.client_id = c.id and s.status = 'FAILED')`,
      '30 minutes',
    ),
  },
  decisions: {
    what: 'decisions on financing are not worked on',
    sql: waiting(
      'factoring_decision',
      'updated_at',
      `status in ('PENDING', 'READY_FOR_DECISION')`,
      '15 minutes',
    ),
  },
}
