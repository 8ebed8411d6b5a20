import { platformUuid } from '../domain/id-forms.ts'
import { standingNow } from './access/may-still-act.ts'
import { rightsOfFamilies } from './webhooks/statements.ts'

/** What should have gone on by itself long ago, as the relay finds it across all tenants. */
export interface Standstill {
  /** What waits, in an operator's words. */
  what: string
  /** Each tenant who has such: how many, and since when or which. */
  sql: string
}

const waiting = (table: string, since: string, where: string, longerThan: string) =>
  `select tenant_id, count(*)::int as count, min(${since}) as since from ${table}
    where ${where} and ${since} < now() - interval '${longerThan}' group by tenant_id`

/** What somebody left behind does nothing once they may not do it: which of it, at most twenty. */
const left = (tables: string, where: string, by: Parameters<typeof standingNow>[0]) =>
  `select l.tenant_id, count(*)::int as count, null::timestamptz as since,
    (array_agg(l.id order by l.id))[:20] as ids
   from ${tables} left join lateral (${standingNow(by)}) maker on true
   where ${where} and not coalesce(maker.lives and maker.holds, false) group by l.tenant_id`

/** The kind that is nobody's: without workers nothing goes on for any tenant. */
export const absence = 'workers'

/** When a worker was last seen, where none has been for a minute. */
export const workersAbsent = `select seen_at as since
  from (select max(seen_at) as seen_at from part_seen where part = 'worker') seen
  where coalesce(seen_at, '-infinity') < now() - interval '1 minute'`

/** All kinds, for which there are errands. */
export const kindsOfStandstill = () => [...Object.keys(standstills), absence]

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
  automations: {
    what: 'automations wait for what is away',
    sql: waiting('automation_run', 'created_at', 'ended_at is null', '15 minutes'),
  },
  deliveries: {
    what: 'events wait to be sent to subscriptions, whose receivers answer too slowly or not',
    sql: waiting('webhook_queue', 'due_at', 'true', '15 minutes'),
  },
  // The first attempt has ended within 15 s, and the other one follows in ten.
  retries: {
    what: 'automatic retries of deliveries are late',
    sql: waiting('webhook_log', 'last_attempt_at', `astray = 'RETRYING'`, '40 seconds'),
  },
  notices: {
    what: 'notices are not sent',
    sql: waiting('document', 'updated_at', `distribution_status = 'QUEUED'`, '1 hour'),
  },
  'payment-requests': {
    what: 'payment requests are out of time, and nobody knows how they ended',
    sql: waiting(
      'payment_request',
      'expires_at',
      `status in ('CREATED', 'SENT', 'PENDING')`,
      '1 hour',
    ),
  },
  'payment-requests-unsent': {
    what: 'payment requests are not given to their rails',
    sql: waiting('payment_request', 'updated_at', `status = 'CREATED'`, '15 minutes'),
  },
  // The job that gathers them runs on the days of banks, of which the longest pause has four.
  payouts: {
    what: 'payouts are past their day, and no batch takes them along',
    sql: waiting('payout', 'planned_date::timestamptz', `status = 'CREATED'`, '6 days'),
  },
  'payout-batches': {
    what: 'payout batches are past their day, and not authorized or not exported',
    sql: waiting(
      'payout_batch',
      'execution_date::timestamptz',
      `status in ('CREATED', 'AUTHORIZED')`,
      '2 days',
    ),
  },
  returns: {
    what: 'returns of payments are agreed to, and nobody has sent them',
    sql: waiting(
      'payment_return r',
      'updated_at',
      `(status = 'AUTHORIZED' or status = 'RETURNED' and not exists (select from payout p
        where p.tenant_id = r.tenant_id and p.return_id = r.id))`,
      '6 days',
    ),
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
  subscriptions: {
    what: 'subscriptions send nothing, for whoever saved them may not receive it any more',
    sql: left(
      `webhook l left join (values ${rightsOfFamilies}) family (type, rights) using (type)`,
      `l.enabled and l.saved_by is distinct from '${platformUuid}'`,
      {
        tenant: 'l.tenant_id',
        principal: 'l.saved_by',
        rights: `coalesce(family.rights, '{}')`,
        client: 'l.client_id',
      },
    ),
  },
  'invitations-left': {
    what: 'invitations cannot be accepted, for whoever sent them may invite nobody any more',
    sql: left(
      'user_invitation l join user_account u on u.tenant_id = l.tenant_id and u.id = l.user_id',
      `l.status = 'PENDING' and l.invited_by <> '${platformUuid}'`,
      {
        tenant: 'l.tenant_id',
        principal: 'l.invited_by',
        rights: 'case when l.opened_by is not null then array[l.opened_by::text] end',
        client: 'u.client_id',
      },
    ),
  },
  'decisions-late': {
    what: 'decisions on financing wait longer than the hours of their status',
    sql: `select d.tenant_id, count(*)::int as count, min(moved_at) as since,
        (array_agg(d.id order by d.id))[:20] as ids
      from factoring_decision d
      join credit_decision_status s on s.tenant_id = d.tenant_id and s.number::text = sub_status_id
      cross join lateral (
        select coalesce((history -> -1 ->> 'at')::timestamptz, requested_at) as moved_at) m
      where d.status <> 'DECIDED' and moved_at < now() - make_interval(hours => s.sla_hours)
      group by d.tenant_id`,
  },
}
