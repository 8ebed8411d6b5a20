/** The statements of the relay on the queue of deliveries: each takes or ends many at once. */

/**
 * For each subscription with something due, as many as it and its tenant have places for, the
 * oldest first. It begins after the last one that was looked at before, and looks at no more than
 * there are places for: however many wait, they have their turns one after the other. Tenants whose
 * places are taken are passed over as one.
 *
 * Every attempt is stored here before it is made; its log shows it when it has ended or takes
 * long. Parameters: subscriptions with other places than a new one, these places, those of a
 * new one, the same of tenants, how many in all, seconds of the lease, tenant and subscription that
 * it begins after, how many are looked at. The first columns say where it ended.
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
    order by q.due_at, q.log_id limit coalesce(known.free, $3) for update skip locked) d
), due as (
  select place from takeable
  left join unnest($4::int[], $5::int[]) as busy (tenant_id, free) using (tenant_id)
  where nth <= coalesce(busy.free, $6)
  order by due_at limit $7
), taken as (
  delete from webhook_queue where ctid = any (array (select place from due))
  returning tenant_id, log_id
), claimed as (
  select l.tenant_id, l.id, l.webhook_id, l.client_id, l.type, l.payload,
    t.webhook_workflows = 'ALWAYS' as by_workflow
  from taken join tenant t on t.tenant_id = taken.tenant_id
  join webhook_log l on l.tenant_id = taken.tenant_id and l.id = taken.log_id
), noted as (
  insert into webhook_attempt (tenant_id, log_id, number, client_id, kind, started_at, lease_until)
  select tenant_id, id, 1, client_id, 'AUTOMATIC', now(), now() + make_interval(secs => $8)
  from claimed where not by_workflow
), given as (
  update webhook_log l set status = 'SENDING', due_at = now() + make_interval(secs => $8)
  from claimed c where c.by_workflow and l.tenant_id = c.tenant_id and l.id = c.id
)
select walk.looked_at, last_tenant_id, last_webhook_id, c.*, w.url, w.key, w.former_key,
  w.former_key_until, w.custom_headers, w.secret_headers, coalesce(w.enabled, false) as enabled
from (select coalesce(max(looked_at), 0) as looked_at from waiting) walk
left join (select looked_at, tenant_id as last_tenant_id, webhook_id as last_webhook_id
  from waiting) last using (looked_at)
left join claimed c on true
left join webhook w on w.tenant_id = c.tenant_id and w.id = c.webhook_id`

/**
 * What came of first attempts; whatever did not succeed, or is a workflow's from the beginning,
 * gets the row that starts its process. Parameters are arrays, one element a delivery.
 */
export const endAttempts = `
with ended as (
  select * from unnest($1::int[], $2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::text[],
    $7::int[], $8::text[], $9::uuid[], $10::text[], $11::text[], $12::text[], $13::text[])
    as e (tenant_id, id, client_id, status, response_status, error, duration_ms, response,
      outbox_id, workflow_id, tenant, delivery, client)
), attempts as (
  update webhook_attempt a set ended_at = now(), lease_until = null,
    response_status = e.response_status, error = e.error, duration_ms = e.duration_ms,
    response = e.response
  from ended e
  where a.tenant_id = e.tenant_id and a.log_id = e.id and a.number = 1 and a.ended_at is null
  returning e.*, a.started_at
), logs as (
  update webhook_log l set status = a.status, response_status = a.response_status, error = a.error,
    delivered_at = case when a.status = 'DELIVERED' then now() end, automatic_attempts = 1,
    first_attempt_at = a.started_at, last_attempt_at = a.started_at
  from attempts a where l.tenant_id = a.tenant_id and l.id = a.id
), left_over as (
  select *, floor(extract(epoch from started_at) * 1000)::bigint as first_attempt_at from attempts
  where status <> 'DELIVERED'
  union all
  select *, null, null from ended where status = 'SENDING'
), started as (
  insert into outbox (tenant_id, id, kind, workflow, workflow_id, input, attributes, attempts,
    due_at)
  select tenant_id, outbox_id, 'start', 'webhookDelivery', workflow_id,
    jsonb_strip_nulls(jsonb_build_object('tenantId', tenant, 'entityId', delivery,
      'firstAttemptAt', first_attempt_at)),
    jsonb_strip_nulls(jsonb_build_object('RxTenant', tenant, 'RxEntityType', 'WebhookLog',
      'RxEntityId', delivery, 'RxStatus', status, 'RxClient', client)),
    0, now()
  from left_over
  returning 1
)
select pg_notify('receivables_outbox', '') from started limit 1`

/**
 * The log shows an attempt as under way once it has run for a while. Attempts that are just being
 * ended are skipped, so that neither waits for the other.
 */
export const markSlow = `
with slow as (
  select a.tenant_id, a.log_id, a.started_at from webhook_attempt a
  join webhook_log l on l.tenant_id = a.tenant_id and l.id = a.log_id and l.status || '' = 'QUEUED'
  where a.lease_until is not null and a.started_at < now() - make_interval(secs => $1)
  for update of a skip locked)
update webhook_log l set status = 'SENDING', automatic_attempts = 1,
  first_attempt_at = s.started_at, last_attempt_at = s.started_at
from slow s where l.tenant_id = s.tenant_id and l.id = s.log_id and l.status || '' = 'QUEUED'`

/** What was taken and not begun waits again, as if it had never been taken. */
export const requeue = `
with back as (
  delete from webhook_attempt a using unnest($1::int[], $2::uuid[]) as b (tenant_id, id)
  where a.tenant_id = b.tenant_id and a.log_id = b.id and a.number = 1 and a.ended_at is null
  returning a.tenant_id, a.log_id
), logs as (
  update webhook_log l set status = 'QUEUED', automatic_attempts = 0, first_attempt_at = null,
    last_attempt_at = null
  from back where l.tenant_id = back.tenant_id and l.id = back.log_id
    and l.status || '' = 'SENDING'
)
insert into webhook_queue (tenant_id, webhook_id, due_at, log_id)
select l.tenant_id, l.webhook_id, l.due_at, l.id
from back join webhook_log l on l.tenant_id = back.tenant_id and l.id = back.log_id`

/** Attempts whose process ended before they did; they count as unanswered. */
export const takeAbandoned = `
select tenant_id, log_id as id, client_id from webhook_attempt where lease_until < now()
order by lease_until limit $1 for update skip locked`
