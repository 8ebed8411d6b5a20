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
  return (array['NF', 'ET', 'EP', 'C.', 'SD', 'DS', 'RP', 'D.', 'U', 'UI', 'PW', 'RO', 'UG', 'AC', 'SA', 'SS', 'TK', 'CS', 'OS', 'CP', 'CA', 'CT', 'CX', 'ER', 'PS', 'CY', 'I', 'CZ', 'DB', 'CD', 'CR', 'SC', 'AR', 'AL', 'IA', 'LE', 'FC', 'FD', 'IR', 'BA', 'FE', 'UA', 'V', 'VP', 'VR', 'PO', 'RC', 'DOC', 'IQ', 'WH', 'WHRL', 'IE', 'RT', 'RM', 'SE', 'EE', 'T', 'CC', 'NT', 'TD', 'LB', 'LA', 'ST', 'JR', 'CL', 'EV', 'OB', 'TN', 'WHT', 'SN', 'CG', 'KP', 'IP', 'SV', 'PT', 'CU', 'SO', 'SG', 'SX', 'CH', 'HB', 'CQ', 'GU', 'AU', 'AN', 'AQ', 'BN', 'BP', 'TX', 'SH', 'QS', 'BF'])[get_byte(uuid_send(id), 11)]
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
      `comment on function id_text is 'made of acc386ce08c63e69baeed6baba87acea6a8f5b158bcb174cab86cb5de350f9f2'`,
    )
    this.addSql(`create or replace function event_data(family text, data json) returns json
immutable strict parallel safe language sql return
case json_typeof(data)
  when 'null' then null
  when 'array' then (select coalesce(json_object_agg(f.name, v.value order by f.n), '{}')
    from json_array_elements(data) with ordinality v (value, n)
    join unnest(case family
      when 'CLIENT_BANK_ACCOUNT' then array['kind', 'status']
      when 'INVOICE' then array['invoiceNumber', 'type', 'mainStatus', 'ledgerStatus', 'productCode', 'bookedDate']
      when 'INVOICE_BALANCE' then array['invoiceNumber', 'ledgerStatus', 'balance', 'paidAmount', 'creditedAmount', 'baseCurrency']
      when 'INVOICE_REQUEST' then array['invoiceId', 'type', 'status']
      when 'INVOICE_LEDGER_EVENT' then array['invoiceId', 'type', 'plannedDate', 'doneDate']
      when 'INVOICE_GUARANTOR' then array['invoiceId', 'status']
      when 'FACTORING_STATUS' then array['invoiceId', 'status', 'financeDecision', 'decidedBy']
      when 'INVOICE_FINANCIAL_EVENT' then array['claimId', 'type', 'component', 'amount', 'currency', 'bookDate']
      when 'DISTRIBUTION' then array['type', 'invoiceId', 'channel', 'sentAt']
      when 'REALTIME' then array['text']
      when 'CACHE' then array['module']
      when 'SETTING' then array['key'] end) with ordinality f (name, n) on f.n = v.n)
  else data end`)
    this.addSql(
      `comment on function event_data is 'made of 78e269d785e80a4e17f140ca0652b98aae2c735d320fd6cd5c7dffab258dbbd3'`,
    )
    this.addSql(
      `create table "automation" ("tenant_id" int not null, "id" uuid not null, "name" varchar(100) not null, "type" varchar(60) not null, "event" varchar(60) null, "enabled" boolean not null, "client_id" uuid null, "of_client" boolean not null, "saved_by" uuid not null, "saved_by_name" varchar(200) not null, "bound" boolean not null, "suspended_for" varchar(60) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "automation_name_index" on "automation" ("tenant_id", "name", "id")`)
    this.addSql(`create index "automation_type_index" on "automation" ("tenant_id", "type", "id")`)
    this.addSql(
      `create index "automation_event_index" on "automation" ("tenant_id", "event", "id")`,
    )
    this.addSql(
      `create index "automation_enabled_index" on "automation" ("tenant_id", "enabled", "id")`,
    )
    this.addSql(
      `create index "automation_client_index" on "automation" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create table "automation_route" ("tenant_id" int not null, "type" varchar(60) not null, "automation_id" uuid not null, "event" varchar(60) null, "of_client" boolean not null, "only_client_id" uuid null, primary key ("tenant_id", "type", "automation_id"))`,
    )
    this.addSql(
      `create table "automation_rule" ("tenant_id" int not null, "id" uuid not null, "automation_id" uuid not null, "client_id" uuid null, "of_client" boolean not null, "position" int not null, "conditions" jsonb null, "actions" jsonb not null, "created_by" uuid not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "automation_rule_automation_index" on "automation_rule" ("tenant_id", "automation_id", "position")`,
    )
    this.addSql(
      `create table "automation_run" ("tenant_id" int not null, "id" uuid not null, "automation_id" uuid not null, "event_id" uuid not null, "type" varchar(60) not null, "event" varchar(60) not null, "subject_type" varchar(60) not null, "subject_id" varchar(200) not null, "client_id" uuid null, "of_client" boolean not null, "about_id" varchar(200) null, "depth" int not null, "status" text not null, "code" varchar(60) null, "facts" json not null, "steps" jsonb null, "created_at" timestamptz(3) not null, "ended_at" timestamptz(3) null, "starts_at" timestamptz(3) null, "start_due_at" timestamptz(6) null, "start_attempts" int null, "start_error" varchar(500) null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "automation_run_automation_index" on "automation_run" ("tenant_id", "automation_id", "created_at", "id")`,
    )
    this.addSql(
      `create index "automation_run_about_index" on "automation_run" ("tenant_id", "about_id", "id")`,
    )
    this.addSql(
      `create index "automation_run_moving_index" on "automation_run" ("tenant_id", "id") where "ended_at" is null`,
    )
    this.addSql(
      `create index "automation_run_ended_index" on "automation_run" ("ended_at") where "ended_at" is not null`,
    )
    this.addSql(
      `create index automation_run_start_index on automation_run (tenant_id, starts_at) where starts_at is not null`,
    )
    this.addSql(
      `create table "bankrupt_claim" ("tenant_id" int not null, "invoice_id" uuid not null, "system_debtor_id" uuid not null, "client_id" uuid not null, "number" int not null, "stopped" boolean not null, "interest_paused_from" date null, "currency" varchar(3) not null, "doubtful" bigint not null, "doubtful_net" bigint not null, primary key ("tenant_id", "invoice_id"))`,
    )
    this.addSql(
      `create index "bankrupt_claim_debtor_index" on "bankrupt_claim" ("tenant_id", "system_debtor_id", "invoice_id")`,
    )
    this.addSql(
      `create index "bankrupt_claim_client_index" on "bankrupt_claim" ("tenant_id", "client_id", "system_debtor_id")`,
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
      `create table "client_bank_account" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "kind" varchar(10) not null, "number" varchar(40) not null, "bic" varchar(11) null, "clearing" varchar(5) null, "holder_name" varchar(140) not null, "status" varchar(12) not null, "verified_by" uuid null, "verified_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create unique index client_bank_account_number_unique on client_bank_account (tenant_id, client_id, kind, number) where status <> 'REVOKED'`,
    )
    this.addSql(
      `create index "client_bank_account_client_index" on "client_bank_account" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "client_bank_account_kind_index" on "client_bank_account" ("tenant_id", "kind", "id")`,
    )
    this.addSql(
      `create index "client_bank_account_status_index" on "client_bank_account" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `create table "client_bank_account_profile" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "purpose" varchar(20) not null, "currency" varchar(3) not null, "client_bank_account_id" uuid not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "client_bank_account_profile_account_index" on "client_bank_account_profile" ("tenant_id", "client_bank_account_id", "id")`,
    )
    this.addSql(
      `create index "client_bank_account_profile_purpose_index" on "client_bank_account_profile" ("tenant_id", "purpose", "id")`,
    )
    this.addSql(
      `create index "client_bank_account_profile_currency_index" on "client_bank_account_profile" ("tenant_id", "currency", "id")`,
    )
    this.addSql(
      `alter table "client_bank_account_profile" add constraint "client_bank_account_profile_unique" unique ("tenant_id", "client_id", "purpose", "currency")`,
    )
    this.addSql(
      `create table "client_financial_price_template" ("tenant_id" int not null, "id" uuid not null, "name" varchar(100) not null, "description" varchar(500) not null, "products" text[] not null, "enabled" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create unique index client_financial_price_template_name_alike on client_financial_price_template (tenant_id, folded_name(name))`,
    )
    this.addSql(
      `create index "client_financial_price_template_enabled_index" on "client_financial_price_template" ("tenant_id", "enabled", "id")`,
    )
    this.addSql(
      `create index "client_financial_price_template_created_index" on "client_financial_price_template" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "client_financial_price_template" add constraint "client_financial_price_template_name_unique" unique ("tenant_id", "name")`,
    )
    this.addSql(
      `create table "client_handler" ("tenant_id" int not null, "id" uuid not null, "name" varchar(100) not null, "email" varchar(254) null, "phone" varchar(60) null, "user_id" uuid null, "user_group_id" uuid null, "active" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create unique index client_handler_name_alike on client_handler (tenant_id, folded_name(name))`,
    )
    this.addSql(
      `create index "client_handler_user_index" on "client_handler" ("tenant_id", "user_id", "id")`,
    )
    this.addSql(
      `create index "client_handler_group_index" on "client_handler" ("tenant_id", "user_group_id", "id")`,
    )
    this.addSql(
      `create index "client_handler_active_index" on "client_handler" ("tenant_id", "active", "id")`,
    )
    this.addSql(
      `create index "client_handler_created_index" on "client_handler" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "client_handler" add constraint "client_handler_name_unique" unique ("tenant_id", "name")`,
    )
    this.addSql(
      `create table "client_handler_billing" ("tenant_id" int not null, "id" uuid not null, "client_handler_id" uuid not null, "country_code" varchar(2) not null, "identification_number" varchar(40) null, "name" varchar(200) null, "address" jsonb null, "email" varchar(254) null, "commission_percent" numeric(24,10) not null, "bill_to" text not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "client_handler_billing" add constraint "client_handler_billing_unique" unique ("tenant_id", "client_handler_id")`,
    )
    this.addSql(
      `create table "client_handler_client" ("tenant_id" int not null, "client_handler_id" uuid not null, "client_id" uuid not null, primary key ("tenant_id", "client_handler_id", "client_id"))`,
    )
    this.addSql(
      `alter table "client_handler_client" add constraint "client_handler_client_unique" unique ("tenant_id", "client_id")`,
    )
    this.addSql(
      `create table "client_invoice_request" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "invoice_id" uuid not null, "type" varchar(30) not null, "text" varchar(2000) not null, "data" jsonb not null, "status" varchar(20) not null, "reason_code" varchar(40) null, "comments" jsonb not null, "requested_by" uuid not null, "decided_by" uuid null, "decided_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "client_invoice_request_client_index" on "client_invoice_request" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "client_invoice_request_invoice_index" on "client_invoice_request" ("tenant_id", "invoice_id", "id")`,
    )
    this.addSql(
      `create index "client_invoice_request_status_index" on "client_invoice_request" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `create index "client_invoice_request_type_index" on "client_invoice_request" ("tenant_id", "type", "id")`,
    )
    this.addSql(
      `create index "client_invoice_request_created_index" on "client_invoice_request" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `create index "client_invoice_request_by_index" on "client_invoice_request" ("tenant_id", "requested_by", "id")`,
    )
    this.addSql(
      `create table "client_repository" ("tenant_id" int not null, "client_id" uuid not null, "repository" varchar(60) not null, "branch" varchar(200) not null, "directory" varchar(200) not null, "status" varchar(20) not null, "mark" varchar(1000) not null, "row_ids" text[] not null, "commit_id" varchar(40) null, "committed_at" timestamptz(3) null, "failure" varchar(500) null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "client_id"))`,
    )
    this.addSql(
      `create table "client_transfer_text" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "purpose" varchar(20) not null, "language" varchar(2) not null, "template" varchar(140) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "client_transfer_text_purpose_index" on "client_transfer_text" ("tenant_id", "purpose", "id")`,
    )
    this.addSql(
      `create index "client_transfer_text_language_index" on "client_transfer_text" ("tenant_id", "language", "id")`,
    )
    this.addSql(
      `alter table "client_transfer_text" add constraint "client_transfer_text_unique" unique ("tenant_id", "client_id", "purpose", "language")`,
    )
    this.addSql(
      `create table "content_user_setting" ("tenant_id" int not null, "id" uuid not null, "user_id" uuid not null, "type" varchar(100) not null, "value" jsonb not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "content_user_setting" add constraint "content_user_setting_unique" unique ("tenant_id", "user_id", "type")`,
    )
    this.addSql(
      `create table "debtor_setting" ("tenant_id" int not null, "debtor_id" uuid not null, "client_id" uuid not null, "value" jsonb not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "debtor_id"))`,
    )
    this.addSql(
      `create index "debtor_setting_client_index" on "debtor_setting" ("tenant_id", "client_id")`,
    )
    this.addSql(
      `create table "instance_provider" ("tenant_id" int not null, "id" uuid not null, "name" varchar(200) not null, "identification_number" varchar(40) null, "country_code" varchar(2) not null, "currency" varchar(3) not null, "email" varchar(254) null, "is_default" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create unique index instance_provider_name_alike on instance_provider (tenant_id, folded_name(name))`,
    )
    this.addSql(
      `create unique index instance_provider_default_unique on instance_provider (tenant_id) where is_default`,
    )
    this.addSql(
      `create index "instance_provider_identification_index" on "instance_provider" ("tenant_id", "identification_number", "id")`,
    )
    this.addSql(
      `create index "instance_provider_country_index" on "instance_provider" ("tenant_id", "country_code", "id")`,
    )
    this.addSql(
      `create index "instance_provider_created_index" on "instance_provider" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "instance_provider" add constraint "instance_provider_name_unique" unique ("tenant_id", "name")`,
    )
    this.addSql(
      `create table "invoice_guarantor" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "invoice_id" uuid not null, "name" varchar(200) not null, "type" varchar(20) not null, "country_code" varchar(2) not null, "identification_number" varchar(40) not null, "normal_number" varchar(40) not null, "address" jsonb null, "email" varchar(254) null, "limit_amount" bigint null, "currency" varchar(3) not null, "status" varchar(20) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "invoice_guarantor_invoice_index" on "invoice_guarantor" ("tenant_id", "invoice_id", "id")`,
    )
    this.addSql(
      `create index "invoice_guarantor_client_index" on "invoice_guarantor" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `alter table "invoice_guarantor" add constraint "invoice_guarantor_number_unique" unique ("tenant_id", "invoice_id", "country_code", "normal_number")`,
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
    this.addSql(
      `create table "service_provider" ("tenant_id" int not null, "id" uuid not null, "code" varchar(40) not null, "name" varchar(200) not null, "type" text not null, "identification_number" varchar(40) null, "country_code" varchar(2) not null, "is_internal" boolean not null, "active" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "service_provider_name_index" on "service_provider" ("tenant_id", "name", "id")`,
    )
    this.addSql(
      `create index "service_provider_type_index" on "service_provider" ("tenant_id", "type", "id")`,
    )
    this.addSql(
      `create index "service_provider_active_index" on "service_provider" ("tenant_id", "active", "id")`,
    )
    this.addSql(
      `create index "service_provider_created_index" on "service_provider" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "service_provider" add constraint "service_provider_code_unique" unique ("tenant_id", "code")`,
    )
    this.addSql(
      `create table "setting_choice" ("tenant_id" int not null, "id" uuid not null, "level" varchar(40) not null, "target_id" uuid not null, "value" jsonb not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "setting_choice_level_index" on "setting_choice" ("tenant_id", "level", "id")`,
    )
    this.addSql(
      `alter table "setting_choice" add constraint "setting_choice_target_unique" unique ("tenant_id", "target_id")`,
    )
    this.addSql(
      `create table "system_debtor_event" ("tenant_id" int not null, "id" uuid not null, "system_debtor_id" uuid not null, "type" text not null, "date" date not null, "text" varchar(500) not null, "created_by" uuid not null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "system_debtor_event_debtor_index" on "system_debtor_event" ("tenant_id", "system_debtor_id", "date", "id")`,
    )
    this.addSql(
      `create index "system_debtor_event_date_index" on "system_debtor_event" ("tenant_id", "date", "id")`,
    )
    this.addSql(
      `create table "system_debtor_group" ("tenant_id" int not null, "id" uuid not null, "name" varchar(100) not null, "description" varchar(500) not null, "parent_id" uuid null, "currency" varchar(3) not null, "credit_limit" bigint null, "utilised" bigint not null, "reserved" bigint not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create unique index system_debtor_group_name_alike on system_debtor_group (tenant_id, folded_name(name))`,
    )
    this.addSql(
      `create index "system_debtor_group_parent_index" on "system_debtor_group" ("tenant_id", "parent_id", "id")`,
    )
    this.addSql(
      `create index "system_debtor_group_created_index" on "system_debtor_group" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "system_debtor_group" add constraint "system_debtor_group_name_unique" unique ("tenant_id", "name")`,
    )
    this.addSql(
      `create table "system_debtor_group_member" ("tenant_id" int not null, "group_id" uuid not null, "system_debtor_id" uuid not null, primary key ("tenant_id", "group_id", "system_debtor_id"))`,
    )
    this.addSql(
      `alter table "system_debtor_group_member" add constraint "system_debtor_group_member_debtor_unique" unique ("tenant_id", "system_debtor_id")`,
    )
    this.addSql(`alter table "automation" enable row level security`)
    this.addSql(`alter table "automation" force row level security`)
    this.addSql(`create policy "automation_tenant" on "automation" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid and of_client when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid and of_client when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "automation_route" enable row level security`)
    this.addSql(`alter table "automation_route" force row level security`)
    this.addSql(
      `create policy "automation_route_tenant" on "automation_route" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`,
    )
    this.addSql(`alter table "automation_rule" enable row level security`)
    this.addSql(`alter table "automation_rule" force row level security`)
    this.addSql(`create policy "automation_rule_tenant" on "automation_rule" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid and of_client when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid and of_client when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "automation_run" add constraint "automation_run_status_check" check ("status" in ('WAITING', 'RUNNING', 'DONE', 'NOT_MET', 'FAILED', 'ENDED'))`,
    )
    this.addSql(`alter table "automation_run" enable row level security`)
    this.addSql(`alter table "automation_run" force row level security`)
    this.addSql(`create policy "automation_run_tenant" on "automation_run" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid and of_client when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`)
    this.addSql(`alter table "bankrupt_claim" enable row level security`)
    this.addSql(`alter table "bankrupt_claim" force row level security`)
    this.addSql(`create policy "bankrupt_claim_tenant" on "bankrupt_claim" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
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
    this.addSql(`alter table "client_bank_account" enable row level security`)
    this.addSql(`alter table "client_bank_account" force row level security`)
    this.addSql(`create policy "client_bank_account_tenant" on "client_bank_account" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "client_bank_account_profile" enable row level security`)
    this.addSql(`alter table "client_bank_account_profile" force row level security`)
    this.addSql(`create policy "client_bank_account_profile_tenant" on "client_bank_account_profile" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "client_financial_price_template" enable row level security`)
    this.addSql(`alter table "client_financial_price_template" force row level security`)
    this.addSql(
      `create policy "client_financial_price_template_tenant" on "client_financial_price_template" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`alter table "client_handler" enable row level security`)
    this.addSql(`alter table "client_handler" force row level security`)
    this.addSql(
      `create policy "client_handler_tenant" on "client_handler" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(
      `alter table "client_handler_billing" add constraint "client_handler_billing_bill_to_check" check ("bill_to" in ('CLIENT', 'HANDLER'))`,
    )
    this.addSql(`alter table "client_handler_billing" enable row level security`)
    this.addSql(`alter table "client_handler_billing" force row level security`)
    this.addSql(
      `create policy "client_handler_billing_tenant" on "client_handler_billing" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`alter table "client_handler_client" enable row level security`)
    this.addSql(`alter table "client_handler_client" force row level security`)
    this.addSql(`create policy "client_handler_client_tenant" on "client_handler_client" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "client_invoice_request" enable row level security`)
    this.addSql(`alter table "client_invoice_request" force row level security`)
    this.addSql(`create policy "client_invoice_request_tenant" on "client_invoice_request" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "client_repository" enable row level security`)
    this.addSql(`alter table "client_repository" force row level security`)
    this.addSql(`create policy "client_repository_tenant" on "client_repository" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "client_transfer_text" enable row level security`)
    this.addSql(`alter table "client_transfer_text" force row level security`)
    this.addSql(`create policy "client_transfer_text_tenant" on "client_transfer_text" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "content_user_setting" enable row level security`)
    this.addSql(`alter table "content_user_setting" force row level security`)
    this.addSql(
      `create policy "content_user_setting_tenant" on "content_user_setting" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`alter table "debtor_setting" enable row level security`)
    this.addSql(`alter table "debtor_setting" force row level security`)
    this.addSql(`create policy "debtor_setting_tenant" on "debtor_setting" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "instance_provider" enable row level security`)
    this.addSql(`alter table "instance_provider" force row level security`)
    this.addSql(
      `create policy "instance_provider_tenant" on "instance_provider" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`alter table "invoice_guarantor" enable row level security`)
    this.addSql(`alter table "invoice_guarantor" force row level security`)
    this.addSql(`create policy "invoice_guarantor_tenant" on "invoice_guarantor" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
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
      `alter table "service_provider" add constraint "service_provider_type_check" check ("type" in ('ADMINISTRATOR', 'FINANCIER', 'COLLECTOR', 'INSURER'))`,
    )
    this.addSql(`alter table "service_provider" enable row level security`)
    this.addSql(`alter table "service_provider" force row level security`)
    this.addSql(
      `create policy "service_provider_tenant" on "service_provider" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`alter table "setting_choice" enable row level security`)
    this.addSql(`alter table "setting_choice" force row level security`)
    this.addSql(
      `create policy "setting_choice_tenant" on "setting_choice" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`,
    )
    this.addSql(
      `alter table "system_debtor_event" add constraint "system_debtor_event_type_check" check ("type" in ('PAYMENT', 'LATE', 'REMINDER', 'COLLECTION', 'BANKRUPTCY', 'CREDIT_CHANGE', 'LIMIT_CHANGE', 'BLOCK'))`,
    )
    this.addSql(`alter table "system_debtor_event" enable row level security`)
    this.addSql(`alter table "system_debtor_event" force row level security`)
    this.addSql(
      `create policy "system_debtor_event_tenant" on "system_debtor_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`alter table "system_debtor_group" enable row level security`)
    this.addSql(`alter table "system_debtor_group" force row level security`)
    this.addSql(
      `create policy "system_debtor_group_tenant" on "system_debtor_group" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`alter table "system_debtor_group_member" enable row level security`)
    this.addSql(`alter table "system_debtor_group_member" force row level security`)
    this.addSql(
      `create policy "system_debtor_group_member_tenant" on "system_debtor_group_member" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(
      `alter table automation_rule add constraint automation_rule_automation_id_foreign foreign key (tenant_id, automation_id) references automation (tenant_id, id)`,
    )
    this.addSql(
      `alter table schedule_run add constraint schedule_run_schedule_id_foreign foreign key (tenant_id, schedule_id) references schedule (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_handler_client add constraint client_handler_client_client_handler_id_foreign foreign key (tenant_id, client_handler_id) references client_handler (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_handler_billing add constraint client_handler_billing_client_handler_id_foreign foreign key (tenant_id, client_handler_id) references client_handler (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_bank_account_profile add constraint client_bank_account_profile_client_bank_account_id_foreign foreign key (tenant_id, client_bank_account_id) references client_bank_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table system_debtor_group add constraint system_debtor_group_parent_id_foreign foreign key (tenant_id, parent_id) references system_debtor_group (tenant_id, id)`,
    )
    this.addSql(
      `alter table system_debtor_group_member add constraint system_debtor_group_member_group_id_foreign foreign key (tenant_id, group_id) references system_debtor_group (tenant_id, id)`,
    )
    this.addSql(`alter table automation_run set (fillfactor = 80)`)
    this.addSql(`create constraint trigger setting_choice_steady after insert or delete or update of tenant_id, id, level, target_id, value, version, created_at, updated_at on setting_choice
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger setting_choice_steady on setting_choice is 'made of 71960c3ea5bd1dbec462ca8ab72e3eb5bcc356992435c19f1578cc018d176b1b'`,
    )
    this.addSql(`create constraint trigger debtor_setting_steady after insert or delete or update of tenant_id, debtor_id, client_id, value, version, created_at, updated_at on debtor_setting
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger debtor_setting_steady on debtor_setting is 'made of 5f7bfdbb5970f47b00137475bf9523cb610281900a7db636ed76310c5c3eba7c'`,
    )
    this.addSql(`create constraint trigger instance_provider_steady after insert or delete or update of tenant_id, id, name, identification_number, country_code, currency, email, is_default, version, created_at, updated_at on instance_provider
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger instance_provider_steady on instance_provider is 'made of ecd8276b9b12bd0605a69689063f779ae246c2494cd09ef91a970d42c21172de'`,
    )
  }
}
