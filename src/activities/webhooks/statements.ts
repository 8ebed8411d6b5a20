import { platformUuid } from '../../domain/id-forms.ts'
import { families } from '../../entities/events.ts'
import { standingNow } from '../access/may-still-act.ts'
import type { Receiver } from './headers-for.ts'

/** Whether whoever saved a subscription `w` receives a family now. */
const saverOf = (family: string) => `left join (values ${rightsOfFamilies}) family (type, rights)
  on family.type = ${family}
left join lateral (${standingNow({
  tenant: 'w.tenant_id',
  principal: 'w.saved_by',
  rights: `coalesce(family.rights, '{}')`,
  client: 'w.client_id',
})}) saver on w.id is not null`

const toReceiver = `w.url, w.key, w.former_key, w.former_key_until, w.custom_headers,
  w.secret_headers, coalesce(w.enabled, false) as enabled,
  coalesce(w.saved_by = '${platformUuid}' or saver.lives and saver.holds, false) as is_received`

/** The statements of the relay on the queue of deliveries: each takes or ends many at once. */

export const rightsOfFamilies = [...families.values()]
  .map(({ type, rights }) => `('${type}', array['${rights.join(`', '`)}'])`)
  .join(', ')

/**
 * For each subscription with something due, as many as it and its tenant have places for, the
 * oldest first. It begins after the last one that was looked at before, and looks at no more than
 * there are places for: however many wait, they have their turns one after the other, and so have
 * the tenants among them. Tenants whose places are taken are passed over as one. Only what is taken
 * is held: what another process takes at the same moment is missed, and looked for again.
 *
 * All that is taken of a tenant is noted in one row, before any of it is posted; a log shows its
 * attempt when that has ended or takes long. Parameters: subscriptions with other places than a
 * new one, these places, those of a new one, the same of tenants, how many in all, seconds of the
 * lease, tenant and subscription that it begins after, how many are looked at, the id of what is
 * taken. The first columns say where it ended; what is known of a subscription and a
 * family stands in one row.
 */
export const claimDue = `
with recursive waiting as (
  (select 1 as looked_at, tenant_id, webhook_id from webhook_queue
    where (tenant_id, webhook_id) > ($9, $10) order by tenant_id, webhook_id limit 1)
  union all
  select w.looked_at + 1, next.tenant_id, next.webhook_id from waiting w cross join lateral (
    (select tenant_id, webhook_id from webhook_queue
      where (tenant_id, webhook_id) > (w.tenant_id, w.webhook_id)
        and coalesce(($5::int[])[array_position($4::int[], w.tenant_id)], $6) > 0
      order by tenant_id, webhook_id limit 1)
    union all
    (select tenant_id, webhook_id from webhook_queue where tenant_id > w.tenant_id
        and coalesce(($5::int[])[array_position($4::int[], w.tenant_id)], $6) <= 0
      order by tenant_id, webhook_id limit 1)) next
  where w.looked_at < $11
), takeable as (
  select d.*, row_number() over (partition by d.tenant_id order by d.due_at) as nth
  from waiting w
  left join unnest($1::uuid[], $2::int[]) as known (webhook_id, free) using (webhook_id)
  cross join lateral (
    select q.ctid as place, q.tenant_id, q.due_at from webhook_queue q
    where q.tenant_id = w.tenant_id and q.webhook_id = w.webhook_id
      and q.due_at <= now() + interval '1 second'
    order by q.due_at, q.log_id limit least(coalesce(known.free, $3), $7)) d
), due as (
  select place from takeable
  left join unnest($4::int[], $5::int[]) as busy (tenant_id, free) using (tenant_id)
  where nth <= coalesce(busy.free, $6)
  order by nth, due_at limit $7
), held as (
  select ctid as place from webhook_queue where ctid = any (array (select place from due))
  for update skip locked
), taken as (
  delete from webhook_queue where ctid = any (array (select place from held))
  returning tenant_id, webhook_id, log_id
), claimed as (
  select l.tenant_id, l.id, l.webhook_id, l.client_id, l.type, l.event_id,
    t.webhook_workflows = 'ALWAYS' as by_workflow,
    row_number() over (partition by taken.tenant_id, taken.webhook_id, l.type) = 1 as tells
  from taken join tenant t on t.tenant_id = taken.tenant_id
  join webhook_log l on l.tenant_id = taken.tenant_id and l.id = taken.log_id
), noted as (
  insert into webhook_taken (tenant_id, id, log_ids, started_at, lease_until)
  select tenant_id, $12, array_agg(id), now(), now() + make_interval(secs => $8)
  from claimed where not by_workflow group by tenant_id
), given as (
  update webhook_log l set status = 'SENDING', due_at = now() + make_interval(secs => $8)
  from claimed c where c.by_workflow and l.tenant_id = c.tenant_id and l.id = c.id
)
select walk.looked_at, walk.missed, last_tenant_id, last_webhook_id,
  now()::timestamptz(3)::text as started_at, c.*, p.payload, p.traceparent, ${toReceiver}
from (select coalesce(max(looked_at), 0) as looked_at,
  ((select count(*) from due) - (select count(*) from held))::int as missed from waiting) walk
left join (select looked_at, tenant_id as last_tenant_id, webhook_id as last_webhook_id
  from waiting) last using (looked_at)
left join claimed c on true
left join webhook_payload p on p.tenant_id = c.tenant_id and p.event_id = c.event_id
left join webhook w on c.tells and w.tenant_id = c.tenant_id and w.id = c.webhook_id
${saverOf('c.type')}`

