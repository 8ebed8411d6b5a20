import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create table "changelog" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "entity" varchar(60) not null, "entity_id" varchar(200) not null, "action" varchar(10) not null, "changes" jsonb not null, "client_id" varchar(255) null, "principal_kind" varchar(20) not null, "principal_id" varchar(255) not null, "principal_name" varchar(255) not null, "request_id" varchar(255) null, "workflow_id" varchar(255) null, "at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "changelog_entity_index" on "changelog" ("tenant_id", "entity", "entity_id", "id")`,
    )
    this.addSql(
      `create table "client" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "number" varchar(40) not null, "name" varchar(200) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "client" add constraint "client_number_unique" unique ("tenant_id", "number")`,
    )
    this.addSql(
      `create table "debtor_subtype" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "code" varchar(40) not null, "debtor_type" text not null, "name" varchar(100) not null, "description" varchar(500) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "debtor_subtype_type_index" on "debtor_subtype" ("tenant_id", "debtor_type", "code", "id")`,
    )
    this.addSql(
      `create index "debtor_subtype_name_index" on "debtor_subtype" ("tenant_id", "name", "id")`,
    )
    this.addSql(
      `create index "debtor_subtype_created_index" on "debtor_subtype" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "debtor_subtype" add constraint "debtor_subtype_code_unique" unique ("tenant_id", "code")`,
    )
    this.addSql(
      `create table "event" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "type" varchar(60) not null, "name" varchar(60) not null, "subject_type" varchar(60) not null, "subject_id" varchar(200) not null, "client_id" varchar(255) null, "data" jsonb not null, "occurred_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "event_subject_index" on "event" ("tenant_id", "subject_type", "subject_id", "id")`,
    )
    this.addSql(
      `create table "idempotency" ("tenant_id" varchar(255) not null, "principal_id" varchar(255) not null, "operation" varchar(120) not null, "key" varchar(255) not null, "fingerprint" varchar(64) not null, "status" int not null, "body" text null, "location" text null, "secret" boolean not null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "principal_id", "operation", "key"))`,
    )
    this.addSql(
      `create index "idempotency_created_index" on "idempotency" ("tenant_id", "created_at")`,
    )
    this.addSql(
      `create table "user_invitation" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "user_id" varchar(255) not null, "status" text not null, "expires_at" timestamptz(3) not null, "sent_at" timestamptz(3) null, "reminded_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "invitation_user_index" on "user_invitation" ("tenant_id", "user_id", "id")`,
    )
    this.addSql(
      `create index "invitation_status_index" on "user_invitation" ("tenant_id", "status", "created_at")`,
    )
    this.addSql(
      `create table "login_attempt" ("tenant_id" varchar(255) not null, "subject" varchar(300) not null, "window_start" timestamptz(3) not null, "failures" int not null, primary key ("tenant_id", "subject"))`,
    )
    this.addSql(
      `create table "outbox" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "kind" varchar(10) not null, "workflow" varchar(60) not null, "workflow_id" varchar(300) not null, "signal" varchar(60) null, "input" jsonb not null, "attributes" jsonb not null, "attempts" int not null, "due_at" timestamptz(3) not null, "done_at" timestamptz(3) null, "dead_at" timestamptz(3) null, "last_error" text null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index outbox_due_index on outbox (due_at) where done_at is null`)
    this.addSql(
      `create table "policy_version" ("tenant_id" varchar(255) not null, "revision" bigint not null, primary key ("tenant_id"))`,
    )
    this.addSql(
      `create table "reason_code" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "code" varchar(40) not null, "type" text not null, "name" varchar(100) not null, "description" varchar(500) not null, "active" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "reason_code_type_index" on "reason_code" ("tenant_id", "type", "code", "id")`,
    )
    this.addSql(
      `create index "reason_code_name_index" on "reason_code" ("tenant_id", "name", "id")`,
    )
    this.addSql(
      `create index "reason_code_active_index" on "reason_code" ("tenant_id", "active", "code", "id")`,
    )
    this.addSql(
      `create index "reason_code_created_index" on "reason_code" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "reason_code" add constraint "reason_code_code_unique" unique ("tenant_id", "code")`,
    )
    this.addSql(
      `create table "role" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "name" varchar(100) not null, "description" varchar(500) not null, "template" varchar(40) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "role_created_index" on "role" ("tenant_id", "created_at", "id")`)
    this.addSql(`alter table "role" add constraint "role_name_unique" unique ("tenant_id", "name")`)
    this.addSql(
      `create table "role_right" ("tenant_id" varchar(255) not null, "role_id" varchar(255) not null, "right_name" varchar(120) not null, primary key ("tenant_id", "role_id", "right_name"))`,
    )
    this.addSql(
      `create table "service_account" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "name" varchar(100) not null, "description" varchar(500) not null, "active" boolean not null, "client_id" varchar(255) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "service_account_created_index" on "service_account" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `create index "service_account_client_index" on "service_account" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "service_account_active_index" on "service_account" ("tenant_id", "active", "id")`,
    )
    this.addSql(
      `alter table "service_account" add constraint "service_account_name_unique" unique ("tenant_id", "name")`,
    )
    this.addSql(
      `create table "service_account_role" ("tenant_id" varchar(255) not null, "service_account_id" varchar(255) not null, "role_id" varchar(255) not null, primary key ("tenant_id", "service_account_id", "role_id"))`,
    )
    this.addSql(
      `create index "service_account_role_role_index" on "service_account_role" ("tenant_id", "role_id")`,
    )
    this.addSql(
      `create table "service_account_secret" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "service_account_id" varchar(255) not null, "hash" varchar(64) not null, "expires_at" timestamptz(3) null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "service_account_secret_index" on "service_account_secret" ("tenant_id", "service_account_id", "id")`,
    )
    this.addSql(
      `create table "tenant" ("tenant_id" varchar(255) not null, "name" varchar(200) not null, "sandbox" boolean not null, "time_zone" varchar(60) not null, "advanced_login" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id"))`,
    )
    this.addSql(
      `create table "token" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "kind" text not null, "name" varchar(100) not null, "hash" varchar(64) not null, "client_id" varchar(255) null, "debtor_id" varchar(255) null, "user_id" varchar(255) null, "service_account_id" varchar(255) null, "super_user" boolean not null, "rights" text[] not null, "created_by" varchar(255) not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "idle_ms" int null, "last_used_at" timestamptz(3) null, "revoked_at" timestamptz(3) null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "token_user_index" on "token" ("tenant_id", "user_id")`)
    this.addSql(
      `create index "token_service_account_index" on "token" ("tenant_id", "service_account_id")`,
    )
    this.addSql(`create index "token_expires_index" on "token" ("tenant_id", "expires_at")`)
    this.addSql(
      `alter table "token" add constraint "token_hash_unique" unique ("tenant_id", "hash")`,
    )
    this.addSql(
      `create table "token_role" ("tenant_id" varchar(255) not null, "token_id" varchar(255) not null, "role_id" varchar(255) not null, primary key ("tenant_id", "token_id", "role_id"))`,
    )
    this.addSql(`create index "token_role_role_index" on "token_role" ("tenant_id", "role_id")`)
    this.addSql(
      `create table "user_account" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "email" varchar(254) not null, "name" varchar(200) not null, "kind" text not null, "status" text not null, "client_id" varchar(255) null, "super_user" boolean not null, "mfa_required" boolean not null, "mfa_enrolled_at" timestamptz(3) null, "totp_seed" text null, "totp_step" bigint null, "password_hash" text null, "password_changed_at" timestamptz(3) null, "last_login_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "user_name_index" on "user_account" ("tenant_id", "name", "id")`)
    this.addSql(
      `create index "user_created_index" on "user_account" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `create index "user_client_index" on "user_account" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(`create index "user_kind_index" on "user_account" ("tenant_id", "kind", "id")`)
    this.addSql(`create index "user_status_index" on "user_account" ("tenant_id", "status", "id")`)
    this.addSql(
      `alter table "user_account" add constraint "user_email_unique" unique ("tenant_id", "email")`,
    )
    this.addSql(
      `create table "user_group" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "name" varchar(100) not null, "description" varchar(500) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "user_group_created_index" on "user_group" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "user_group" add constraint "user_group_name_unique" unique ("tenant_id", "name")`,
    )
    this.addSql(
      `create table "user_group_member" ("tenant_id" varchar(255) not null, "user_group_id" varchar(255) not null, "user_id" varchar(255) not null, primary key ("tenant_id", "user_group_id", "user_id"))`,
    )
    this.addSql(
      `create index "user_group_member_user_index" on "user_group_member" ("tenant_id", "user_id")`,
    )
    this.addSql(
      `create table "user_role" ("tenant_id" varchar(255) not null, "user_id" varchar(255) not null, "role_id" varchar(255) not null, primary key ("tenant_id", "user_id", "role_id"))`,
    )
    this.addSql(`create index "user_role_role_index" on "user_role" ("tenant_id", "role_id")`)
    this.addSql(`alter table "changelog" enable row level security`)
    this.addSql(`alter table "changelog" force row level security`)
    this.addSql(
      `create policy "changelog_tenant" on "changelog" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(`alter table "client" enable row level security`)
    this.addSql(`alter table "client" force row level security`)
    this.addSql(
      `create policy "client_tenant" on "client" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or id = current_setting('app.client_id', true)))`,
    )
    this.addSql(
      `alter table "debtor_subtype" add constraint "debtor_subtype_debtor_type_check" check ("debtor_type" in ('COMPANY', 'PERSON'))`,
    )
    this.addSql(`alter table "debtor_subtype" enable row level security`)
    this.addSql(`alter table "debtor_subtype" force row level security`)
    this.addSql(
      `create policy "debtor_subtype_tenant" on "debtor_subtype" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(`alter table "event" enable row level security`)
    this.addSql(`alter table "event" force row level security`)
    this.addSql(
      `create policy "event_tenant" on "event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(`alter table "idempotency" enable row level security`)
    this.addSql(`alter table "idempotency" force row level security`)
    this.addSql(
      `create policy "idempotency_tenant" on "idempotency" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(
      `alter table "user_invitation" add constraint "user_invitation_status_check" check ("status" in ('PENDING', 'ACCEPTED', 'WITHDRAWN', 'EXPIRED'))`,
    )
    this.addSql(`alter table "user_invitation" enable row level security`)
    this.addSql(`alter table "user_invitation" force row level security`)
    this.addSql(
      `create policy "user_invitation_tenant" on "user_invitation" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(`alter table "login_attempt" enable row level security`)
    this.addSql(`alter table "login_attempt" force row level security`)
    this.addSql(
      `create policy "login_attempt_tenant" on "login_attempt" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(`alter table "outbox" enable row level security`)
    this.addSql(`alter table "outbox" force row level security`)
    this.addSql(
      `create policy "outbox_tenant" on "outbox" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(`alter table "policy_version" enable row level security`)
    this.addSql(`alter table "policy_version" force row level security`)
    this.addSql(
      `create policy "policy_version_tenant" on "policy_version" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(
      `alter table "reason_code" add constraint "reason_code_type_check" check ("type" in ('DISPUTE', 'CREDIT', 'WRITE_OFF', 'DENY', 'STOP', 'RETURN', 'REPRIEVE', 'OVERRIDE'))`,
    )
    this.addSql(`alter table "reason_code" enable row level security`)
    this.addSql(`alter table "reason_code" force row level security`)
    this.addSql(
      `create policy "reason_code_tenant" on "reason_code" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(`alter table "role" enable row level security`)
    this.addSql(`alter table "role" force row level security`)
    this.addSql(
      `create policy "role_tenant" on "role" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(`alter table "role_right" enable row level security`)
    this.addSql(`alter table "role_right" force row level security`)
    this.addSql(
      `create policy "role_right_tenant" on "role_right" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(`alter table "service_account" enable row level security`)
    this.addSql(`alter table "service_account" force row level security`)
    this.addSql(
      `create policy "service_account_tenant" on "service_account" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(`alter table "service_account_role" enable row level security`)
    this.addSql(`alter table "service_account_role" force row level security`)
    this.addSql(
      `create policy "service_account_role_tenant" on "service_account_role" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(`alter table "service_account_secret" enable row level security`)
    this.addSql(`alter table "service_account_secret" force row level security`)
    this.addSql(
      `create policy "service_account_secret_tenant" on "service_account_secret" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(`alter table "tenant" enable row level security`)
    this.addSql(`alter table "tenant" force row level security`)
    this.addSql(
      `create policy "tenant_tenant" on "tenant" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(
      `alter table "token" add constraint "token_kind_check" check ("kind" in ('SYSTEM', 'CLIENT', 'PORTAL', 'DEBTOR', 'USER', 'SERVICE_ACCOUNT'))`,
    )
    this.addSql(`alter table "token" enable row level security`)
    this.addSql(`alter table "token" force row level security`)
    this.addSql(
      `create policy "token_tenant" on "token" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(`alter table "token_role" enable row level security`)
    this.addSql(`alter table "token_role" force row level security`)
    this.addSql(
      `create policy "token_role_tenant" on "token_role" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(
      `alter table "user_account" add constraint "user_account_kind_check" check ("kind" in ('STAFF', 'CLIENT', 'DEBTOR', 'SYSTEM'))`,
    )
    this.addSql(
      `alter table "user_account" add constraint "user_account_status_check" check ("status" in ('INVITED', 'ACTIVE', 'DISABLED'))`,
    )
    this.addSql(`alter table "user_account" enable row level security`)
    this.addSql(`alter table "user_account" force row level security`)
    this.addSql(
      `create policy "user_account_tenant" on "user_account" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(`alter table "user_group" enable row level security`)
    this.addSql(`alter table "user_group" force row level security`)
    this.addSql(
      `create policy "user_group_tenant" on "user_group" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(`alter table "user_group_member" enable row level security`)
    this.addSql(`alter table "user_group_member" force row level security`)
    this.addSql(
      `create policy "user_group_member_tenant" on "user_group_member" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(`alter table "user_role" enable row level security`)
    this.addSql(`alter table "user_role" force row level security`)
    this.addSql(
      `create policy "user_role_tenant" on "user_role" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(
      `alter table client add constraint client_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table debtor_subtype add constraint debtor_subtype_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table user_invitation add constraint user_invitation_user_id_foreign foreign key (tenant_id, user_id) references user_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table reason_code add constraint reason_code_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table role add constraint role_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table role_right add constraint role_right_role_id_foreign foreign key (tenant_id, role_id) references role (tenant_id, id)`,
    )
    this.addSql(
      `alter table user_role add constraint user_role_user_id_foreign foreign key (tenant_id, user_id) references user_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table user_role add constraint user_role_role_id_foreign foreign key (tenant_id, role_id) references role (tenant_id, id)`,
    )
    this.addSql(
      `alter table service_account add constraint service_account_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table service_account add constraint service_account_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table service_account_role add constraint service_account_role_service_account_id_foreign foreign key (tenant_id, service_account_id) references service_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table service_account_role add constraint service_account_role_role_id_foreign foreign key (tenant_id, role_id) references role (tenant_id, id)`,
    )
    this.addSql(
      `alter table service_account_secret add constraint service_account_secret_service_account_id_foreign foreign key (tenant_id, service_account_id) references service_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table token add constraint token_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table token add constraint token_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table token add constraint token_user_id_foreign foreign key (tenant_id, user_id) references user_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table token add constraint token_service_account_id_foreign foreign key (tenant_id, service_account_id) references service_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table token_role add constraint token_role_token_id_foreign foreign key (tenant_id, token_id) references token (tenant_id, id)`,
    )
    this.addSql(
      `alter table token_role add constraint token_role_role_id_foreign foreign key (tenant_id, role_id) references role (tenant_id, id)`,
    )
    this.addSql(
      `alter table user_group add constraint user_group_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table user_group_member add constraint user_group_member_user_group_id_foreign foreign key (tenant_id, user_group_id) references user_group (tenant_id, id)`,
    )
    this.addSql(
      `alter table user_group_member add constraint user_group_member_user_id_foreign foreign key (tenant_id, user_id) references user_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table user_account add constraint user_account_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table user_account add constraint user_account_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(`create function policy_changed() returns trigger language plpgsql as $$
      begin
        update policy_version set revision = revision + 1
          where tenant_id in (select tenant_id from changed);
        return null;
      end $$`)
    this.addSql(`create trigger role_right_added after insert on role_right
      referencing new table as changed for each statement execute function policy_changed()`)
    this.addSql(`create trigger role_right_removed after delete on role_right
      referencing old table as changed for each statement execute function policy_changed()`)
  }
}
