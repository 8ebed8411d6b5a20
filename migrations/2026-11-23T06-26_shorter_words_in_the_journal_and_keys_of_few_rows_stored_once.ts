import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`drop index "document_owner_index"`)
    this.addSql(`create index "document_owner_index" on "document" ("tenant_id", "owner_id")`)
    this.addSql(`drop index "financial_event_claim_index"`)
    this.addSql(
      `create index "financial_event_claim_index" on "financial_event" ("tenant_id", "claim_id")`,
    )
    this.addSql(`drop index "invoice_ledger_event_invoice_index"`)
    this.addSql(
      `create index "invoice_ledger_event_invoice_index" on "invoice_ledger_event" ("tenant_id", "invoice_id")`,
    )
    this.addSql(`alter table "journal" no force row level security`)
    this.addSql(`update journal j set entries = (
      select json_agg((
        select json_object_agg(case f.key when 'action' then 'a' when 'entity' then 'e'
            when 'part' then 'p' when 'id' then 'i' when 'version' then 'v' when 'debtor' then 'b'
            when 'changes' then 'c' when 'kept' then 'k' when 'events' then 'm' when 'data' then 'd'
            else 'f' end,
          case when f.key = 'action' then to_json(left(f.value #>> '{}', 1))
            when f.key = 'data' then (
              select json_agg(f.value -> v.type order by v.n)
              from json_object_keys(e.entry -> 'events') with ordinality v (type, n))
            when f.key = 'changes' and e.entry ->> 'action' = 'UPDATED' then (
              select coalesce(json_object_agg(c.key,
                json_build_array(c.value -> 'from', c.value -> 'to')), '{}')
              from json_each(f.value) c)
            else f.value end)
        from json_each(e.entry) f) order by e.n)
      from json_array_elements(j.entries) with ordinality e (entry, n))`)
    this.addSql(`alter table "journal" force row level security`)
    this.addSql(`create or replace view changelog with (security_invoker = true) as select j.tenant_id, case when e.entry -> 'e' is null then j.owner_id else e.entry ->> 'i' end as entity_id,
  id_within('CL', j.id, e.n::int - 1) as id, coalesce(e.entry ->> 'e', j.owner_type) as entity,
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
  j.request_id, j.workflow_id, j.at, j.owner_type, j.owner_id,
  coalesce(e.entry ->> 'p', coalesce(e.entry ->> 'e', j.owner_type)) as row_type,
  coalesce(e.entry ->> 'i', j.owner_id) as row_id, case when e.entry -> 'i' is null then j.version else (e.entry ->> 'v')::int end as row_version,
  e.entry -> 'k' as kept
from journal j cross join lateral json_array_elements(j.entries) with ordinality e (entry, n)
where e.entry -> 'a' is not null and coalesce(current_setting('app.scope', true), '') <> 'debtor'`)
    this.addSql(
      `comment on view changelog is 'made of f6fa5b555df99be2266a5c9ff4328206b3773a6ab9866c28fad981281b24c253'`,
    )
    this.addSql(`create or replace view event with (security_invoker = true) as select * from (select j.tenant_id as tenant_id,
  id_within('EV', j.id, (e.n::int - 1) * 8 + v.n::int - 1) as id,
  v.type as type,
  v.name as name,
  coalesce(e.entry ->> 'e', j.owner_type) as subject_type,
  case when e.entry -> 'e' is null then j.owner_id else e.entry ->> 'i' end as subject_id,
  j.client_id as client_id,
  case when e.entry -> 'b' is null then j.debtor_id end as debtor_id,
  case when e.entry -> 'i' is null then j.version else (e.entry ->> 'v')::int end as version,
  coalesce(e.entry -> 'f', case when e.entry ->> 'a' = 'U' then (
    select ('[' || coalesce(string_agg(to_json(k)::text, ','), '') || ']')::json
    from json_object_keys(e.entry -> 'c') k) end) as changed,
  case when e.entry -> 'i' is null then j.data else e.entry -> 'd' end -> v.type as data,
  j.at as occurred_at,
  j.owner_type, j.owner_id
from journal j cross join lateral json_array_elements(j.entries) with ordinality e (entry, n)
  cross join lateral json_each_text(e.entry -> 'm') with ordinality v (type, name, n)) event
where case coalesce(current_setting('app.scope', true), '') when 'debtor' then debtor_id = current_setting('app.debtor_id', true)
  and case when type = any (array['DEBTOR', 'REALTIME']) then true when type = any (array['INVOICE', 'INVOICE_BALANCE']) then subject_id in (
select c.c from known_claims() c(c)) else false end else true end`)
    this.addSql(
      `comment on view event is 'made of c778f9131af58c48b96b37951c3f0a4282501d42ebb54836386d970dd619473f'`,
    )
  }
}