/** What one attempt sends, whom to, and the last one that was made; the tenant and the delivery. */
export const whatToSend = `
select p.payload, a.number as last_number, a.ended_at as last_ended_at, l.client_id, ${toReceiver}
from webhook_log l
left join webhook_payload p on p.tenant_id = l.tenant_id and p.event_id = l.event_id
left join webhook_attempt a on a.tenant_id = l.tenant_id and a.log_id = l.id
  and a.number = greatest(l.automatic_attempts + l.manual_attempts, 1)
left join webhook w on w.tenant_id = l.tenant_id and w.id = l.webhook_id
${saverOf('l.type')}
where l.tenant_id = $1 and l.id = $2`

export interface ToSend extends Omit<Receiver, 'tenant_id' | 'id' | 'webhook_id' | 'url'> {
  /** None where the subscription is gone. */
  url: string | null
  payload: string | null
  enabled: boolean
  is_received: boolean
  last_number: number | null
  last_ended_at: Date | null
  [column: string]: unknown
}

/**
 * What came of first attempts; whatever did not succeed, or is a workflow's from the beginning,
 * gets the row that starts its process. A log that shows the end of its first attempt keeps it.
 * Parameters are arrays: twelve of an element a delivery, then two of what was taken and is over.
 */
export const endAttempts = `
with ended as (
  select * from unnest($1::int[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[],
    $6::int[], $7::text[], $8::int[], $9::text[], $10::uuid[], $11::text[],
    $12::text[])
    as e (tenant_id, id, client_id, started_at, status, response_status, error, duration_ms,
      response, outbox_id, workflow_id, traceparent)
), logs as (
  update webhook_log l set status = e.status, response_status = e.response_status, error = e.error,
    delivered_at = case when e.status = 'DELIVERED' then now() end, automatic_attempts = 1,
    first_attempt_at = e.started_at, last_attempt_at = e.started_at
  from ended e
  where l.tenant_id = e.tenant_id and l.id = e.id and e.status <> 'SENDING'
    and l.status in ('QUEUED', 'SENDING') and l.manual_attempts = 0
  returning e.*
), attempts as (
  insert into webhook_attempt (tenant_id, log_id, number, client_id, kind, started_at, ended_at,
    response_status, error, duration_ms, response)
  select tenant_id, id, 1, client_id, 'AUTOMATIC', started_at, now(), response_status, error,
    duration_ms, response
  from logs
), over as (
  delete from webhook_taken t using unnest($13::int[], $14::uuid[]) as o (tenant_id, id)
  where t.tenant_id = o.tenant_id and t.id = o.id
), left_over as (
  select *, floor(extract(epoch from started_at) * 1000)::bigint as first_attempt_at,
    ceil(extract(epoch from now()) * 1000)::bigint as ended_at from logs
  where status <> 'DELIVERED'
  union all
  select *, null, null from ended where status = 'SENDING'
), started as (
  insert into outbox (tenant_id, id, kind, workflow, workflow_id, input, attributes, by_caller,
    attempts, due_at, traceparent)
  select tenant_id, outbox_id, 'start', 'webhookDelivery', workflow_id,
    jsonb_strip_nulls(jsonb_build_object('tenantId', tenant_text(tenant_id),
      'entityId', id_text(id),
      'status', status,
      'answer', coalesce(response_status::text, error),
      'firstAttemptAt', first_attempt_at,
      'endedAt', ended_at,
      'followed', true)),
    jsonb_strip_nulls(jsonb_build_object('RxTenant', tenant_text(tenant_id),
      'RxEntityType', 'WebhookLog', 'RxEntityId', id_text(id), 'RxStatus', status,
      'RxClient', id_text(client_id))),
    false, 0, now(), traceparent
  from left_over
  returning 1
)
select pg_notify('receivables_outbox', '') from started limit 1`

