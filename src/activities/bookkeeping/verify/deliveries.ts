import {
  automaticAttemptsMax,
  coolOffMs,
  lockMs,
  retryAfterMs,
} from '../../../domain/webhooks/delivery.ts'
import { idCodes } from '../../../domain/ids.ts'
import { leastIdAt } from '../../../entities/id-functions.ts'
import { eventColumns, eventsIn } from '../../../entities/journal.ts'
import type { Check } from './check.ts'

/** What is older has been looked at by the hours before. */
const lately = `now() - interval '2 days'`
/** A transaction that began before may not have seen the subscription as it is. */
const settling = `interval '1 minute'`
const ms = (count: number) => `interval '${count} milliseconds'`

const undelivered = `
  with routed as materialized (
    select r.webhook_id, r.type, r.only_client_id,
      greatest(w.updated_at + ${settling}, ${lately}) as since
    from webhook_route r join webhook w on w.tenant_id = r.tenant_id and w.id = r.webhook_id
    where r.tenant_id = $1
  ), told as materialized (
    select ${eventColumns.id} as id, v.type, j.client_id, j.at
    from journal j cross join lateral ${eventsIn}
    where j.tenant_id = $1 and j.id > ${leastIdAt(lately)} and exists (select from routed)
  )
  select t.id as subject, format('no delivery of it to %s is there', r.webhook_id) as found
  from routed r join told t on t.type = r.type and t.at > r.since
    and (r.only_client_id is null or r.only_client_id = t.client_id)
  left join webhook_log l on l.tenant_id = $1
    and l.id = id_beside(${idCodes.WHRL}, t.id, r.webhook_id)
  where l.id is null
  union all
  select l.id, 'what it sends is not there'
  from webhook_log l left join webhook_payload p
    on p.tenant_id = l.tenant_id and p.event_id = l.event_id
  where l.tenant_id = $1 and l.created_at > ${lately} and p.event_id is null`

/** Of those under way the last attempt is written down when it has ended. */
const attempts = `
  with logs as materialized (
    select id, status, automatic_attempts, manual_attempts, response_status
    from webhook_log where tenant_id = $1 and created_at > ${lately}
      and status in ('RETRYING', 'DELIVERED', 'FAILED')
  ), made as (
    select l.id, count(*) filter (where a.kind = 'AUTOMATIC') as automatic,
      count(*) filter (where a.kind = 'MANUAL') as manual,
      max(a.started_at) filter (where a.number = 2 and a.kind = 'AUTOMATIC')
        - max(a.ended_at) filter (where a.number = 1) as waited
    from logs l join webhook_attempt a on a.tenant_id = $1 and a.log_id = l.id group by 1
  )
  select l.id as subject, format('%s after %s: it says %s and %s attempts, made are %s and %s%s',
    l.status, l.response_status, l.automatic_attempts, l.manual_attempts,
    coalesce(m.automatic, 0), coalesce(m.manual, 0), ', after ' || m.waited) as found
  from logs l left join made m on m.id = l.id
  where coalesce(m.automatic, 0) <> l.automatic_attempts
    or coalesce(m.manual, 0) <> l.manual_attempts
    or l.automatic_attempts not between 1 and ${automaticAttemptsMax}
    or (l.status = 'DELIVERED' and coalesce(l.response_status, 599) >= 400)
    or m.waited < ${ms(retryAfterMs)}`

const windows = `
  select l.id as subject,
    format('%s by hand, the last asked for at %s, the first attempt was at %s',
    l.manual_attempts, l.last_manual_at, l.first_attempt_at) as found
  from webhook_log l
  where l.tenant_id = $1 and l.created_at > ${lately} and l.manual_attempts > 0
    and (l.last_manual_at < l.first_attempt_at + ${ms(coolOffMs)}
        + (l.manual_attempts - 1) * ${ms(lockMs)}
      or exists (select from webhook_attempt a
        where a.tenant_id = $1 and a.log_id = l.id and a.kind = 'MANUAL'
          and a.started_at < l.first_attempt_at + ${ms(coolOffMs)}))`

export const checksOfDeliveries: readonly Check[] = [
  {
    name: 'deliveries',
    promise: 'every event has one delivery to each subscription to its family, with what it sends',
    sql: undelivered,
  },
  {
    name: 'delivery-attempts',
    promise:
      'every delivery was tried as often as it says, at most twice by itself and ten seconds apart',
    sql: attempts,
  },
  {
    name: 'delivery-windows',
    promise: 'nobody tried a delivery by hand before its windows had ended',
    sql: windows,
  },
]
