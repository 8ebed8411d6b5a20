import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`create or replace view changelog with (security_invoker = true) as select j.tenant_id, case when e.entry -> 'e' is null then j.owner_id else e.id end as entity_id,
  id_within(65, j.id, e.n::int - 1) as id, coalesce(e.entry ->> 'e', j.owner_type) as entity,
  case e.entry ->> 'a' when 'C' then 'CREATED' when 'U' then 'UPDATED' when 'D' then 'DELETED' end as action,
  case
    when e.entry -> 'p' is null or e.entry -> 'c' is null then case when e.entry ->> 'a' = 'U' then (
      select coalesce(json_object_agg(key, json_build_object('from', value -> 0, 'to', value -> 1)),
        '{}') from json_each(e.entry -> 'c'))
    else e.entry -> 'c' end
    when e.entry ->> 'a' = 'U' then json_build_object(e.entry ->> 'p', (
      select json_build_object('from', coalesce(json_object_agg(key, value -> 0), '{}'),
        'to', coalesce(json_object_agg(key, value -> 1), '{}'))
      from json_each(e.entry -> 'c')))
    else json_build_object(e.entry ->> 'p', e.entry -> 'c') end as changes, j.client_id, j.principal_kind, j.principal_id, j.principal_name,
  j.request_id, replace(j.workflow_id, '/~/',
  '/' || tenant_text(j.tenant_id) || '/')::varchar(255) as workflow_id, j.at, j.owner_type, j.owner_id,
  coalesce(e.entry ->> 'p', coalesce(e.entry ->> 'e', j.owner_type)) as row_type,
  coalesce(e.id, j.owner_id) as row_id, coalesce((e.entry ->> 'v')::int, case when e.id is null then j.version end) as row_version,
  e.entry -> 'k' as kept
from journal j cross join lateral (
    select g.entry, i.id, row_number() over (order by g.n, i.n) as n
    from json_array_elements(j.entries) with ordinality g (entry, n)
    cross join lateral json_array_elements_text(
      case json_typeof(g.entry -> 'i') when 'array' then g.entry -> 'i'
        else json_build_array(g.entry -> 'i') end) with ordinality i (id, n)
  ) e
where e.entry -> 'a' is not null and coalesce(current_setting('app.scope', true), '') <> 'debtor'`)
    this.addSql(
      `comment on view changelog is 'made of a8b2a27d6571b71c1bab57591403e915c4603717b3c38ad2d8ff587b90685146'`,
    )
    this.addSql(`create or replace view event with (security_invoker = true) as select * from (select j.tenant_id as tenant_id,
  id_within(66, j.id, (e.n::int - 1) * 8 + v.n::int - 1) as id,
  v.type as type,
  v.name as name,
  coalesce(e.entry ->> 'e', j.owner_type) as subject_type,
  case when e.entry -> 'e' is null then j.owner_id else e.id end as subject_id,
  j.client_id as client_id,
  case when e.entry -> 'b' is null then j.debtor_id end as debtor_id,
  coalesce((e.entry ->> 'v')::int, case when e.id is null then j.version end) as version,
  coalesce(e.entry -> 'f', case when e.entry ->> 'a' = 'U' then (
    select ('[' || coalesce(string_agg(to_json(k)::text, ','), '') || ']')::json
    from json_object_keys(e.entry -> 'c') k) end) as changed,
  coalesce(case when e.id is null then j.data -> v.type end,
    event_data(v.type, e.entry -> 'd' -> (v.n::int - 1))) as data,
  j.at as occurred_at,
  j.owner_type, j.owner_id
from journal j cross join lateral (
    select g.entry, i.id, row_number() over (order by g.n, i.n) as n
    from json_array_elements(j.entries) with ordinality g (entry, n)
    cross join lateral json_array_elements_text(
      case json_typeof(g.entry -> 'i') when 'array' then g.entry -> 'i'
        else json_build_array(g.entry -> 'i') end) with ordinality i (id, n)
  ) e
  cross join lateral json_each_text(e.entry -> 'm') with ordinality v (type, name, n)) event
where case coalesce(current_setting('app.scope', true), '') when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid
  and case when type = any (array['DEBTOR', 'REALTIME']) then true when type = any (array['INVOICE', 'INVOICE_BALANCE']) then id_of(subject_id) in (
select c.c from known_claims() c(c)) else false end else true end`)
    this.addSql(
      `comment on view event is 'made of ff0798220991260d76c40ab06f5034a37065bb99c47661ba077da7e2551884aa'`,
    )
  }
}
