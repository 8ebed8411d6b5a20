import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`create function id_within(kind text, journal_id text, ordinal int) returns text
immutable parallel safe language sql return
  case ordinal when 0 then kind || substr(journal_id, 3)
  else kind || substr(journal_id, 3, 22)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (ordinal >> 13) + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (ordinal >> 8 & 31) + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (ordinal >> 3 & 31) + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (ordinal << 2 & 31) + 1, 1) end`)
    this.addSql(
      `create table "journal" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "owner_type" varchar(60) not null, "owner_id" varchar(200) not null, "client_id" varchar(255) null, "debtor_id" varchar(255) null, "principal_kind" varchar(20) not null, "principal_id" varchar(255) not null, "principal_name" varchar(255) not null, "request_id" varchar(255) null, "workflow_id" varchar(255) null, "at" timestamptz(3) not null, "version" int null, "entries" json not null, "data" json null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "journal_owner_index" on "journal" ("tenant_id", "owner_id")`)
    this.addSql(
      `create index journal_settings_index on journal (tenant_id, id) where owner_type = 'SystemSetting'`,
    )
    // The owner reads what is there, whether or not it passes the policies.
    this.addSql(`alter table changelog no force row level security`)
    this.addSql(`alter table event no force row level security`)
    // Each goes on under its own id: of one row of the journal the first entry or event has that.
    this.addSql(`insert into journal (tenant_id, id, owner_type, owner_id, client_id, principal_kind,
        principal_id, principal_name, request_id, workflow_id, at, entries)
      select tenant_id, 'JR' || substr(id, 3), entity, entity_id, client_id, principal_kind,
        principal_id, principal_name, request_id, workflow_id, at,
        json_build_array(json_build_object('action', action, 'changes', changes))
      from changelog`)
    this.addSql(`insert into journal (tenant_id, id, owner_type, owner_id, client_id, debtor_id,
        principal_kind, principal_id, principal_name, request_id, workflow_id, at, version, entries,
        data)
      select e.tenant_id, 'JR' || substr(e.id, 3), e.subject_type, e.subject_id, e.client_id,
        e.debtor_id, coalesce(c.principal_kind, 'PLATFORM'), coalesce(c.principal_id, 'platform'),
        coalesce(c.principal_name, 'platform'), c.request_id, c.workflow_id, e.occurred_at, e.version,
        json_build_array(case when e.changed is null
          then json_build_object('events', json_build_object(e.type, e.name))
          else json_build_object('events', json_build_object(e.type, e.name), 'changed', e.changed)
        end),
        case when e.data is not null then json_build_object(e.type, e.data) end
      from event e left join lateral (
        select * from changelog c
        where c.tenant_id = e.tenant_id and c.entity_id = e.subject_id and c.at = e.occurred_at
        limit 1) c on true`)
    this.addSql(`drop table changelog`)
    this.addSql(`drop table event`)
    this.addSql(`alter table "journal" enable row level security`)
    this.addSql(`alter table "journal" force row level security`)
    this.addSql(`create policy "journal_tenant" on "journal" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), ''), current_setting('app.holder_id', true), client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = current_setting('app.debtor_id', true) and case when owner_type = any (array['Debtor', 'RealtimeMessage']) then true when owner_type = 'Invoice' then owner_id in (
select c.c from known_claims() c(c)) else false end else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`)
    this.addSql(`create or replace view changelog with (security_invoker = true) as select j.tenant_id, case when e.entry -> 'entity' is null then j.owner_id else e.entry ->> 'id' end as entity_id,
  id_within('CL', j.id, e.n::int - 1) as id, coalesce(e.entry ->> 'entity', j.owner_type) as entity, e.entry ->> 'action' as action,
  case
    when e.entry -> 'part' is null or e.entry -> 'changes' is null then e.entry -> 'changes'
    when e.entry ->> 'action' = 'UPDATED' then json_build_object(e.entry ->> 'part', (
      select json_build_object('from', coalesce(json_object_agg(key, value -> 'from')
          filter (where value -> 'from' is not null), '{}'),
        'to', coalesce(json_object_agg(key, value -> 'to')
          filter (where value -> 'to' is not null), '{}'))
      from json_each(e.entry -> 'changes')))
    else json_build_object(e.entry ->> 'part', e.entry -> 'changes') end as changes, j.client_id, j.principal_kind, j.principal_id, j.principal_name,
  j.request_id, j.workflow_id, j.at, j.owner_type, j.owner_id,
  coalesce(e.entry ->> 'part', coalesce(e.entry ->> 'entity', j.owner_type)) as row_type,
  coalesce(e.entry ->> 'id', j.owner_id) as row_id, case when e.entry -> 'id' is null then j.version else (e.entry ->> 'version')::int end as row_version,
  e.entry -> 'kept' as kept
from journal j cross join lateral json_array_elements(j.entries) with ordinality e (entry, n)
where e.entry -> 'action' is not null and coalesce(current_setting('app.scope', true), '') <> 'debtor'`)
    this.addSql(
      `comment on view changelog is 'made of ccaa6f3018d859efad66ecfb411dc3b138ed05f49fd5a0cf2b251964c2ad14ab'`,
    )
    this.addSql(`create or replace view event with (security_invoker = true) as select * from (select j.tenant_id as tenant_id,
  id_within('EV', j.id, (e.n::int - 1) * 8 + v.n::int - 1) as id,
  v.type as type,
  v.name as name,
  coalesce(e.entry ->> 'entity', j.owner_type) as subject_type,
  case when e.entry -> 'entity' is null then j.owner_id else e.entry ->> 'id' end as subject_id,
  j.client_id as client_id,
  case when e.entry -> 'debtor' is null then j.debtor_id end as debtor_id,
  case when e.entry -> 'id' is null then j.version else (e.entry ->> 'version')::int end as version,
  coalesce(e.entry -> 'changed', case when e.entry ->> 'action' = 'UPDATED' then (
    select ('[' || coalesce(string_agg(to_json(k)::text, ','), '') || ']')::json
    from json_object_keys(e.entry -> 'changes') k) end) as changed,
  case when e.entry -> 'id' is null then j.data else e.entry -> 'data' end -> v.type as data,
  j.at as occurred_at,
  j.owner_type, j.owner_id
from journal j cross join lateral json_array_elements(j.entries) with ordinality e (entry, n)
  cross join lateral json_each_text(e.entry -> 'events') with ordinality v (type, name, n)) event
where case coalesce(current_setting('app.scope', true), '') when 'debtor' then debtor_id = current_setting('app.debtor_id', true)
  and case when type = any (array['DEBTOR', 'REALTIME']) then true when type = any (array['INVOICE', 'INVOICE_BALANCE']) then subject_id in (
select c.c from known_claims() c(c)) else false end else true end`)
    this.addSql(
      `comment on view event is 'made of b4bd849c56eb60fbb208f27679691e68edf735922f392671c4d3d50da34acc0c'`,
    )
  }
}
