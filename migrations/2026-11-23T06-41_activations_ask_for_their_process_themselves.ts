import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `alter table "invoice_activation" add "starts_at" timestamptz(3) null, add "start_due_at" timestamptz(6) null, add "start_attempts" int null, add "start_error" varchar(500) null`,
    )
    this.addSql(
      `create index invoice_activation_start_index on invoice_activation (starts_at) where starts_at is not null`,
    )
    this.addSql(`drop index "article_client_index"`)
    this.addSql(`create index "article_client_index" on "article" ("tenant_id", "client_id")`)
    this.addSql(`drop index "voucher_number_index"`)
    this.addSql(`create index "voucher_number_index" on "voucher" ("tenant_id", "number")`)
    this.addSql(`drop index "voucher_posting_number_index"`)
    this.addSql(
      `create index "voucher_posting_number_index" on "voucher_posting" ("tenant_id", "account_number")`,
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
  case when e.entry -> 'i' is null then j.data -> v.type else case when json_typeof(e.entry -> 'd' -> (v.n::int - 1)) <> 'null' then e.entry -> 'd' -> (v.n::int - 1) end end as data,
  j.at as occurred_at,
  j.owner_type, j.owner_id
from journal j cross join lateral json_array_elements(j.entries) with ordinality e (entry, n)
  cross join lateral json_each_text(e.entry -> 'm') with ordinality v (type, name, n)) event
where case coalesce(current_setting('app.scope', true), '') when 'debtor' then debtor_id = current_setting('app.debtor_id', true)
  and case when type = any (array['DEBTOR', 'REALTIME']) then true when type = any (array['INVOICE', 'INVOICE_BALANCE']) then subject_id in (
select c.c from known_claims() c(c)) else false end else true end`)
    this.addSql(
      `comment on view event is 'made of dd046d107e8d6570c78f18c54c56f3aa7b89860b5342e444381da7c910b359c2'`,
    )
  }
}
