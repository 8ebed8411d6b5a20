import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create table "inbound_event" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "kind" text not null, "external_id" varchar(200) not null, "subject_id" varchar(200) null, "status" text not null, "payload" jsonb not null, "received_from" varchar(60) not null, "applied_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "inbound_event_status_index" on "inbound_event" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `create index "inbound_event_created_index" on "inbound_event" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "inbound_event" add constraint "inbound_event_unique" unique ("tenant_id", "kind", "external_id")`,
    )
    this.addSql(
      `create table "realtime_token" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "hash" varchar(64) not null, "token_id" varchar(255) not null, "principal_kind" text not null, "expires_at" timestamptz(3) not null, "used_at" timestamptz(3) null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "realtime_token" add constraint "realtime_token_hash_unique" unique ("tenant_id", "hash")`,
    )
    this.addSql(
      `create table "webhook" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "title" varchar(200) not null, "url" varchar(2000) not null, "type" varchar(60) not null, "trigger" text not null, "method" text not null, "key" text not null, "former_key" text null, "former_key_until" timestamptz(3) null, "client_id" varchar(255) null, "enabled" boolean not null, "custom_headers" jsonb not null, "secret_headers" text null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "webhook_type_index" on "webhook" ("tenant_id", "type", "id")`)
    this.addSql(`create index "webhook_client_index" on "webhook" ("tenant_id", "client_id", "id")`)
    this.addSql(`create index "webhook_title_index" on "webhook" ("tenant_id", "title", "id")`)
    this.addSql(`create index "webhook_enabled_index" on "webhook" ("tenant_id", "enabled", "id")`)
    this.addSql(
      `create index "webhook_created_index" on "webhook" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `create table "webhook_attempt" ("tenant_id" varchar(255) not null, "log_id" varchar(255) not null, "number" int not null, "client_id" varchar(255) null, "kind" text not null, "started_at" timestamptz(3) not null, "ended_at" timestamptz(3) null, "response_status" int null, "error" varchar(500) null, "duration_ms" int null, "response" varchar(4096) null, primary key ("tenant_id", "log_id", "number"))`,
    )
    this.addSql(
      `create table "webhook_log" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "webhook_id" varchar(255) not null, "event_id" varchar(255) not null, "client_id" varchar(255) null, "type" varchar(60) not null, "event" varchar(60) not null, "subject_type" varchar(60) not null, "subject_id" varchar(200) not null, "status" text not null, "payload" text not null, "automatic_attempts" int not null, "manual_attempts" int not null, "due_at" timestamptz(3) not null, "first_attempt_at" timestamptz(3) null, "last_attempt_at" timestamptz(3) null, "last_manual_at" timestamptz(3) null, "delivered_at" timestamptz(3) null, "response_status" int null, "error" varchar(500) null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index webhook_log_queued_index on webhook_log (tenant_id, webhook_id, due_at) where status = 'QUEUED'`,
    )
    this.addSql(
      `create index webhook_log_moving_index on webhook_log (tenant_id, due_at) where status in ('SENDING', 'RETRYING')`,
    )
    this.addSql(
      `create index "webhook_log_created_index" on "webhook_log" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `create index "webhook_log_status_index" on "webhook_log" ("tenant_id", "status", "created_at", "id")`,
    )
    this.addSql(
      `create index "webhook_log_client_index" on "webhook_log" ("tenant_id", "client_id", "created_at", "id")`,
    )
    this.addSql(
      `create index "webhook_log_webhook_index" on "webhook_log" ("tenant_id", "webhook_id", "created_at", "id")`,
    )
    this.addSql(
      `create index "webhook_log_type_index" on "webhook_log" ("tenant_id", "type", "created_at", "id")`,
    )
    this.addSql(
      `create index "webhook_log_subject_index" on "webhook_log" ("tenant_id", "subject_id", "id")`,
    )
    this.addSql(
      `create table "webhook_route" ("tenant_id" varchar(255) not null, "type" varchar(60) not null, "webhook_id" varchar(255) not null, "only_client_id" varchar(255) null, primary key ("tenant_id", "type", "webhook_id"))`,
    )
    this.addSql(`alter table "tenant" add "webhook_workflows" text not null default 'ON_FAILURE'`)
    this.addSql(`alter table "tenant" alter column "webhook_workflows" drop default`)
    this.addSql(
      `alter table "tenant" add constraint "tenant_webhook_workflows_check" check ("webhook_workflows" in ('ON_FAILURE', 'ALWAYS'))`,
    )
    this.addSql(
      `alter table "inbound_event" add constraint "inbound_event_kind_check" check ("kind" in ('AML_MONITORING_RESULT', 'SYNC_PAYMENT_COMPLETE', 'SYNC_VOUCHER_COMPLETE', 'SIGNATURE_EVENT', 'PAYMENT_REQUEST_COMPLETE'))`,
    )
    this.addSql(
      `alter table "inbound_event" add constraint "inbound_event_status_check" check ("status" in ('APPLIED', 'KEPT'))`,
    )
    this.addSql(`alter table "inbound_event" enable row level security`)
    this.addSql(`alter table "inbound_event" force row level security`)
    this.addSql(
      `create policy "inbound_event_tenant" on "inbound_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(
      `alter table "realtime_token" add constraint "realtime_token_principal_kind_check" check ("principal_kind" in ('SYSTEM', 'CLIENT', 'PORTAL', 'DEBTOR', 'USER', 'SERVICE_ACCOUNT'))`,
    )
    this.addSql(`alter table "realtime_token" enable row level security`)
    this.addSql(`alter table "realtime_token" force row level security`)
    this.addSql(
      `create policy "realtime_token_tenant" on "realtime_token" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(
      `alter table "webhook" add constraint "webhook_trigger_check" check ("trigger" in ('PUSH'))`,
    )
    this.addSql(
      `alter table "webhook" add constraint "webhook_method_check" check ("method" in ('POST'))`,
    )
    this.addSql(`alter table "webhook" enable row level security`)
    this.addSql(`alter table "webhook" force row level security`)
    this.addSql(
      `create policy "webhook_tenant" on "webhook" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(
      `alter table "webhook_attempt" add constraint "webhook_attempt_kind_check" check ("kind" in ('AUTOMATIC', 'MANUAL'))`,
    )
    this.addSql(`alter table "webhook_attempt" enable row level security`)
    this.addSql(`alter table "webhook_attempt" force row level security`)
    this.addSql(
      `create policy "webhook_attempt_tenant" on "webhook_attempt" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(
      `alter table "webhook_log" add constraint "webhook_log_status_check" check ("status" in ('QUEUED', 'SENDING', 'RETRYING', 'DELIVERED', 'FAILED'))`,
    )
    this.addSql(`alter table "webhook_log" enable row level security`)
    this.addSql(`alter table "webhook_log" force row level security`)
    this.addSql(
      `create policy "webhook_log_tenant" on "webhook_log" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(`alter table "webhook_route" enable row level security`)
    this.addSql(`alter table "webhook_route" force row level security`)
    this.addSql(
      `create policy "webhook_route_tenant" on "webhook_route" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(
      `alter table webhook add constraint webhook_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table webhook add constraint webhook_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table webhook_attempt add constraint webhook_attempt_log_id_foreign foreign key (tenant_id, log_id) references webhook_log (tenant_id, id)`,
    )
    this.addSql(
      `alter table inbound_event add constraint inbound_event_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table realtime_token add constraint realtime_token_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table realtime_token add constraint realtime_token_token_id_foreign foreign key (tenant_id, token_id) references token (tenant_id, id)`,
    )
    this.addSql(`create function webhook_routed() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          delete from webhook_route r where r.tenant_id = old.tenant_id and r.webhook_id = old.id;
        end if;
        if tg_op <> 'DELETE' and new.enabled then
          insert into webhook_route (tenant_id, type, webhook_id, only_client_id)
            values (new.tenant_id, new.type, new.id, new.client_id);
        end if;
        return null;
      end $$`)
    this.addSql(`create trigger webhook_routed after insert or update or delete on webhook
      for each row execute function webhook_routed()`)
  }
}
