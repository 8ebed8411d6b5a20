import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`create or replace function id_text(id uuid) returns text immutable strict parallel safe language plpgsql as $$
declare
  h text := replace(id::text, '-', '');
  b0 bigint := ('x' || lpad(substr(h, 1, 15), 16, '0'))::bit(64)::bigint << 0;
  b1 bigint := ('x' || lpad(substr(h, 16, 15), 16, '0'))::bit(64)::bigint << 0;
  b2 bigint := ('x' || lpad(substr(h, 31, 2), 16, '0'))::bit(64)::bigint << 2;
begin
  if id = 'ffffffffffffffffffffffffffffffff' then return 'platform'; end if;
  return (array['NF', 'ET', 'EP', 'C.', 'SD', 'DS', 'RP', 'D.', 'U', 'UI', 'PW', 'RO', 'UG', 'AC', 'SA', 'SS', 'TK', 'CS', 'OS', 'CP', 'CA', 'CT', 'CX', 'ER', 'PS', 'CY', 'I', 'CZ', 'DB', 'CD', 'CR', 'SC', 'AR', 'AL', 'IA', 'LE', 'FC', 'FD', 'IR', 'BA', 'FE', 'UA', 'V', 'VP', 'VR', 'PO', 'RC', 'DOC', 'IQ', 'WH', 'WHRL', 'IE', 'RT', 'RM', 'SE', 'EE', 'T', 'CC', 'NT', 'TD', 'LB', 'LA', 'ST', 'JR', 'CL', 'EV', 'OB', 'TN', 'WHT', 'SN', 'CG', 'KP', 'SH', 'QS', 'BF'])[get_byte(uuid_send(id), 11)]
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 55) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 50) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 45) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 40) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 35) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 30) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 25) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 20) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 15) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 10) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 5) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 0) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 55) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 50) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 45) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 40) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 35) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 30) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 25) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 20) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 15) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 10) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 5) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 0) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b2 >> 5) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b2 >> 0) & 31)::int + 1, 1);
end $$`)
    this.addSql(
      `comment on function id_text is 'made of b800e443c9f9a2c43722a68c855b091beb23720ad0daaa06482b0072d3aa7cd7'`,
    )
    this.addSql(
      `create table "bookkeeping_file" ("tenant_id" int not null, "id" uuid not null, "owner_type" text not null, "owner_id" uuid not null, "client_id" uuid null, "kind" text not null, "format" text not null, "status" text not null, "from_date" date not null, "to_date" date not null, "series" varchar(10) not null, "fiscal_year" int not null, "currency" varchar(3) not null, "numbers" int[] not null, "voucher_count" int not null, "debit_total" bigint not null, "document_id" uuid not null, "exported_at" timestamptz(3) null, "export_channel" text null, "error" varchar(1000) null, "schedule_run_id" uuid null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "bookkeeping_file_client_index" on "bookkeeping_file" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "bookkeeping_file_status_index" on "bookkeeping_file" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `create index "bookkeeping_file_format_index" on "bookkeeping_file" ("tenant_id", "format", "id")`,
    )
    this.addSql(
      `create index "bookkeeping_file_series_index" on "bookkeeping_file" ("tenant_id", "series", "id")`,
    )
    this.addSql(
      `create index "bookkeeping_file_to_index" on "bookkeeping_file" ("tenant_id", "to_date", "id")`,
    )
    this.addSql(
      `create index "bookkeeping_file_document_index" on "bookkeeping_file" ("tenant_id", "document_id")`,
    )
    this.addSql(
      `create index "bookkeeping_file_run_index" on "bookkeeping_file" ("tenant_id", "schedule_run_id") where "schedule_run_id" is not null`,
    )
    this.addSql(
      `create table "schedule" ("tenant_id" int not null, "id" uuid not null, "kind" text not null, "client_id" uuid null, "name" varchar(100) not null, "cron" varchar(100) not null, "time_zone" varchar(60) not null, "recipients" text[] not null, "input" jsonb not null, "enabled" boolean not null, "next_run_at" timestamptz(3) null, "last_run_at" timestamptz(3) null, "last_outcome" text null, "requested_by" uuid not null, "requested_by_name" varchar(200) not null, "opened_by" varchar(120) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "schedule_name_index" on "schedule" ("tenant_id", "kind", "name", "id")`,
    )
    this.addSql(
      `create index "schedule_client_index" on "schedule" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(`create index schedule_next_index on schedule (next_run_at) where enabled`)
    this.addSql(
      `create table "schedule_run" ("tenant_id" int not null, "id" uuid not null, "schedule_id" uuid not null, "kind" text not null, "client_id" uuid null, "planned_at" timestamptz(3) not null, "status" text not null, "document_ids" uuid[] not null, "recipients" text[] not null, "mailed" int not null, "error" varchar(500) null, "ended_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "schedule_run_age_index" on "schedule_run" ("planned_at")`)
    this.addSql(
      `create index "schedule_run_client_index" on "schedule_run" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index schedule_run_open_index on schedule_run (tenant_id, updated_at) where status in ('QUEUED', 'PRODUCED')`,
    )
    this.addSql(
      `alter table "schedule_run" add constraint "schedule_run_planned_unique" unique ("tenant_id", "schedule_id", "planned_at")`,
    )
    this.addSql(`alter table "document" drop constraint "document_owner_type_check"`)
    this.addSql(`alter table "document" drop constraint "document_type_check"`)
    this.addSql(
      `alter table "document" add constraint "document_owner_type_check" check ("owner_type" in ('INVOICE', 'CLIENT', 'TENANT', 'VOUCHER', 'BOOKKEEPING_FILE', 'SCHEDULE_RUN'))`,
    )
    this.addSql(
      `alter table "document" add constraint "document_type_check" check ("type" in ('INVOICE', 'CREDIT_INVOICE', 'NOTICE_OF_ASSIGNMENT', 'PREVIEW', 'ATTACHMENT', 'BRAND', 'VOUCHER_EXPORT', 'BOOKKEEPING_FILE', 'REPORT', 'OTHER'))`,
    )
    this.addSql(`alter table "system_errand" drop constraint "system_errand_type_check"`)
    this.addSql(
      `alter table "system_errand" add constraint "system_errand_type_check" check ("type" in ('INVOICE_VALIDATION', 'ACTIVATION_FAILED', 'POST_ACTIVATION', 'PAYMENT_MISMATCH', 'RECONCILIATION', 'VOUCHER', 'SYNC', 'DOCUMENT', 'DISTRIBUTION', 'ENFORCEMENT', 'CREDIT', 'AML', 'KYC', 'PAYOUT', 'MONITORING', 'LIMITATION', 'ONBOARDING', 'JOB', 'PROCESS', 'SCHEDULE'))`,
    )
    this.addSql(
      `alter table "bookkeeping_file" add constraint "bookkeeping_file_owner_type_check" check ("owner_type" in ('TENANT', 'CLIENT'))`,
    )
    this.addSql(
      `alter table "bookkeeping_file" add constraint "bookkeeping_file_kind_check" check ("kind" in ('VOUCHERS'))`,
    )
    this.addSql(
      `alter table "bookkeeping_file" add constraint "bookkeeping_file_format_check" check ("format" in ('SIE4I', 'CSV', 'JSON'))`,
    )
    this.addSql(
      `alter table "bookkeeping_file" add constraint "bookkeeping_file_status_check" check ("status" in ('GENERATED', 'EXPORTED', 'ACKNOWLEDGED', 'FAILED'))`,
    )
    this.addSql(
      `alter table "bookkeeping_file" add constraint "bookkeeping_file_export_channel_check" check ("export_channel" in ('DOWNLOAD', 'EMAIL'))`,
    )
    this.addSql(`alter table "bookkeeping_file" enable row level security`)
    this.addSql(`alter table "bookkeeping_file" force row level security`)
    this.addSql(`create policy "bookkeeping_file_tenant" on "bookkeeping_file" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "schedule" add constraint "schedule_kind_check" check ("kind" in ('BOOKKEEPING_FILE', 'QUERY_REPORT'))`,
    )
    this.addSql(
      `alter table "schedule" add constraint "schedule_last_outcome_check" check ("last_outcome" in ('SENT', 'NOTHING', 'FAILED'))`,
    )
    this.addSql(`alter table "schedule" enable row level security`)
    this.addSql(`alter table "schedule" force row level security`)
    this.addSql(`create policy "schedule_tenant" on "schedule" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "schedule_run" add constraint "schedule_run_kind_check" check ("kind" in ('BOOKKEEPING_FILE', 'QUERY_REPORT'))`,
    )
    this.addSql(
      `alter table "schedule_run" add constraint "schedule_run_status_check" check ("status" in ('QUEUED', 'PRODUCED', 'SENT', 'NOTHING', 'FAILED'))`,
    )
    this.addSql(`alter table "schedule_run" enable row level security`)
    this.addSql(`alter table "schedule_run" force row level security`)
    this.addSql(`create policy "schedule_run_tenant" on "schedule_run" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table schedule add constraint schedule_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table schedule add constraint schedule_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table schedule_run add constraint schedule_run_schedule_id_foreign foreign key (tenant_id, schedule_id) references schedule (tenant_id, id)`,
    )
    this.addSql(
      `alter table bookkeeping_file add constraint bookkeeping_file_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table bookkeeping_file add constraint bookkeeping_file_document_id_foreign foreign key (tenant_id, document_id) references document (tenant_id, id)`,
    )
  }
}
