import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create table "account_reference_setting" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "purpose" varchar(20) not null, "client_account_id" uuid null, "scheme" varchar(10) not null, "level" varchar(10) not null, "prefix" varchar(10) not null, "length" int null, "next_number" bigint not null, "former_prefixes" text[] not null, "reference" varchar(30) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create unique index account_reference_setting_account_unique on account_reference_setting (tenant_id, client_account_id) where client_account_id is not null`,
    )
    this.addSql(
      `create unique index account_reference_setting_cases_unique on account_reference_setting (tenant_id, client_id) where client_account_id is null`,
    )
    this.addSql(
      `create index "account_reference_setting_reference_index" on "account_reference_setting" ("tenant_id", "reference") where "reference" is not null`,
    )
    this.addSql(
      `create index "account_reference_setting_client_index" on "account_reference_setting" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "account_reference_setting_purpose_index" on "account_reference_setting" ("tenant_id", "purpose", "id")`,
    )
    this.addSql(`alter table "account_reference_setting" enable row level security`)
    this.addSql(`alter table "account_reference_setting" force row level security`)
    this.addSql(`create policy "account_reference_setting_tenant" on "account_reference_setting" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
  }
}
