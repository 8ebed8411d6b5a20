import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`drop index "article_client_index"`)
    this.addSql(`create index "article_client_index" on "article" ("tenant_id", "client_id")`)
    this.addSql(`drop index "document_owner_index"`)
    this.addSql(`create index "document_owner_index" on "document" ("tenant_id", "owner_id")`)
    this.addSql(`drop index "financial_event_claim_index"`)
    this.addSql(
      `create index "financial_event_claim_index" on "financial_event" ("tenant_id", "claim_id")`,
    )
    this.addSql(
      `alter table "invoice_activation" add "starts_at" timestamptz(3) null, add "start_due_at" timestamptz(6) null, add "start_attempts" int null, add "start_error" varchar(500) null`,
    )
    this.addSql(
      `create index invoice_activation_start_index on invoice_activation (starts_at) where starts_at is not null`,
    )
    this.addSql(`drop index "invoice_ledger_event_invoice_index"`)
    this.addSql(
      `create index "invoice_ledger_event_invoice_index" on "invoice_ledger_event" ("tenant_id", "invoice_id")`,
    )
    this.addSql(`drop index "voucher_number_index"`)
    this.addSql(`create index "voucher_number_index" on "voucher" ("tenant_id", "number")`)
    this.addSql(`drop index "voucher_posting_number_index"`)
    this.addSql(
      `create index "voucher_posting_number_index" on "voucher_posting" ("tenant_id", "account_number")`,
    )
    this.addSql(`create or replace view changelog with (security_invoker = true) as select j.tenant_id, case when e.entry -> 'e' is null then j.owner_id else e.entry ->> 'i' end as entity_id,
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
  j.request_id, j.workflow_id, j.at, j.owner_type, j.owner_id,
  coalesce(e.entry ->> 'p', coalesce(e.entry ->> 'e', j.owner_type)) as row_type,
  coalesce(e.entry ->> 'i', j.owner_id) as row_id, case when e.entry -> 'i' is null then j.version else (e.entry ->> 'v')::int end as row_version,
  e.entry -> 'k' as kept
from journal j cross join lateral json_array_elements(j.entries) with ordinality e (entry, n)
where e.entry -> 'a' is not null and coalesce(current_setting('app.scope', true), '') <> 'debtor'`)
    this.addSql(
      `comment on view changelog is 'made of 3d0079e1dd8c4d546df0948da433e1309d41d1ce4fff33cd1d6dd7a24fb040af'`,
    )
    this.addSql(`create or replace view event with (security_invoker = true) as select * from (select j.tenant_id as tenant_id,
  id_within(66, j.id, (e.n::int - 1) * 8 + v.n::int - 1) as id,
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
  case when e.entry -> 'i' is null then j.data -> v.type else case when json_typeof(e.entry -> 'd' -> (v.n::int - 1)) <> 'null' then e.entry -> 'd' -> (v.n::int - 1) end end as data,
  j.at as occurred_at,
  j.owner_type, j.owner_id
from journal j cross join lateral json_array_elements(j.entries) with ordinality e (entry, n)
  cross join lateral json_each_text(e.entry -> 'm') with ordinality v (type, name, n)) event
where case coalesce(current_setting('app.scope', true), '') when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid
  and case when type = any (array['DEBTOR', 'REALTIME']) then true when type = any (array['INVOICE', 'INVOICE_BALANCE']) then id_of(subject_id) in (
select c.c from known_claims() c(c)) else false end else true end`)
    this.addSql(
      `comment on view event is 'made of 8eac9cae21c6e4efe5ebaef070201bfa1d131a25241b6f44ab8a21e7439c3305'`,
    )
  }
}
