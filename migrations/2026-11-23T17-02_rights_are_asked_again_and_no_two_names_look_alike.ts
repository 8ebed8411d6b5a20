import { Migration } from '@mikro-orm/migrations'

const named = ['erp', 'label', 'role', 'service_account', 'user_group']

export default class extends Migration {
  override up(): void {
    this.addSql(`create or replace function folded_name(name text) returns text
immutable strict parallel safe language sql return
lower(btrim(regexp_replace(
  normalize(translate(name, chr(8204) || chr(8205) || chr(65038) || chr(65039), ''), nfkc),
  '[[:space:]]+', ' ', 'g')))`)
    this.addSql(
      `comment on function folded_name is 'made of 783cc825de02d4c029a7223f84a60158139f3c0a89401d4a4a9427526ed72640'`,
    )
    this.addSql(`alter table "internal_request" add "opened_by" varchar(120) null`)
    this.addSql(`alter table "invoice_activation" add "opened_by" varchar(120) null`)
    this.addSql(`alter table "webhook" add "saved_by" uuid null`)
    // The owner changes rows of all tenants, which policies would hide from it and from triggers.
    for (const table of [...named, 'webhook', 'journal']) {
      this.addSql(`alter table "${table}" no force row level security`)
      this.addSql(`alter table "${table}" disable trigger user`)
    }
    // Of those that look alike, all but the oldest get the end of their id, which is nobody else's.
    for (const table of named) {
      this.addSql(`update "${table}" o set name = left(o.name, 70) || ' (' || right(o.id::text, 12) || ')' from (
  select tenant_id, id, row_number() over (partition by tenant_id, folded_name(name) order by id) as n
  from "${table}") a
where a.tenant_id = o.tenant_id and a.id = o.id and a.n > 1`)
      this.addSql(
        `create unique index ${table}_name_alike on ${table} (tenant_id, folded_name(name))`,
      )
    }
    // Whoever made a subscription was asked for the right to its family.
    this.addSql(`update webhook w set saved_by = (
  select j.principal_id from journal j
  where j.tenant_id = w.tenant_id and j.owner_id = id_text(w.id) order by j.id limit 1)`)
    for (const table of [...named, 'webhook', 'journal']) {
      this.addSql(`alter table "${table}" enable trigger user`)
      this.addSql(`alter table "${table}" force row level security`)
    }
  }
}
