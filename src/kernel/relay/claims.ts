/**
 * The statements by which the relay takes messages. However many wait of one tenant or of one kind,
 * all others have their turn in each round: what waits is walked from one tenant (and kind) to the
 * next by the index, and of each no more is looked at than may be taken. What another relay takes
 * at the same moment is passed over. Parameters: how many, for how many seconds, and the tenants
 * that have more than one turn, with how many.
 */

/** Twice as many are looked for, so that two relays at once each find a batch. */
const ahead = 2

/** Where many have something, less is looked at of each. */
const ofEach = (most: string, count: string) =>
  `least(${ahead} * ${most}, greatest(10, 20 * ${most} / ${count}))`

/** What nobody called for has every fifth turn, so that it goes on however much is called for. */
const turnsOfOthers = 4

/** Of a tenant with so many turns as many rows stand in each. */
const turnOf = (nth: string) =>
  `ceil(${nth} / coalesce(($4::float[])[array_position($3::int[], tenant_id)], 1))`

const waits = 'done_at is null and dead_at is null'
const kind = 'tenant_id, workflow, by_caller'

export const claimOfOutbox = `
with recursive waiting as (
  (select ${kind}, due_at from outbox where ${waits} order by ${kind}, due_at limit 1)
  union all
  select next.* from waiting w cross join lateral (
    select ${kind}, due_at from outbox
    where ${waits} and (${kind}) > (w.tenant_id, w.workflow, w.by_caller)
    order by ${kind}, due_at limit 1) next
), due as materialized (
  select ${kind}, count(*) over () as count from waiting where due_at <= now()
), found as (
  select workflow, by_caller, o.place, o.due_at,
    ${turnOf(`row_number() over (partition by ${kind} order by o.due_at)`)} as nth
  from due d cross join lateral (
    select ctid as place, due_at from outbox o
    where ${waits} and o.tenant_id = d.tenant_id and o.workflow = d.workflow
      and o.by_caller = d.by_caller and due_at <= now()
    order by due_at limit ${ofEach('$1', 'd.count')}) o
), in_kind as (
  select place, by_caller, due_at,
    row_number() over (partition by workflow, by_caller order by nth, due_at) as nth
  from found
), in_turn as (
  select place, row_number() over (
    order by nth * case when by_caller then 1 else ${turnsOfOthers} end, not by_caller, due_at
  ) as turn from in_kind
), held as (
  select o.ctid as place, t.turn
  from (select place, turn from in_turn order by turn limit ${ahead} * $1) t
  join outbox o on o.ctid = t.place
  where ${waits} and o.due_at <= now()
  order by t.turn limit $1 for update of o skip locked
), taken as (
  update outbox o set attempts = attempts + 1, due_at = now() + make_interval(secs => $2)
  from held where o.ctid = held.place
  returning turn, o.tenant_id, id, o.kind, o.workflow, workflow_id, signal, input, attributes,
    attempts, o.by_caller, o.traceparent
)
select * from taken order by turn`

const isDue = 'starts_at <= now() and (start_due_at is null or start_due_at <= now())'

const takenNow = `start_attempts = coalesce(start_attempts, 0) + 1,
  start_due_at = now() + make_interval(secs => $2)`

/** The same of rows that ask for their process themselves, and are of one kind. */
export const claimOfStarts = (table: string, returned: string) => `
with recursive waiting as (
  (select tenant_id from ${table} where starts_at is not null order by tenant_id limit 1)
  union all
  select next.* from waiting w cross join lateral (
    select tenant_id from ${table} where starts_at is not null and tenant_id > w.tenant_id
    order by tenant_id limit 1) next
), counted as materialized (
  select tenant_id, count(*) over () as count from waiting
), found as (
  select r.place, r.starts_at,
    ${turnOf('row_number() over (partition by c.tenant_id order by r.starts_at)')} as nth
  from counted c cross join lateral (
    select ctid as place, starts_at from ${table}
    where tenant_id = c.tenant_id and ${isDue}
    order by starts_at limit ${ofEach('$1', 'c.count')}) r
), held as (
  select r.ctid as place, f.turn
  from (select place, row_number() over (order by nth, starts_at) as turn from found
    order by turn limit ${ahead} * $1) f
  join ${table} r on r.ctid = f.place
  where ${isDue}
  order by f.turn limit $1 for update of r skip locked
), taken as (
  update ${table} r set ${takenNow}
  from held where r.ctid = held.place returning turn, ${returned}
)
select * from taken order by turn`

/** Those of one tenant alone, who has its turn; the third parameter names it instead. */
export const claimOfTenantStarts = (table: string, returned: string) => `
update ${table} set ${takenNow}
where (tenant_id, id) in (
  select tenant_id, id from ${table} where tenant_id = $3 and ${isDue}
  order by starts_at limit $1 for update skip locked)
returning ${returned}`
