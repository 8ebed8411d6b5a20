import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create table "internal_request" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "topic" varchar(60) not null, "subject_type" varchar(60) not null, "subject_id" varchar(60) not null, "client_id" varchar(255) null, "payload_hash" varchar(64) not null, "status" text not null, "comment" varchar(1000) null, "requested_by" varchar(60) not null, "requested_by_name" varchar(200) not null, "decided_by" varchar(60) null, "expires_at" timestamptz(3) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "internal_request_topic_index" on "internal_request" ("tenant_id", "topic", "subject_id", "id")`,
    )
    this.addSql(
      `create index internal_request_open_index on internal_request (tenant_id, expires_at) where status = 'OPEN'`,
    )
    this.addSql(
      `alter table "internal_request" add constraint "internal_request_status_check" check ("status" in ('OPEN', 'APPROVED', 'REJECTED', 'EXPIRED', 'CANCELLED'))`,
    )
    this.addSql(`alter table "internal_request" enable row level security`)
    this.addSql(`alter table "internal_request" force row level security`)
    this.addSql(`create policy "internal_request_tenant" on "internal_request" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(
      `alter table internal_request add constraint internal_request_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table internal_request add constraint internal_request_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
  }
}
