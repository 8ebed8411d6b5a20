/** The statements of the relay on the table of deliveries: each takes or ends many at once. */

/**
 * For each subscription with something due, as many as it and its tenant have places for, the
 * oldest first. Every attempt is written down here, before it is made. Parameters: subscriptions
 * with other places than a new one, these places, those of a new one, the same of tenants, how
 * many in all, seconds of the lease.
 */
export const claimDue = `
with recursive waiting as (
  (select tenant_id, webhook_id from webhook_log where status = 'QUEUED'
    order by tenant_id, webhook_id limit 1)
  union all
  select next.tenant_id, next.webhook_id from waiting w cross join lateral (
    select tenant_id, webhook_id from webhook_log
    where status = 'QUEUED' and (tenant_id, webhook_id) > (w.tenant_id, w.webhook_id)
    order by tenant_id, webhook_id limit 1) next
), takeable as (
  select d.*, row_number() over (partition by d.tenant_id order by d.due_at) as nth
  from waiting w
  left join unnest($1::text[], $2::int[]) as known (webhook_id, free) using (webhook_id)
  cross join lateral (
    select l.tenant_id, l.id, l.due_at from webhook_log l
    where l.tenant_id = w.tenant_id and l.webhook_id = w.webhook_id and l.status = 'QUEUED'
      and l.due_at <= now() + interval '1 second'
    order by l.due_at limit coalesce(known.free, $3) for update skip locked) d
), due as (
  select tenant_id, id from takeable
  left join unnest($4::text[], $5::int[]) as busy (tenant_id, free) using (tenant_id)
  where nth <= coalesce(busy.free, $6)
  order by due_at limit $7
), claimed as (
  update webhook_log l set status = 'SENDING', due_at = now() + make_interval(secs => $8),
    automatic_attempts = case when t.webhook_workflows = 'ALWAYS' then 0 else 1 end,
    first_attempt_at = case when t.webhook_workflows = 'ALWAYS' then null else now() end,
    last_attempt_at = case when t.webhook_workflows = 'ALWAYS' then null else now() end
  from due join tenant t on t.tenant_id = due.tenant_id
  where l.tenant_id = due.tenant_id and l.id = due.id
  returning l.tenant_id, l.id, l.webhook_id, l.client_id, l.type, l.payload, l.first_attempt_at,
    t.webhook_workflows = 'ALWAYS' as by_workflow
), noted as (
  insert into webhook_attempt (tenant_id, log_id, number, client_id, kind, started_at)
  select tenant_id, id, 1, client_id, 'AUTOMATIC', first_attempt_at
  from claimed where not by_workflow
)
select c.*, w.url, w.key, w.former_key, w.former_key_until, w.custom_headers, w.secret_headers,
  coalesce(w.enabled, false) as enabled
from claimed c left join webhook w on w.tenant_id = c.tenant_id and w.id = c.webhook_id`

/**
 * What came of first attempts; whatever did not succeed, or is a workflow's from the beginning,
 * gets the row that starts its process. Parameters are arrays, one element a delivery.
 */
export const endAttempts = `
with ended as (
  select * from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[], $6::int[],
    $7::text[], $8::text[], $9::text[])
    as e (tenant_id, id, status, response_status, error, duration_ms, response, outbox_id,
      workflow_id)
), logs as (
  update webhook_log l set status = e.status, response_status = e.response_status, error = e.error,
    delivered_at = case when e.status = 'DELIVERED' then now() end
  from ended e where l.tenant_id = e.tenant_id and l.id = e.id
    -- Said so that each is found by its key, however many others are under way.
    and l.status || '' = 'SENDING'
    and l.automatic_attempts <= 1 and l.manual_attempts = 0
  returning l.tenant_id, l.id, l.client_id, l.status, l.first_attempt_at, l.response_status,
    l.error, e.duration_ms, e.response, e.outbox_id, e.workflow_id
), attempts as (
  update webhook_attempt a set ended_at = now(), response_status = l.response_status,
    error = l.error, duration_ms = l.duration_ms, response = l.response
  from logs l
  where a.tenant_id = l.tenant_id and a.log_id = l.id and a.number = 1 and a.ended_at is null
), started as (
  insert into outbox (tenant_id, id, kind, workflow, workflow_id, input, attributes, attempts,
    due_at)
  select l.tenant_id, l.outbox_id, 'start', 'webhookDelivery', l.workflow_id,
    jsonb_strip_nulls(jsonb_build_object('tenantId', l.tenant_id, 'entityId', l.id,
      'firstAttemptAt', floor(extract(epoch from l.first_attempt_at) * 1000)::bigint)),
    jsonb_strip_nulls(jsonb_build_object('RxTenant', l.tenant_id, 'RxEntityType', 'WebhookLog',
      'RxEntityId', l.id, 'RxStatus', l.status, 'RxClient', l.client_id)),
    0, now()
  from logs l where l.status <> 'DELIVERED'
  returning 1
)
select (select count(*)::int from logs) as ended,
  (select pg_notify('receivables_outbox', '') from started limit 1)`

/** Taken and never ended: whoever had them is gone, so the attempt had no answer. */
export const takeBackLost = `
select tenant_id, id from webhook_log where status = 'SENDING' and due_at < now()
  and automatic_attempts = 1 and manual_attempts = 0
order by due_at limit $1 for update skip locked`