/**
 * The log shows an attempt as under way once it has run for a while. Those that are just being
 * ended are skipped, so that neither waits for the other.
 */
export const markSlow = `
with slow as (
  select l.tenant_id, l.id, t.started_at
  from webhook_taken t cross join lateral unnest(t.log_ids) as taken (log_id)
  join webhook_log l on l.tenant_id = t.tenant_id and l.id = taken.log_id
  where t.started_at < now() - make_interval(secs => $1) and l.status = 'QUEUED'
  for update of l skip locked)
update webhook_log l set status = 'SENDING', automatic_attempts = 1,
  first_attempt_at = s.started_at, last_attempt_at = s.started_at
from slow s where l.tenant_id = s.tenant_id and l.id = s.id`

/**
 * What was taken and not begun waits again, as if it had never been taken; what somebody else has
 * ended meanwhile does not. Parameters: three arrays of an element a delivery, its tenant, its id
 * and that of what it was taken in.
 */
export const requeue = `
with held as (
  select t.tenant_id, t.id, t.log_ids from webhook_taken t
  where (t.tenant_id, t.id) in (select * from unnest($1::int[], $3::uuid[])) for update
), back as (
  select held.tenant_id, held.id, b.log_id
  from unnest($1::int[], $2::uuid[], $3::uuid[]) as b (tenant_id, log_id, taken_id)
  join held on held.tenant_id = b.tenant_id and held.id = b.taken_id
    and b.log_id = any (held.log_ids)
), kept as (
  update webhook_taken t set log_ids = array (select unnest(t.log_ids) except
    select log_id from back where back.tenant_id = t.tenant_id and back.id = t.id)
  from (select distinct tenant_id, id from back) b
  where t.tenant_id = b.tenant_id and t.id = b.id
), logs as (
  update webhook_log l set status = 'QUEUED', automatic_attempts = 0, first_attempt_at = null,
    last_attempt_at = null
  from back where l.tenant_id = back.tenant_id and l.id = back.log_id and l.status = 'SENDING'
)
insert into webhook_queue (tenant_id, webhook_id, due_at, log_id)
select l.tenant_id, l.webhook_id, l.due_at, l.id
from back join webhook_log l on l.tenant_id = back.tenant_id and l.id = back.log_id`

/**
 * What is left of deliveries whose process ended before they did, for whoever asks to end: their
 * attempts count as unanswered. Parameters: how many times something was taken, seconds of the new
 * lease.
 */
export const takeAbandoned = `
with abandoned as (
  select tenant_id, id from webhook_taken where lease_until < now()
  order by lease_until limit $1 for update skip locked
), taken as (
  update webhook_taken t set lease_until = now() + make_interval(secs => $2)
  from abandoned a where t.tenant_id = a.tenant_id and t.id = a.id
  returning t.*
)
select t.tenant_id, t.id as taken_id, t.started_at::text as started_at, l.id, l.client_id
from taken t cross join lateral unnest(t.log_ids) as of (log_id)
left join webhook_log l on l.tenant_id = t.tenant_id and l.id = of.log_id
  and l.status in ('QUEUED', 'SENDING') and l.manual_attempts = 0`
