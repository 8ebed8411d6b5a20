import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create table "cache_clear" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "module" text not null, "entries" int not null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "cache_clear_module_index" on "cache_clear" ("tenant_id", "module", "id")`,
    )
    this.addSql(
      `create table "realtime_message" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "client_id" varchar(255) null, "debtor_id" varchar(255) null, "text" varchar(500) not null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`drop policy "event_tenant" on "event"`)
    this.addSql(`drop policy "inbound_event_tenant" on "inbound_event"`)
    this.addSql(`alter table "event" add "debtor_id" varchar(255) null`)
    this.addSql(
      `create policy "event_tenant" on "event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)) and (nullif(current_setting('app.debtor_id', true), '') is null or debtor_id = current_setting('app.debtor_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(`alter table "inbound_event" drop constraint "inbound_event_unique"`)
    this.addSql(
      `alter table "inbound_event" add "owner_id" varchar(60) not null, add "client_id" varchar(255) null, add "error" varchar(1000) null`,
    )
    this.addSql(
      `create index "inbound_event_kind_index" on "inbound_event" ("tenant_id", "kind", "id")`,
    )
    this.addSql(
      `create index "inbound_event_external_index" on "inbound_event" ("tenant_id", "external_id", "id")`,
    )
    this.addSql(
      `create index "inbound_event_subject_index" on "inbound_event" ("tenant_id", "subject_id", "id")`,
    )
    this.addSql(
      `create index "inbound_event_client_index" on "inbound_event" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `alter table "inbound_event" add constraint "inbound_event_unique" unique ("tenant_id", "kind", "external_id", "owner_id")`,
    )
    this.addSql(
      `create policy "inbound_event_tenant" on "inbound_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(`alter table "realtime_token" drop constraint "realtime_token_hash_unique"`)
    this.addSql(
      `alter table "realtime_token" drop constraint "realtime_token_principal_kind_check"`,
    )
    this.addSql(
      `alter table "realtime_token" drop column "hash", drop column "principal_kind", drop column "created_at"`,
    )
    this.addSql(`alter table "realtime_token" alter column "used_at" set not null`)
    this.addSql(
      `create index "realtime_token_expires_index" on "realtime_token" ("tenant_id", "expires_at")`,
    )
    this.addSql(
      `alter table "cache_clear" add constraint "cache_clear_module_check" check ("module" in ('RIGHTS', 'CALLERS'))`,
    )
    this.addSql(`alter table "cache_clear" enable row level security`)
    this.addSql(`alter table "cache_clear" force row level security`)
    this.addSql(
      `create policy "cache_clear_tenant" on "cache_clear" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(`alter table "realtime_message" enable row level security`)
    this.addSql(`alter table "realtime_message" force row level security`)
    this.addSql(
      `create policy "realtime_message_tenant" on "realtime_message" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)) and (nullif(current_setting('app.debtor_id', true), '') is null or debtor_id = current_setting('app.debtor_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)) and (nullif(current_setting('app.debtor_id', true), '') is null or debtor_id = current_setting('app.debtor_id', true)))`,
    )
    this.addSql(
      `alter table inbound_event add constraint inbound_event_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table cache_clear add constraint cache_clear_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table realtime_message add constraint realtime_message_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table realtime_message add constraint realtime_message_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
  }
}
