import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`create table "webhook_payload" ("tenant_id" varchar(255) not null, "event_id" varchar(255) not null, "client_id" varchar(255) null, "payload" text not null, primary key ("tenant_id", "event_id"))`)
    this.addSql(`create table "webhook_taken" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "log_ids" text[] not null, "started_at" timestamptz(3) not null, "lease_until" timestamptz(3) not null, primary key ("tenant_id", "id"))`)
    // What is there goes on; policies bind an owner too, who is of no tenant here.
    this.addSql(`alter table "webhook_log" no force row level security`)
    this.addSql(`alter table "webhook_attempt" no force row level security`)
    this.addSql(`insert into "webhook_payload" ("tenant_id", "event_id", "client_id", "payload")
      select distinct on ("tenant_id", "event_id") "tenant_id", "event_id", "client_id", "payload"
      from "webhook_log" order by "tenant_id", "event_id", "id"`)
    this.addSql(`insert into "webhook_taken" ("tenant_id", "id", "log_ids", "started_at", "lease_until")
      select "tenant_id", 'WHT' || substr("log_id", 5), array["log_id"], "started_at", "lease_until"
      from "webhook_attempt" where "lease_until" is not null`)
    this.addSql(`delete from "webhook_attempt" where "lease_until" is not null`)
    this.addSql(`alter table "webhook_log" force row level security`)
    this.addSql(`alter table "webhook_attempt" force row level security`)
    this.addSql(`drop index "webhook_attempt_lease_index"`)
    this.addSql(`alter table "webhook_attempt" drop column "lease_until"`)
    this.addSql(`drop index "webhook_log_client_index"`)
    this.addSql(`drop index "webhook_log_created_index"`)
    this.addSql(`drop index "webhook_log_webhook_index"`)
    this.addSql(`alter table "webhook_log" drop column "payload"`)
    this.addSql(`create index "webhook_log_client_index" on "webhook_log" ("tenant_id", "client_id", "created_at") where "client_id" is not null`)
    this.addSql(`create index "webhook_log_created_index" on "webhook_log" ("tenant_id", "created_at")`)
    this.addSql(`create index "webhook_log_webhook_index" on "webhook_log" ("tenant_id", "webhook_id", "created_at")`)
    this.addSql(`alter table "webhook_payload" enable row level security`)
    this.addSql(`alter table "webhook_payload" force row level security`)
    this.addSql(`create policy "webhook_payload_tenant" on "webhook_payload" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), ''), current_setting('app.holder_id', true), client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`)
    this.addSql(`alter table "webhook_taken" enable row level security`)
    this.addSql(`alter table "webhook_taken" force row level security`)
    this.addSql(`create policy "webhook_taken_tenant" on "webhook_taken" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`)
    this.addSql(`alter table webhook_attempt drop constraint webhook_attempt_log_id_foreign`)
    this.addSql(`alter table webhook_log set (fillfactor = 50)`)
    this.addSql(`alter table webhook_attempt reset (fillfactor)`)
  }
}
