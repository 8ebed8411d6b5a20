import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create table "article" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "invoice_id" varchar(255) not null, "client_id" varchar(255) not null, "debtor_id" varchar(255) not null, "row_no" int not null, "type" text not null, "article_number" varchar(60) null, "description" varchar(1000) null, "quantity" varchar(40) null, "unit" varchar(20) null, "price" varchar(40) null, "discount_percent" varchar(40) null, "discount_amount" varchar(40) null, "vat_percentage" numeric(24,10) null, "account_number" varchar(20) null, "cost_centre" varchar(60) null, "project" varchar(60) null, "currency" varchar(3) not null, "net_amount" bigint not null, "vat_amount" bigint not null, "gross_amount" bigint not null, "labels" text[] not null, "further" jsonb not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "article_created_index" on "article" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `create index "article_number_index" on "article" ("tenant_id", "article_number", "id")`,
    )
    this.addSql(
      `create index "article_account_index" on "article" ("tenant_id", "account_number", "id")`,
    )
    this.addSql(`create index "article_client_index" on "article" ("tenant_id", "client_id", "id")`)
    this.addSql(
      `alter table "article" add constraint "article_row_unique" unique ("tenant_id", "invoice_id", "row_no")`,
    )
    this.addSql(
      `create table "article_label" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "invoice_id" varchar(255) not null, "client_id" varchar(255) not null, "debtor_id" varchar(255) not null, "article_id" varchar(255) null, "name" varchar(100) not null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "article_label_invoice_index" on "article_label" ("tenant_id", "invoice_id", "id")`,
    )
    this.addSql(
      `create table "background_task" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "task_name" text not null, "client_id" varchar(255) null, "status" text not null, "total" int not null, "processed" int not null, "succeeded" int not null, "failed" int not null, "input" jsonb not null, "result" jsonb null, "requested_by" varchar(60) not null, "requested_by_name" varchar(200) not null, "started_at" timestamptz(3) null, "ended_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "background_task_name_index" on "background_task" ("tenant_id", "task_name", "id")`,
    )
    this.addSql(
      `create index "background_task_status_index" on "background_task" ("tenant_id", "status", "created_at")`,
    )
    this.addSql(
      `create table "background_task_item" ("tenant_id" varchar(255) not null, "task_id" varchar(255) not null, "position" int not null, "entity_id" varchar(60) not null, "status" text not null, "code" varchar(60) null, "message" varchar(500) null, primary key ("tenant_id", "task_id", "position"))`,
    )
    this.addSql(
      `create index background_task_item_waiting_index on background_task_item (tenant_id, task_id, position) where status = 'WAITING'`,
    )
    this.addSql(
      `create table "bookkeeping_account" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "owner_type" text not null, "owner_id" varchar(60) not null, "client_id" varchar(255) null, "number" varchar(20) not null, "name" varchar(200) not null, "type" text not null, "role" varchar(40) null, "vat_code" varchar(20) null, "sru_code" varchar(20) null, "currency" varchar(3) not null, "balance" bigint not null, "balance_as_of" date null, "active" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "bookkeeping_account_number_index" on "bookkeeping_account" ("tenant_id", "number", "id")`,
    )
    this.addSql(
      `create index "bookkeeping_account_name_index" on "bookkeeping_account" ("tenant_id", "name", "id")`,
    )
    this.addSql(
      `create index "bookkeeping_account_client_index" on "bookkeeping_account" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "bookkeeping_account_owner_index" on "bookkeeping_account" ("tenant_id", "owner_type", "id")`,
    )
    this.addSql(
      `create index "bookkeeping_account_created_index" on "bookkeeping_account" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "bookkeeping_account" add constraint "bookkeeping_account_number_unique" unique ("tenant_id", "owner_id", "number")`,
    )
    this.addSql(
      `alter table "bookkeeping_account" add constraint "bookkeeping_account_role_unique" unique ("tenant_id", "owner_id", "role")`,
    )
    this.addSql(
      `create table "cache_clear" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "module" text not null, "entries" int not null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "cache_clear_module_index" on "cache_clear" ("tenant_id", "module", "id")`,
    )
    this.addSql(
      `create table "client_account" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "client_id" varchar(255) not null, "type" text not null, "currency" varchar(3) not null, "balance" bigint not null, "payout_account_id" varchar(255) null, "payout_schedule" varchar(20) null, "min_payout" bigint null, "min_balance" bigint null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "client_account_type_index" on "client_account" ("tenant_id", "type", "id")`,
    )
    this.addSql(
      `create index "client_account_currency_index" on "client_account" ("tenant_id", "currency", "id")`,
    )
    this.addSql(
      `create index "client_account_created_index" on "client_account" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "client_account" add constraint "client_account_unique" unique ("tenant_id", "client_id", "type", "currency")`,
    )
    this.addSql(
      `create table "client_account_transaction" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "client_account_id" varchar(255) not null, "client_id" varchar(255) not null, "type" text not null, "amount" bigint not null, "balance_after" bigint not null, "currency" varchar(3) not null, "book_date" date not null, "value_date" date not null, "financial_event_id" varchar(255) not null, "source_type" varchar(40) not null, "source_id" varchar(60) not null, "text" varchar(500) not null, "payout_id" varchar(255) null, "reverses_id" varchar(255) null, "reversed_by_id" varchar(255) null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "client_account_transaction_account_index" on "client_account_transaction" ("tenant_id", "client_account_id", "id")`,
    )
    this.addSql(
      `create index "client_account_transaction_client_index" on "client_account_transaction" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "client_account_transaction_date_index" on "client_account_transaction" ("tenant_id", "book_date", "id")`,
    )
    this.addSql(
      `create index "client_account_transaction_type_index" on "client_account_transaction" ("tenant_id", "type", "id")`,
    )
    this.addSql(
      `create index "client_account_transaction_created_index" on "client_account_transaction" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `create index "client_account_transaction_event_index" on "client_account_transaction" ("tenant_id", "financial_event_id")`,
    )
    this.addSql(
      `create table "client_article" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "client_id" varchar(255) not null, "article_number" varchar(60) not null, "description" varchar(500) not null, "unit" varchar(20) null, "price" numeric(24,10) null, "vat_percentage" numeric(24,10) null, "account_number" varchar(20) null, "active" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "client_article_text_index" on "client_article" ("tenant_id", "description", "id")`,
    )
    this.addSql(
      `create index "client_article_number_index" on "client_article" ("tenant_id", "article_number", "id")`,
    )
    this.addSql(
      `create index "client_article_created_index" on "client_article" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "client_article" add constraint "client_article_number_unique" unique ("tenant_id", "client_id", "article_number")`,
    )
    this.addSql(
      `create table "client_product" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "client_id" varchar(255) not null, "product_code" text not null, "family" text not null, "enabled" boolean not null, "is_default" boolean not null, "recourse" boolean not null, "recourse_days" int null, "advance_rate" numeric(24,10) not null, "reserve_rate" numeric(24,10) not null, "commission_rate" numeric(24,10) not null, "commission_vat_rate" numeric(24,10) not null, "min_tenor_days" int null, "max_tenor_days" int null, "limits_apply" boolean not null, "manual_control" boolean not null, "valid_from" date not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "client_product_code_index" on "client_product" ("tenant_id", "product_code", "id")`,
    )
    this.addSql(
      `create index "client_product_family_index" on "client_product" ("tenant_id", "family", "id")`,
    )
    this.addSql(
      `create index "client_product_enabled_index" on "client_product" ("tenant_id", "enabled", "id")`,
    )
    this.addSql(
      `create index "client_product_created_index" on "client_product" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "client_product" add constraint "client_product_code_unique" unique ("tenant_id", "client_id", "product_code")`,
    )
    this.addSql(
      `create table "client_setting" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "client_id" varchar(255) not null, "kind" text not null, "value" jsonb not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "client_setting" add constraint "client_setting_kind_unique" unique ("tenant_id", "client_id", "kind")`,
    )
    this.addSql(
      `create table "client_sync" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "client_id" varchar(255) not null, "status" text not null, "direction" text not null, "scope" jsonb not null, "cursor" varchar(500) null, "last_run_at" timestamptz(3) null, "last_error" varchar(1000) null, "onboarding_url" varchar(1000) null, "onboarding_url_expires_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "client_sync" add constraint "client_sync_unique" unique ("tenant_id", "client_id")`,
    )
    this.addSql(
      `create table "client_sync_invoice" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "client_id" varchar(255) not null, "external_id" varchar(200) not null, "invoice_id" varchar(255) null, "direction" text not null, "status" text not null, "error" varchar(1000) null, "attempts" int not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "client_sync_invoice_client_index" on "client_sync_invoice" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "client_sync_invoice_status_index" on "client_sync_invoice" ("tenant_id", "client_id", "status", "id")`,
    )
    this.addSql(
      `create index "client_sync_invoice_created_index" on "client_sync_invoice" ("tenant_id", "client_id", "created_at", "id")`,
    )
    this.addSql(
      `create index client_sync_invoice_moving_index on client_sync_invoice (tenant_id, updated_at) where direction = 'EXPORT' and status in ('PENDING', 'RUNNING')`,
    )
    this.addSql(
      `alter table "client_sync_invoice" add constraint "client_sync_invoice_unique" unique ("tenant_id", "client_id", "direction", "external_id")`,
    )
    this.addSql(
      `create table "credit_decision_status" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "number" int not null, "core_status" text not null, "name" varchar(100) not null, "grouping" varchar(100) null, "sort_order" int not null, "colour" varchar(20) null, "sla_hours" int null, "is_default" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "credit_decision_status_core_index" on "credit_decision_status" ("tenant_id", "core_status", "id")`,
    )
    this.addSql(
      `create index "credit_decision_status_name_index" on "credit_decision_status" ("tenant_id", "name", "id")`,
    )
    this.addSql(
      `create index "credit_decision_status_order_index" on "credit_decision_status" ("tenant_id", "sort_order", "id")`,
    )
    this.addSql(
      `alter table "credit_decision_status" add constraint "credit_decision_status_number_unique" unique ("tenant_id", "number")`,
    )
    this.addSql(
      `create table "credit_status" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "client_id" varchar(255) not null, "currency" varchar(3) not null, "product_code" text not null, "credit_limit" bigint null, "temporary_limit" bigint null, "temporary_until" date null, "utilised" bigint not null, "reserved" bigint not null, "max_debtor_share" numeric(24,10) null, "status" text not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "credit_status_status_index" on "credit_status" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `create index "credit_status_currency_index" on "credit_status" ("tenant_id", "currency", "id")`,
    )
    this.addSql(
      `create index "credit_status_created_index" on "credit_status" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "credit_status" add constraint "credit_status_unique" unique ("tenant_id", "client_id", "currency", "product_code")`,
    )
    this.addSql(
      `create table "debtor" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "client_id" varchar(255) not null, "customer_number" varchar(60) not null, "system_debtor_id" varchar(255) null, "type" text not null, "subtype_id" varchar(255) null, "name" varchar(200) not null, "identification_number" varchar(40) null, "email" varchar(254) null, "phone" varchar(60) null, "invoice_address" jsonb null, "delivery_address" jsonb null, "peppol_id" varchar(100) null, "preferred_language" text null, "reminder_profile_id" varchar(255) null, "further" jsonb not null, "currency" varchar(3) not null, "balance" bigint not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "debtor_customer_index" on "debtor" ("tenant_id", "customer_number", "id")`,
    )
    this.addSql(`create index "debtor_name_index" on "debtor" ("tenant_id", "name", "id")`)
    this.addSql(`create index "debtor_type_index" on "debtor" ("tenant_id", "type", "id")`)
    this.addSql(`create index "debtor_created_index" on "debtor" ("tenant_id", "created_at", "id")`)
    this.addSql(`create index "debtor_client_index" on "debtor" ("tenant_id", "client_id", "id")`)
    this.addSql(
      `create index "debtor_system_index" on "debtor" ("tenant_id", "system_debtor_id", "id")`,
    )
    this.addSql(
      `create index "debtor_identification_index" on "debtor" ("tenant_id", "identification_number", "id")`,
    )
    this.addSql(
      `alter table "debtor" add constraint "debtor_number_unique" unique ("tenant_id", "client_id", "customer_number")`,
    )
    this.addSql(
      `create table "debtor_blocked" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "identification_number" varchar(40) not null, "country_code" varchar(2) not null, "scope" text not null, "client_id" varchar(255) null, "products" text[] not null, "reason_code" varchar(40) null, "comment" varchar(500) not null, "blocked_from" date not null, "blocked_by" varchar(60) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "debtor_blocked_created_index" on "debtor_blocked" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `create index "debtor_blocked_client_index" on "debtor_blocked" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "debtor_blocked_scope_index" on "debtor_blocked" ("tenant_id", "scope", "id")`,
    )
    this.addSql(
      `alter table "debtor_blocked" add constraint "debtor_blocked_unique" unique ("tenant_id", "identification_number")`,
    )
    this.addSql(
      `create table "document" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "type" text not null, "owner_type" text not null, "owner_id" varchar(60) not null, "client_id" varchar(255) null, "debtor_id" varchar(255) null, "invoice_id" varchar(255) null, "filename" varchar(200) not null, "mime_type" varchar(100) not null, "language" text null, "size" int not null, "sha256" varchar(64) not null, "storage_key" varchar(200) null, "frozen" jsonb null, "status" text not null, "source_key" varchar(200) null, "retention_until" date null, "created_by" varchar(60) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "document_owner_index" on "document" ("tenant_id", "owner_id", "id")`)
    this.addSql(
      `create index "document_client_index" on "document" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "document_invoice_index" on "document" ("tenant_id", "invoice_id", "id")`,
    )
    this.addSql(`create index "document_type_index" on "document" ("tenant_id", "type", "id")`)
    this.addSql(
      `create index "document_filename_index" on "document" ("tenant_id", "filename", "id")`,
    )
    this.addSql(
      `create index "document_created_index" on "document" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "document" add constraint "document_source_unique" unique ("tenant_id", "source_key")`,
    )
    this.addSql(
      `create table "email_recipient" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "client_id" varchar(255) not null, "email" varchar(254) not null, "types" text[] not null, "language" text not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "email_recipient" add constraint "email_recipient_unique" unique ("tenant_id", "client_id", "email")`,
    )
    this.addSql(
      `create table "erp" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "erp_type_id" varchar(255) not null, "name" varchar(100) not null, "uses" text not null, "connector" text not null, "target" varchar(1000) null, "billing" jsonb not null, "active" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "erp_type_index" on "erp" ("tenant_id", "erp_type_id", "id")`)
    this.addSql(`create index "erp_created_index" on "erp" ("tenant_id", "created_at", "id")`)
    this.addSql(`create index "erp_active_index" on "erp" ("tenant_id", "active", "id")`)
    this.addSql(`alter table "erp" add constraint "erp_name_unique" unique ("tenant_id", "name")`)
    this.addSql(
      `create table "erp_type" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "code" varchar(40) not null, "name" varchar(100) not null, "connector" text not null, "uses" text not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "erp_type" add constraint "erp_type_code_unique" unique ("tenant_id", "code")`,
    )
    this.addSql(
      `create table "errand_event" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "errand_id" varchar(255) not null, "client_id" varchar(255) null, "type" varchar(40) not null, "text" varchar(1000) not null, "data" jsonb not null, "created_by" varchar(60) not null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "errand_event_errand_index" on "errand_event" ("tenant_id", "errand_id", "id")`,
    )
    this.addSql(
      `create table "factoring_country" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "code" varchar(2) not null, "enabled" boolean not null, "currencies" text[] not null, "max_limit" bigint null, "max_limit_currency" varchar(3) null, "risk_weight" numeric(24,10) not null, "requires_insurance" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "factoring_country_enabled_index" on "factoring_country" ("tenant_id", "enabled", "id")`,
    )
    this.addSql(
      `create index "factoring_country_created_index" on "factoring_country" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "factoring_country" add constraint "factoring_country_code_unique" unique ("tenant_id", "code")`,
    )
    this.addSql(
      `create table "factoring_decision" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "invoice_id" varchar(255) not null, "client_id" varchar(255) not null, "debtor_id" varchar(255) not null, "system_debtor_id" varchar(255) null, "status" text not null, "sub_status_id" varchar(255) null, "finance_decision" text null, "decided_by" text null, "decided_by_id" varchar(60) null, "amount" bigint not null, "currency" varchar(3) not null, "reserved" bigint not null, "service_provider_code" varchar(40) null, "reason_codes" text[] not null, "comment" varchar(1000) not null, "criteria" jsonb not null, "terms_snapshot" jsonb null, "limit_snapshot" jsonb null, "external_reference" varchar(200) null, "history" jsonb not null, "requested_by" varchar(60) not null, "requested_at" timestamptz(3) not null, "decided_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "factoring_decision_invoice_index" on "factoring_decision" ("tenant_id", "invoice_id", "id")`,
    )
    this.addSql(
      `create index "factoring_decision_client_index" on "factoring_decision" ("tenant_id", "client_id", "requested_at", "id")`,
    )
    this.addSql(
      `create index "factoring_decision_debtor_index" on "factoring_decision" ("tenant_id", "debtor_id", "requested_at", "id")`,
    )
    this.addSql(
      `create index "factoring_decision_status_index" on "factoring_decision" ("tenant_id", "status", "requested_at", "id")`,
    )
    this.addSql(
      `create index "factoring_decision_requested_index" on "factoring_decision" ("tenant_id", "requested_at", "id")`,
    )
    this.addSql(
      `create table "financial_event" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "claim_type" text null, "claim_id" varchar(255) null, "client_id" varchar(255) not null, "debtor_id" varchar(255) null, "type" text not null, "component" text null, "amount" bigint not null, "currency" varchar(3) not null, "book_date" date not null, "value_date" date not null, "recorded_at" timestamptz(3) not null, "source_key" varchar(200) not null, "source_type" varchar(40) not null, "source_id" varchar(60) not null, "reason_code" varchar(40) null, "text" varchar(500) not null, "facts" jsonb not null, "reverses_id" varchar(255) null, "reversed_by_id" varchar(255) null, "created_by" varchar(60) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "financial_event_claim_index" on "financial_event" ("tenant_id", "claim_id", "id")`,
    )
    this.addSql(
      `create index "financial_event_client_index" on "financial_event" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "financial_event_debtor_index" on "financial_event" ("tenant_id", "debtor_id", "id")`,
    )
    this.addSql(
      `create index "financial_event_date_index" on "financial_event" ("tenant_id", "book_date", "id")`,
    )
    this.addSql(
      `create index "financial_event_type_index" on "financial_event" ("tenant_id", "type", "id")`,
    )
    this.addSql(
      `create index "financial_event_recorded_index" on "financial_event" ("tenant_id", "recorded_at", "id")`,
    )
    this.addSql(
      `alter table "financial_event" add constraint "financial_event_source_unique" unique ("tenant_id", "source_key")`,
    )
    this.addSql(
      `alter table "financial_event" add constraint "financial_event_reverses_unique" unique ("tenant_id", "reverses_id")`,
    )
    this.addSql(
      `create table "inbound_event" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "kind" text not null, "external_id" varchar(200) not null, "owner_id" varchar(60) not null, "client_id" varchar(255) null, "subject_id" varchar(200) null, "status" text not null, "payload" jsonb not null, "received_from" varchar(60) not null, "applied_at" timestamptz(3) null, "error" varchar(1000) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "inbound_event_kind_index" on "inbound_event" ("tenant_id", "kind", "id")`,
    )
    this.addSql(
      `create index "inbound_event_status_index" on "inbound_event" ("tenant_id", "status", "id")`,
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
      `create index "inbound_event_created_index" on "inbound_event" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "inbound_event" add constraint "inbound_event_unique" unique ("tenant_id", "kind", "external_id", "owner_id")`,
    )
    this.addSql(
      `create table "invoice" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "client_id" varchar(255) not null, "debtor_id" varchar(255) not null, "invoice_number" varchar(60) not null, "type" text not null, "product_code" text null, "service_provider_code" varchar(40) null, "main_status" text not null, "ledger_status" text not null, "financing_status" text not null, "paused_from" text null, "invoice_date" date not null, "expire_date" date not null, "delivery_date" date null, "booked_date" date null, "paused_until" date null, "interest_paused_from" date null, "sold_date" date null, "recourse_date" date null, "closed_date" date null, "archived_at" timestamptz(3) null, "invoice_currency" varchar(3) not null, "base_currency" varchar(3) not null, "rate" numeric(24,10) not null, "article_rows_generate" boolean not null, "net_amount" bigint not null, "vat_amount" bigint not null, "rounding_amount" bigint not null, "gross_amount" bigint not null, "vats" jsonb not null, "balance" bigint not null, "paid_amount" bigint not null, "credited_amount" bigint not null, "fees_amount" bigint not null, "interest_amount" bigint not null, "written_off_amount" bigint not null, "payment_reference" varchar(30) null, "references" jsonb null, "debtor_sent" jsonb not null, "reason_codes" text[] not null, "activation_number" int not null, "created_by" varchar(60) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "invoice_created_index" on "invoice" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `create index "invoice_client_index" on "invoice" ("tenant_id", "client_id", "created_at", "id")`,
    )
    this.addSql(
      `create index "invoice_debtor_index" on "invoice" ("tenant_id", "debtor_id", "created_at", "id")`,
    )
    this.addSql(
      `create index "invoice_status_index" on "invoice" ("tenant_id", "main_status", "created_at", "id")`,
    )
    this.addSql(
      `create index "invoice_ledger_index" on "invoice" ("tenant_id", "ledger_status", "created_at", "id")`,
    )
    this.addSql(
      `create index "invoice_financing_index" on "invoice" ("tenant_id", "financing_status", "created_at", "id")`,
    )
    this.addSql(
      `create index "invoice_product_index" on "invoice" ("tenant_id", "product_code", "created_at", "id")`,
    )
    this.addSql(
      `create index "invoice_type_index" on "invoice" ("tenant_id", "type", "created_at", "id")`,
    )
    this.addSql(
      `create index "invoice_number_index" on "invoice" ("tenant_id", "invoice_number", "id")`,
    )
    this.addSql(
      `create index "invoice_date_index" on "invoice" ("tenant_id", "invoice_date", "id")`,
    )
    this.addSql(
      `create index "invoice_expire_index" on "invoice" ("tenant_id", "expire_date", "id")`,
    )
    this.addSql(
      `create index "invoice_booked_index" on "invoice" ("tenant_id", "booked_date", "id")`,
    )
    this.addSql(
      `create index "invoice_reference_index" on "invoice" ("tenant_id", "payment_reference")`,
    )
    this.addSql(
      `alter table "invoice" add constraint "invoice_number_unique" unique ("tenant_id", "client_id", "invoice_number", "type")`,
    )
    this.addSql(
      `create table "invoice_activation" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "invoice_id" varchar(255) not null, "client_id" varchar(255) not null, "number" int not null, "product_code" text not null, "status" text not null, "step" text not null, "error" varchar(500) null, "batch_id" varchar(60) null, "requested_by" varchar(60) not null, "authorized_by" varchar(60) null, "frozen" jsonb null, "begun_at" timestamptz(3) null, "documents_at" timestamptz(3) null, "booked_at" timestamptz(3) null, "ended_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index invoice_activation_batch_index on invoice_activation (tenant_id, batch_id) where batch_id is not null`,
    )
    this.addSql(
      `create index invoice_activation_moving_index on invoice_activation (tenant_id, updated_at) where status in ('WAITING', 'RUNNING')`,
    )
    this.addSql(
      `alter table "invoice_activation" add constraint "invoice_activation_unique" unique ("tenant_id", "invoice_id", "number")`,
    )
    this.addSql(
      `create table "invoice_ledger_event" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "invoice_id" varchar(255) not null, "client_id" varchar(255) not null, "debtor_id" varchar(255) not null, "type" text not null, "status" text not null, "planned_date" date not null, "done_date" date null, "comment" varchar(500) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "invoice_ledger_event_invoice_index" on "invoice_ledger_event" ("tenant_id", "invoice_id", "id")`,
    )
    this.addSql(
      `create index "invoice_ledger_event_client_index" on "invoice_ledger_event" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "invoice_ledger_event_date_index" on "invoice_ledger_event" ("tenant_id", "planned_date", "id")`,
    )
    this.addSql(
      `create index "invoice_ledger_event_type_index" on "invoice_ledger_event" ("tenant_id", "type", "id")`,
    )
    this.addSql(
      `create index "invoice_ledger_event_status_index" on "invoice_ledger_event" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `create table "invoice_refinancing" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "invoice_id" varchar(255) not null, "client_id" varchar(255) not null, "from_provider_code" varchar(40) null, "to_provider_code" varchar(40) null, "amount" bigint not null, "fee" bigint not null, "currency" varchar(3) not null, "valid_to" date null, "status" text not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "invoice_refinancing_client_index" on "invoice_refinancing" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "invoice_refinancing_status_index" on "invoice_refinancing" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `create index "invoice_refinancing_created_index" on "invoice_refinancing" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "invoice_refinancing" add constraint "invoice_refinancing_unique" unique ("tenant_id", "invoice_id")`,
    )
    this.addSql(
      `create table "locked_period" ("tenant_id" varchar(255) not null, "owner_id" varchar(60) not null, "owner_type" text not null, "client_id" varchar(255) null, "locked_until" date null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "owner_id"))`,
    )
    this.addSql(
      `create table "onboarding_step" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "client_id" varchar(255) not null, "step" text not null, "status" text not null, "error" varchar(500) null, "done_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "onboarding_step_status_index" on "onboarding_step" ("tenant_id", "status", "created_at")`,
    )
    this.addSql(
      `alter table "onboarding_step" add constraint "onboarding_step_unique" unique ("tenant_id", "client_id", "step")`,
    )
    this.addSql(
      `create table "payment_reference_setting" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "client_id" varchar(255) not null, "scheme" text not null, "level" text not null, "prefix" varchar(10) not null, "length" int null, "next_number" bigint not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "payment_reference_setting" add constraint "payment_reference_setting_unique" unique ("tenant_id", "client_id")`,
    )
    this.addSql(
      `create table "payout" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "client_id" varchar(255) not null, "client_account_id" varchar(255) not null, "amount" bigint not null, "currency" varchar(3) not null, "planned_date" date not null, "reference" varchar(60) not null, "status" text not null, "created_by" varchar(60) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "payout_account_index" on "payout" ("tenant_id", "client_account_id", "id")`,
    )
    this.addSql(
      `create table "realtime_message" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "client_id" varchar(255) null, "debtor_id" varchar(255) null, "text" varchar(500) not null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create table "realtime_token" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "token_id" varchar(255) not null, "expires_at" timestamptz(3) not null, "used_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "realtime_token_expires_index" on "realtime_token" ("tenant_id", "expires_at")`,
    )
    this.addSql(
      `create table "reminder_profile" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "owner_type" text not null, "client_id" varchar(255) null, "name" varchar(100) not null, "reminder_days" int[] not null, "is_default" boolean not null, "active" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "reminder_profile_owner_index" on "reminder_profile" ("tenant_id", "owner_type", "client_id", "id")`,
    )
    this.addSql(
      `create table "system_debtor" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "identification_number" varchar(40) not null, "country_code" varchar(2) not null, "type" text not null, "name" varchar(200) not null, "status" text not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "system_debtor" add constraint "system_debtor_identification_unique" unique ("tenant_id", "country_code", "identification_number")`,
    )
    this.addSql(
      `create table "system_debtor_credit_status" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "system_debtor_id" varchar(255) not null, "currency" varchar(3) not null, "credit_limit" bigint null, "utilised" bigint not null, "reserved" bigint not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "system_debtor_credit_status" add constraint "system_debtor_credit_status_unique" unique ("tenant_id", "system_debtor_id", "currency")`,
    )
    this.addSql(
      `create table "system_errand" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "type" text not null, "subject_type" varchar(60) not null, "subject_id" varchar(60) not null, "client_id" varchar(255) null, "severity" text not null, "status" text not null, "title" varchar(200) not null, "assignee_id" varchar(255) null, "due_at" timestamptz(3) null, "suggestion" jsonb null, "data" jsonb not null, "dedupe_key" varchar(200) not null, "comment" varchar(1000) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "system_errand_type_index" on "system_errand" ("tenant_id", "type", "id")`,
    )
    this.addSql(
      `create index "system_errand_status_index" on "system_errand" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `create index "system_errand_severity_index" on "system_errand" ("tenant_id", "severity", "id")`,
    )
    this.addSql(
      `create index "system_errand_subject_index" on "system_errand" ("tenant_id", "subject_id", "id")`,
    )
    this.addSql(
      `create index "system_errand_client_index" on "system_errand" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "system_errand_created_index" on "system_errand" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "system_errand" add constraint "system_errand_dedupe_unique" unique ("tenant_id", "dedupe_key")`,
    )
    this.addSql(
      `create table "voucher" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "owner_type" text not null, "owner_id" varchar(60) not null, "client_id" varchar(255) null, "series" varchar(10) not null, "number" int not null, "fiscal_year" int not null, "date" date not null, "text" varchar(500) not null, "rule" varchar(20) not null, "financial_event_id" varchar(255) null, "source_type" varchar(40) not null, "source_id" varchar(60) not null, "status" text not null, "currency" varchar(3) not null, "total" bigint not null, "reverses_id" varchar(255) null, "reversed_by_id" varchar(255) null, "file_id" varchar(255) null, "external_system" varchar(60) null, "external_id" varchar(200) null, "external_error" varchar(1000) null, "external_attempts" int not null, "created_by" varchar(60) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "voucher_client_index" on "voucher" ("tenant_id", "client_id", "id")`)
    this.addSql(`create index "voucher_date_index" on "voucher" ("tenant_id", "date", "id")`)
    this.addSql(`create index "voucher_status_index" on "voucher" ("tenant_id", "status", "id")`)
    this.addSql(
      `create index "voucher_created_index" on "voucher" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(`create index "voucher_owner_index" on "voucher" ("tenant_id", "owner_type", "id")`)
    this.addSql(`create index "voucher_source_index" on "voucher" ("tenant_id", "source_id", "id")`)
    this.addSql(
      `create index "voucher_event_index" on "voucher" ("tenant_id", "financial_event_id")`,
    )
    this.addSql(
      `alter table "voucher" add constraint "voucher_number_unique" unique ("tenant_id", "owner_id", "series", "fiscal_year", "number")`,
    )
    this.addSql(
      `create table "voucher_posting" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "voucher_id" varchar(255) not null, "owner_id" varchar(60) not null, "client_id" varchar(255) null, "account_id" varchar(255) not null, "account_number" varchar(20) not null, "role" varchar(40) null, "line" int not null, "amount" bigint not null, "currency" varchar(3) not null, "date" date not null, "recorded_at" timestamptz(3) not null, "about_client_id" varchar(255) null, "debtor_id" varchar(255) null, "invoice_id" varchar(255) null, "client_account_id" varchar(255) null, "cost_centre" varchar(60) null, "project" varchar(60) null, "text" varchar(500) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "voucher_posting_voucher_index" on "voucher_posting" ("tenant_id", "voucher_id", "id")`,
    )
    this.addSql(
      `create index "voucher_posting_account_index" on "voucher_posting" ("tenant_id", "account_id", "date", "id")`,
    )
    this.addSql(
      `create index "voucher_posting_number_index" on "voucher_posting" ("tenant_id", "account_number", "id")`,
    )
    this.addSql(
      `create index "voucher_posting_date_index" on "voucher_posting" ("tenant_id", "date", "id")`,
    )
    this.addSql(
      `create index "voucher_posting_invoice_index" on "voucher_posting" ("tenant_id", "invoice_id", "id")`,
    )
    this.addSql(
      `create table "voucher_request" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "client_id" varchar(255) not null, "financial_event_id" varchar(255) not null, "rule" varchar(20) not null, "owner_type" text not null, "owner_id" varchar(60) not null, "status" text not null, "error" varchar(1000) null, "voucher_id" varchar(255) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "voucher_request_status_index" on "voucher_request" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `alter table "voucher_request" add constraint "voucher_request_unique" unique ("tenant_id", "financial_event_id", "rule", "owner_id")`,
    )
    this.addSql(
      `create table "voucher_series" ("tenant_id" varchar(255) not null, "owner_id" varchar(60) not null, "series" varchar(10) not null, "fiscal_year" int not null, "next_number" int not null, primary key ("tenant_id", "owner_id", "series", "fiscal_year"))`,
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
    this.addSql(`drop policy "event_tenant" on "event"`)
    this.addSql(
      `alter table "client" add "identification_number" varchar(40) not null default '', add "country_code" varchar(2) not null default 'SE', add "locale" varchar(20) null, add "contact_information" jsonb null, add "address_information" jsonb null, add "preferred_language" text not null default 'sv', add "status" text not null default 'ACTIVE', add "invoice_erp_id" varchar(255) null, add "bookkeep_erp_id" varchar(255) null, add "reminder_profile_id" varchar(255) null`,
    )
    // Clients made before had a number alone.
    this.addSql(`update "client" set "identification_number" = "number"`)
    for (const column of [
      'identification_number',
      'country_code',
      'preferred_language',
      'status',
    ]) {
      this.addSql(`alter table "client" alter column "${column}" drop default`)
    }
    this.addSql(`alter table "client" alter column "number" drop not null`)
    this.addSql(`create index "client_name_index" on "client" ("tenant_id", "name", "id")`)
    this.addSql(`create index "client_created_index" on "client" ("tenant_id", "created_at", "id")`)
    this.addSql(`create index "client_status_index" on "client" ("tenant_id", "status", "id")`)
    this.addSql(
      `create index "client_identification_index" on "client" ("tenant_id", "identification_number", "id")`,
    )
    this.addSql(
      `create index client_onboarding_index on client (tenant_id, created_at) where status = 'ONBOARDING'`,
    )
    this.addSql(
      `alter table "client" add constraint "client_identification_unique" unique ("tenant_id", "country_code", "identification_number")`,
    )
    this.addSql(
      `alter table "client" add constraint "client_preferred_language_check" check ("preferred_language" in ('sv', 'en'))`,
    )
    this.addSql(
      `alter table "client" add constraint "client_status_check" check ("status" in ('ONBOARDING', 'ACTIVE', 'PAUSED', 'OFFBOARDING', 'CLOSED'))`,
    )
    this.addSql(`alter table "event" add "debtor_id" varchar(255) null`)
    this.addSql(
      `create policy "event_tenant" on "event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)) and (nullif(current_setting('app.debtor_id', true), '') is null or debtor_id = current_setting('app.debtor_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(
      `alter table "tenant" add "currency" varchar(3) not null default 'SEK', add "country_code" varchar(2) not null default 'SE', add "webhook_workflows" text not null default 'ON_FAILURE'`,
    )
    for (const column of ['currency', 'country_code', 'webhook_workflows']) {
      this.addSql(`alter table "tenant" alter column "${column}" drop default`)
    }
    this.addSql(
      `alter table "tenant" add constraint "tenant_webhook_workflows_check" check ("webhook_workflows" in ('ON_FAILURE', 'ALWAYS'))`,
    )
    this.addSql(`alter table "user_account" add "debtor_id" varchar(255) null`)
    this.addSql(
      `alter table "article" add constraint "article_type_check" check ("type" in ('LINE', 'TEXT', 'DISCOUNT', 'FREIGHT', 'ROUNDING'))`,
    )
    this.addSql(`alter table "article" enable row level security`)
    this.addSql(`alter table "article" force row level security`)
    this.addSql(
      `create policy "article_tenant" on "article" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)) and (nullif(current_setting('app.debtor_id', true), '') is null or debtor_id = current_setting('app.debtor_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)) and (nullif(current_setting('app.debtor_id', true), '') is null or debtor_id = current_setting('app.debtor_id', true)))`,
    )
    this.addSql(`alter table "article_label" enable row level security`)
    this.addSql(`alter table "article_label" force row level security`)
    this.addSql(
      `create policy "article_label_tenant" on "article_label" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)) and (nullif(current_setting('app.debtor_id', true), '') is null or debtor_id = current_setting('app.debtor_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)) and (nullif(current_setting('app.debtor_id', true), '') is null or debtor_id = current_setting('app.debtor_id', true)))`,
    )
    this.addSql(
      `alter table "background_task" add constraint "background_task_task_name_check" check ("task_name" in ('articles.bulkUpdate', 'invoices.bulkActivate', 'invoices.bulkUpdate', 'invoices.linkMultiple', 'factoring.bulkDecision', 'clientProduct.apply'))`,
    )
    this.addSql(
      `alter table "background_task" add constraint "background_task_status_check" check ("status" in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED', 'CLOSED'))`,
    )
    this.addSql(`alter table "background_task" enable row level security`)
    this.addSql(`alter table "background_task" force row level security`)
    this.addSql(
      `create policy "background_task_tenant" on "background_task" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(
      `alter table "background_task_item" add constraint "background_task_item_status_check" check ("status" in ('WAITING', 'DONE', 'FAILED', 'SKIPPED'))`,
    )
    this.addSql(`alter table "background_task_item" enable row level security`)
    this.addSql(`alter table "background_task_item" force row level security`)
    this.addSql(
      `create policy "background_task_item_tenant" on "background_task_item" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(
      `alter table "bookkeeping_account" add constraint "bookkeeping_account_owner_type_check" check ("owner_type" in ('TENANT', 'CLIENT'))`,
    )
    this.addSql(
      `alter table "bookkeeping_account" add constraint "bookkeeping_account_type_check" check ("type" in ('ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE'))`,
    )
    this.addSql(`alter table "bookkeeping_account" enable row level security`)
    this.addSql(`alter table "bookkeeping_account" force row level security`)
    this.addSql(
      `create policy "bookkeeping_account_tenant" on "bookkeeping_account" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(
      `alter table "cache_clear" add constraint "cache_clear_module_check" check ("module" in ('RIGHTS', 'CALLERS'))`,
    )
    this.addSql(`alter table "cache_clear" enable row level security`)
    this.addSql(`alter table "cache_clear" force row level security`)
    this.addSql(
      `create policy "cache_clear_tenant" on "cache_clear" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(
      `alter table "client_account" add constraint "client_account_type_check" check ("type" in ('MAIN', 'RESERVE', 'LOAN', 'BLOCKED'))`,
    )
    this.addSql(`alter table "client_account" enable row level security`)
    this.addSql(`alter table "client_account" force row level security`)
    this.addSql(
      `create policy "client_account_tenant" on "client_account" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(
      `alter table "client_account_transaction" add constraint "client_account_transaction_type_check" check ("type" in ('PAYMENT', 'FINANCED', 'RESERVE_HELD', 'RESERVE_RELEASED', 'FEE', 'RECOURSE', 'DILUTION', 'PAYOUT', 'TRANSFER_IN', 'TRANSFER_OUT', 'MANUAL', 'REVERSAL'))`,
    )
    this.addSql(`alter table "client_account_transaction" enable row level security`)
    this.addSql(`alter table "client_account_transaction" force row level security`)
    this.addSql(
      `create policy "client_account_transaction_tenant" on "client_account_transaction" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(`alter table "client_article" enable row level security`)
    this.addSql(`alter table "client_article" force row level security`)
    this.addSql(
      `create policy "client_article_tenant" on "client_article" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(
      `alter table "client_product" add constraint "client_product_product_code_check" check ("product_code" in ('INVOICE_SERVICE', 'INVOICE_FACTORING_SELL', 'INVOICE_FACTORING_PLEDGE', 'REMINDER', 'COLLECTION', 'PART_PAYMENT', 'BUSINESS_LOAN', 'CREDIT_INSURANCE'))`,
    )
    this.addSql(
      `alter table "client_product" add constraint "client_product_family_check" check ("family" in ('INVOICING', 'FINANCING', 'HANDLING'))`,
    )
    this.addSql(`alter table "client_product" enable row level security`)
    this.addSql(`alter table "client_product" force row level security`)
    this.addSql(
      `create policy "client_product_tenant" on "client_product" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(
      `alter table "client_setting" add constraint "client_setting_kind_check" check ("kind" in ('BILLING', 'BOOKKEEPING', 'INVOICE', 'INVOICE_TEXT', 'COMPLIANCE', 'DOCUMENT'))`,
    )
    this.addSql(`alter table "client_setting" enable row level security`)
    this.addSql(`alter table "client_setting" force row level security`)
    this.addSql(
      `create policy "client_setting_tenant" on "client_setting" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(
      `alter table "client_sync" add constraint "client_sync_status_check" check ("status" in ('DISABLED', 'ENABLED', 'AWAITING_ONBOARDING', 'CONNECTED', 'RUNNING', 'ERROR', 'ABORTED', 'COMPLETED_INTEGRATION'))`,
    )
    this.addSql(
      `alter table "client_sync" add constraint "client_sync_direction_check" check ("direction" in ('IMPORT', 'EXPORT', 'BOTH'))`,
    )
    this.addSql(`alter table "client_sync" enable row level security`)
    this.addSql(`alter table "client_sync" force row level security`)
    this.addSql(
      `create policy "client_sync_tenant" on "client_sync" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(
      `alter table "client_sync_invoice" add constraint "client_sync_invoice_direction_check" check ("direction" in ('IMPORT', 'EXPORT'))`,
    )
    this.addSql(
      `alter table "client_sync_invoice" add constraint "client_sync_invoice_status_check" check ("status" in ('PENDING', 'RUNNING', 'SYNCED', 'FAILED', 'ABORTED'))`,
    )
    this.addSql(`alter table "client_sync_invoice" enable row level security`)
    this.addSql(`alter table "client_sync_invoice" force row level security`)
    this.addSql(
      `create policy "client_sync_invoice_tenant" on "client_sync_invoice" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(
      `alter table "credit_decision_status" add constraint "credit_decision_status_core_status_check" check ("core_status" in ('PENDING', 'READY_FOR_DECISION', 'WAITING', 'REFINANCE', 'DECIDED'))`,
    )
    this.addSql(`alter table "credit_decision_status" enable row level security`)
    this.addSql(`alter table "credit_decision_status" force row level security`)
    this.addSql(
      `create policy "credit_decision_status_tenant" on "credit_decision_status" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(
      `alter table "credit_status" add constraint "credit_status_product_code_check" check ("product_code" in ('INVOICE_SERVICE', 'INVOICE_FACTORING_SELL', 'INVOICE_FACTORING_PLEDGE', 'REMINDER', 'COLLECTION', 'PART_PAYMENT', 'BUSINESS_LOAN', 'CREDIT_INSURANCE'))`,
    )
    this.addSql(
      `alter table "credit_status" add constraint "credit_status_status_check" check ("status" in ('OK', 'WARNING', 'BLOCKED'))`,
    )
    this.addSql(`alter table "credit_status" enable row level security`)
    this.addSql(`alter table "credit_status" force row level security`)
    this.addSql(
      `create policy "credit_status_tenant" on "credit_status" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(
      `alter table "debtor" add constraint "debtor_type_check" check ("type" in ('COMPANY', 'PERSON'))`,
    )
    this.addSql(
      `alter table "debtor" add constraint "debtor_preferred_language_check" check ("preferred_language" in ('sv', 'en'))`,
    )
    this.addSql(`alter table "debtor" enable row level security`)
    this.addSql(`alter table "debtor" force row level security`)
    this.addSql(
      `create policy "debtor_tenant" on "debtor" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)) and (nullif(current_setting('app.debtor_id', true), '') is null or id = current_setting('app.debtor_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)) and (nullif(current_setting('app.debtor_id', true), '') is null or id = current_setting('app.debtor_id', true)))`,
    )
    this.addSql(
      `alter table "debtor_blocked" add constraint "debtor_blocked_scope_check" check ("scope" in ('TENANT', 'CLIENT'))`,
    )
    this.addSql(`alter table "debtor_blocked" enable row level security`)
    this.addSql(`alter table "debtor_blocked" force row level security`)
    this.addSql(
      `create policy "debtor_blocked_tenant" on "debtor_blocked" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(
      `alter table "document" add constraint "document_type_check" check ("type" in ('INVOICE', 'CREDIT_INVOICE', 'PREVIEW', 'ATTACHMENT', 'BRAND', 'VOUCHER_EXPORT', 'OTHER'))`,
    )
    this.addSql(
      `alter table "document" add constraint "document_owner_type_check" check ("owner_type" in ('INVOICE', 'CLIENT', 'TENANT', 'VOUCHER'))`,
    )
    this.addSql(
      `alter table "document" add constraint "document_language_check" check ("language" in ('sv', 'en'))`,
    )
    this.addSql(
      `alter table "document" add constraint "document_status_check" check ("status" in ('STORED', 'FROZEN', 'DELETED'))`,
    )
    this.addSql(`alter table "document" enable row level security`)
    this.addSql(`alter table "document" force row level security`)
    this.addSql(
      `create policy "document_tenant" on "document" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)) and (nullif(current_setting('app.debtor_id', true), '') is null or debtor_id = current_setting('app.debtor_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)) and (nullif(current_setting('app.debtor_id', true), '') is null or debtor_id = current_setting('app.debtor_id', true)))`,
    )
    this.addSql(
      `alter table "email_recipient" add constraint "email_recipient_language_check" check ("language" in ('sv', 'en'))`,
    )
    this.addSql(`alter table "email_recipient" enable row level security`)
    this.addSql(`alter table "email_recipient" force row level security`)
    this.addSql(
      `create policy "email_recipient_tenant" on "email_recipient" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(
      `alter table "erp" add constraint "erp_uses_check" check ("uses" in ('INVOICE', 'BOOKKEEPING', 'BOTH'))`,
    )
    this.addSql(
      `alter table "erp" add constraint "erp_connector_check" check ("connector" in ('FILE', 'WEBHOOK'))`,
    )
    this.addSql(`alter table "erp" enable row level security`)
    this.addSql(`alter table "erp" force row level security`)
    this.addSql(
      `create policy "erp_tenant" on "erp" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(
      `alter table "erp_type" add constraint "erp_type_connector_check" check ("connector" in ('FILE', 'WEBHOOK'))`,
    )
    this.addSql(
      `alter table "erp_type" add constraint "erp_type_uses_check" check ("uses" in ('INVOICE', 'BOOKKEEPING', 'BOTH'))`,
    )
    this.addSql(`alter table "erp_type" enable row level security`)
    this.addSql(`alter table "erp_type" force row level security`)
    this.addSql(
      `create policy "erp_type_tenant" on "erp_type" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(`alter table "errand_event" enable row level security`)
    this.addSql(`alter table "errand_event" force row level security`)
    this.addSql(
      `create policy "errand_event_tenant" on "errand_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(`alter table "factoring_country" enable row level security`)
    this.addSql(`alter table "factoring_country" force row level security`)
    this.addSql(
      `create policy "factoring_country_tenant" on "factoring_country" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(
      `alter table "factoring_decision" add constraint "factoring_decision_status_check" check ("status" in ('PENDING', 'READY_FOR_DECISION', 'WAITING', 'REFINANCE', 'DECIDED'))`,
    )
    this.addSql(
      `alter table "factoring_decision" add constraint "factoring_decision_finance_decision_check" check ("finance_decision" in ('APPROVED', 'DENIED', 'DENIED_SERVICE', 'REFINANCE'))`,
    )
    this.addSql(
      `alter table "factoring_decision" add constraint "factoring_decision_decided_by_check" check ("decided_by" in ('ENGINE', 'OPERATOR', 'EXTERNAL'))`,
    )
    this.addSql(`alter table "factoring_decision" enable row level security`)
    this.addSql(`alter table "factoring_decision" force row level security`)
    this.addSql(
      `create policy "factoring_decision_tenant" on "factoring_decision" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)) and (nullif(current_setting('app.debtor_id', true), '') is null or debtor_id = current_setting('app.debtor_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)) and (nullif(current_setting('app.debtor_id', true), '') is null or debtor_id = current_setting('app.debtor_id', true)))`,
    )
    this.addSql(
      `alter table "financial_event" add constraint "financial_event_claim_type_check" check ("claim_type" in ('INVOICE'))`,
    )
    this.addSql(
      `alter table "financial_event" add constraint "financial_event_type_check" check ("type" in ('INVOICE_BOOKED', 'CREDIT_BOOKED', 'CREDIT_LINK', 'CREDIT_UNLINK', 'PAYMENT', 'PAYMENT_REVERT', 'OVERPAYMENT', 'FINANCED', 'RESERVE_RELEASED', 'RECOURSE', 'DILUTION', 'TRANSFER', 'MANUAL_TRANSACTION', 'PAYOUT_BOOKED', 'CHARGES_BILLED', 'REVERSAL'))`,
    )
    this.addSql(
      `alter table "financial_event" add constraint "financial_event_component_check" check ("component" in ('CAPITAL', 'REMINDER_FEE', 'LATE_INTEREST', 'LATE_COMPENSATION', 'COLLECTION_FEE', 'ENFORCEMENT_COST', 'PLAN_FEE', 'CREDIT_INTEREST', 'NOTICE_FEE'))`,
    )
    this.addSql(`alter table "financial_event" enable row level security`)
    this.addSql(`alter table "financial_event" force row level security`)
    this.addSql(
      `create policy "financial_event_tenant" on "financial_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)) and (nullif(current_setting('app.debtor_id', true), '') is null or debtor_id = current_setting('app.debtor_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)) and (nullif(current_setting('app.debtor_id', true), '') is null or debtor_id = current_setting('app.debtor_id', true)))`,
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
      `create policy "inbound_event_tenant" on "inbound_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(
      `alter table "invoice" add constraint "invoice_type_check" check ("type" in ('INVOICE', 'CREDIT_INVOICE', 'INTEREST_INVOICE', 'FEE_INVOICE', 'DEBIT_NOTE', 'TAKEOVER'))`,
    )
    this.addSql(
      `alter table "invoice" add constraint "invoice_product_code_check" check ("product_code" in ('INVOICE_SERVICE', 'INVOICE_FACTORING_SELL', 'INVOICE_FACTORING_PLEDGE', 'REMINDER', 'COLLECTION', 'PART_PAYMENT', 'BUSINESS_LOAN', 'CREDIT_INSURANCE'))`,
    )
    this.addSql(
      `alter table "invoice" add constraint "invoice_main_status_check" check ("main_status" in ('CREATED', 'PENDING_AUTHORIZATION', 'PENDING', 'ACTIVATING', 'ACTIVATED', 'DENIED_FINANCING', 'PAUSED', 'DISPUTED', 'STOPPED', 'CLOSED', 'ARCHIVED'))`,
    )
    this.addSql(
      `alter table "invoice" add constraint "invoice_ledger_status_check" check ("ledger_status" in ('NOT_BOOKED', 'NOT_DUE', 'DUE', 'OVERDUE', 'REMINDER', 'COLLECTION', 'ENFORCEMENT', 'SURVEILLANCE', 'PART_PAYMENT', 'PARTLY_PAID', 'PAID', 'OVERPAID', 'CREDITED', 'WRITTEN_OFF'))`,
    )
    this.addSql(
      `alter table "invoice" add constraint "invoice_financing_status_check" check ("financing_status" in ('NONE', 'REQUESTED', 'FINANCED', 'REFINANCED', 'RECOURSED', 'DENIED'))`,
    )
    this.addSql(
      `alter table "invoice" add constraint "invoice_paused_from_check" check ("paused_from" in ('CREATED', 'PENDING_AUTHORIZATION', 'PENDING', 'ACTIVATING', 'ACTIVATED', 'DENIED_FINANCING', 'PAUSED', 'DISPUTED', 'STOPPED', 'CLOSED', 'ARCHIVED'))`,
    )
    this.addSql(`alter table "invoice" enable row level security`)
    this.addSql(`alter table "invoice" force row level security`)
    this.addSql(
      `create policy "invoice_tenant" on "invoice" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)) and (nullif(current_setting('app.debtor_id', true), '') is null or debtor_id = current_setting('app.debtor_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)) and (nullif(current_setting('app.debtor_id', true), '') is null or debtor_id = current_setting('app.debtor_id', true)))`,
    )
    this.addSql(
      `alter table "invoice_activation" add constraint "invoice_activation_product_code_check" check ("product_code" in ('INVOICE_SERVICE', 'INVOICE_FACTORING_SELL', 'INVOICE_FACTORING_PLEDGE', 'REMINDER', 'COLLECTION', 'PART_PAYMENT', 'BUSINESS_LOAN', 'CREDIT_INSURANCE'))`,
    )
    this.addSql(
      `alter table "invoice_activation" add constraint "invoice_activation_status_check" check ("status" in ('HELD', 'WAITING', 'RUNNING', 'FAILED', 'DONE', 'WITHDRAWN'))`,
    )
    this.addSql(
      `alter table "invoice_activation" add constraint "invoice_activation_step_check" check ("step" in ('BEGIN', 'DOCUMENTS', 'BOOK', 'POST_ACTIVATE', 'DONE'))`,
    )
    this.addSql(`alter table "invoice_activation" enable row level security`)
    this.addSql(`alter table "invoice_activation" force row level security`)
    this.addSql(
      `create policy "invoice_activation_tenant" on "invoice_activation" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(
      `alter table "invoice_ledger_event" add constraint "invoice_ledger_event_type_check" check ("type" in ('BOOKED', 'DUE', 'OVERDUE', 'REMINDER', 'COLLECTION', 'FINANCED', 'RECOURSED', 'PAUSED', 'RESUMED', 'STOPPED', 'CREDITED', 'CLOSED'))`,
    )
    this.addSql(
      `alter table "invoice_ledger_event" add constraint "invoice_ledger_event_status_check" check ("status" in ('PLANNED', 'DONE', 'SKIPPED'))`,
    )
    this.addSql(`alter table "invoice_ledger_event" enable row level security`)
    this.addSql(`alter table "invoice_ledger_event" force row level security`)
    this.addSql(
      `create policy "invoice_ledger_event_tenant" on "invoice_ledger_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)) and (nullif(current_setting('app.debtor_id', true), '') is null or debtor_id = current_setting('app.debtor_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)) and (nullif(current_setting('app.debtor_id', true), '') is null or debtor_id = current_setting('app.debtor_id', true)))`,
    )
    this.addSql(
      `alter table "invoice_refinancing" add constraint "invoice_refinancing_status_check" check ("status" in ('PROPOSED', 'ACTIVE', 'REPAID', 'RECOURSED'))`,
    )
    this.addSql(`alter table "invoice_refinancing" enable row level security`)
    this.addSql(`alter table "invoice_refinancing" force row level security`)
    this.addSql(
      `create policy "invoice_refinancing_tenant" on "invoice_refinancing" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(
      `alter table "locked_period" add constraint "locked_period_owner_type_check" check ("owner_type" in ('TENANT', 'CLIENT'))`,
    )
    this.addSql(`alter table "locked_period" enable row level security`)
    this.addSql(`alter table "locked_period" force row level security`)
    this.addSql(
      `create policy "locked_period_tenant" on "locked_period" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(
      `alter table "onboarding_step" add constraint "onboarding_step_step_check" check ("step" in ('SETTINGS', 'PRODUCTS', 'CLIENT_ACCOUNTS', 'CHART_OF_ACCOUNTS', 'REFERENCE_SETTINGS', 'REMINDER_PROFILES', 'CREDIT_LIMITS', 'COMPLIANCE'))`,
    )
    this.addSql(
      `alter table "onboarding_step" add constraint "onboarding_step_status_check" check ("status" in ('WAITING', 'DONE', 'FAILED'))`,
    )
    this.addSql(`alter table "onboarding_step" enable row level security`)
    this.addSql(`alter table "onboarding_step" force row level security`)
    this.addSql(
      `create policy "onboarding_step_tenant" on "onboarding_step" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(
      `alter table "payment_reference_setting" add constraint "payment_reference_setting_scheme_check" check ("scheme" in ('OCR', 'RF'))`,
    )
    this.addSql(
      `alter table "payment_reference_setting" add constraint "payment_reference_setting_level_check" check ("level" in ('SOFT', 'HARD', 'VARIABLE', 'FIXED'))`,
    )
    this.addSql(`alter table "payment_reference_setting" enable row level security`)
    this.addSql(`alter table "payment_reference_setting" force row level security`)
    this.addSql(
      `create policy "payment_reference_setting_tenant" on "payment_reference_setting" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(
      `alter table "payout" add constraint "payout_status_check" check ("status" in ('CREATED', 'CANCELLED'))`,
    )
    this.addSql(`alter table "payout" enable row level security`)
    this.addSql(`alter table "payout" force row level security`)
    this.addSql(
      `create policy "payout_tenant" on "payout" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(`alter table "realtime_message" enable row level security`)
    this.addSql(`alter table "realtime_message" force row level security`)
    this.addSql(
      `create policy "realtime_message_tenant" on "realtime_message" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)) and (nullif(current_setting('app.debtor_id', true), '') is null or debtor_id = current_setting('app.debtor_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)) and (nullif(current_setting('app.debtor_id', true), '') is null or debtor_id = current_setting('app.debtor_id', true)))`,
    )
    this.addSql(`alter table "realtime_token" enable row level security`)
    this.addSql(`alter table "realtime_token" force row level security`)
    this.addSql(
      `create policy "realtime_token_tenant" on "realtime_token" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(
      `alter table "reminder_profile" add constraint "reminder_profile_owner_type_check" check ("owner_type" in ('TENANT', 'CLIENT'))`,
    )
    this.addSql(`alter table "reminder_profile" enable row level security`)
    this.addSql(`alter table "reminder_profile" force row level security`)
    this.addSql(
      `create policy "reminder_profile_tenant" on "reminder_profile" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(
      `alter table "system_debtor" add constraint "system_debtor_type_check" check ("type" in ('COMPANY', 'PERSON'))`,
    )
    this.addSql(
      `alter table "system_debtor" add constraint "system_debtor_status_check" check ("status" in ('ACTIVE', 'BANKRUPT', 'LIQUIDATION', 'RECONSTRUCTION', 'DECEASED'))`,
    )
    this.addSql(`alter table "system_debtor" enable row level security`)
    this.addSql(`alter table "system_debtor" force row level security`)
    this.addSql(
      `create policy "system_debtor_tenant" on "system_debtor" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(`alter table "system_debtor_credit_status" enable row level security`)
    this.addSql(`alter table "system_debtor_credit_status" force row level security`)
    this.addSql(
      `create policy "system_debtor_credit_status_tenant" on "system_debtor_credit_status" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(
      `alter table "system_errand" add constraint "system_errand_type_check" check ("type" in ('INVOICE_VALIDATION', 'ACTIVATION_FAILED', 'POST_ACTIVATION', 'PAYMENT_MISMATCH', 'RECONCILIATION', 'VOUCHER', 'SYNC', 'DISTRIBUTION', 'ENFORCEMENT', 'CREDIT', 'AML', 'KYC', 'PAYOUT', 'MONITORING', 'LIMITATION', 'ONBOARDING'))`,
    )
    this.addSql(
      `alter table "system_errand" add constraint "system_errand_severity_check" check ("severity" in ('LOW', 'NORMAL', 'HIGH', 'CRITICAL'))`,
    )
    this.addSql(
      `alter table "system_errand" add constraint "system_errand_status_check" check ("status" in ('OPEN', 'IN_PROGRESS', 'RESOLVED', 'CLOSED'))`,
    )
    this.addSql(`alter table "system_errand" enable row level security`)
    this.addSql(`alter table "system_errand" force row level security`)
    this.addSql(
      `create policy "system_errand_tenant" on "system_errand" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(`alter table "voucher" add constraint "voucher_total_positive" check (total > 0)`)
    this.addSql(
      `alter table "voucher" add constraint "voucher_owner_type_check" check ("owner_type" in ('TENANT', 'CLIENT'))`,
    )
    this.addSql(
      `alter table "voucher" add constraint "voucher_status_check" check ("status" in ('BOOKED', 'EXPORTED', 'EXTERNAL_BOOKED', 'EXTERNAL_FAILED', 'REVERSED'))`,
    )
    this.addSql(`alter table "voucher" enable row level security`)
    this.addSql(`alter table "voucher" force row level security`)
    this.addSql(
      `create policy "voucher_tenant" on "voucher" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(
      `alter table "voucher_posting" add constraint "voucher_posting_moves" check (amount <> 0)`,
    )
    this.addSql(`alter table "voucher_posting" enable row level security`)
    this.addSql(`alter table "voucher_posting" force row level security`)
    this.addSql(
      `create policy "voucher_posting_tenant" on "voucher_posting" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(
      `alter table "voucher_request" add constraint "voucher_request_owner_type_check" check ("owner_type" in ('TENANT', 'CLIENT'))`,
    )
    this.addSql(
      `alter table "voucher_request" add constraint "voucher_request_status_check" check ("status" in ('PENDING', 'CREATED', 'FAILED'))`,
    )
    this.addSql(`alter table "voucher_request" enable row level security`)
    this.addSql(`alter table "voucher_request" force row level security`)
    this.addSql(
      `create policy "voucher_request_tenant" on "voucher_request" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true))) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and (nullif(current_setting('app.client_id', true), '') is null or client_id = current_setting('app.client_id', true)))`,
    )
    this.addSql(`alter table "voucher_series" enable row level security`)
    this.addSql(`alter table "voucher_series" force row level security`)
    this.addSql(
      `create policy "voucher_series_tenant" on "voucher_series" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
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
      `alter table article add constraint article_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`,
    )
    this.addSql(
      `alter table article add constraint article_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table article_label add constraint article_label_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`,
    )
    this.addSql(
      `alter table article_label add constraint article_label_article_id_foreign foreign key (tenant_id, article_id) references article (tenant_id, id)`,
    )
    this.addSql(
      `alter table background_task add constraint background_task_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table background_task add constraint background_task_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table background_task_item add constraint background_task_item_task_id_foreign foreign key (tenant_id, task_id) references background_task (tenant_id, id)`,
    )
    this.addSql(
      `alter table bookkeeping_account add constraint bookkeeping_account_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table bookkeeping_account add constraint bookkeeping_account_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_account add constraint client_account_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_account_transaction add constraint client_account_transaction_client_account_id_foreign foreign key (tenant_id, client_account_id) references client_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_account_transaction add constraint client_account_transaction_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_article add constraint client_article_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_product add constraint client_product_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_setting add constraint client_setting_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_sync add constraint client_sync_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_sync_invoice add constraint client_sync_invoice_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_sync_invoice add constraint client_sync_invoice_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`,
    )
    this.addSql(
      `alter table client add constraint client_invoice_erp_id_foreign foreign key (tenant_id, invoice_erp_id) references erp (tenant_id, id)`,
    )
    this.addSql(
      `alter table client add constraint client_bookkeep_erp_id_foreign foreign key (tenant_id, bookkeep_erp_id) references erp (tenant_id, id)`,
    )
    this.addSql(
      `alter table credit_decision_status add constraint credit_decision_status_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table credit_status add constraint credit_status_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table debtor_blocked add constraint debtor_blocked_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table debtor_blocked add constraint debtor_blocked_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table debtor add constraint debtor_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table debtor add constraint debtor_system_debtor_id_foreign foreign key (tenant_id, system_debtor_id) references system_debtor (tenant_id, id)`,
    )
    this.addSql(
      `alter table debtor add constraint debtor_subtype_id_foreign foreign key (tenant_id, subtype_id) references debtor_subtype (tenant_id, id)`,
    )
    this.addSql(
      `alter table debtor add constraint debtor_reminder_profile_id_foreign foreign key (tenant_id, reminder_profile_id) references reminder_profile (tenant_id, id)`,
    )
    this.addSql(
      `alter table document add constraint document_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table document add constraint document_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table document add constraint document_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`,
    )
    this.addSql(
      `alter table email_recipient add constraint email_recipient_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table erp_type add constraint erp_type_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table erp add constraint erp_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table erp add constraint erp_erp_type_id_foreign foreign key (tenant_id, erp_type_id) references erp_type (tenant_id, id)`,
    )
    this.addSql(
      `alter table factoring_country add constraint factoring_country_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table factoring_decision add constraint factoring_decision_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`,
    )
    this.addSql(
      `alter table factoring_decision add constraint factoring_decision_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table factoring_decision add constraint factoring_decision_debtor_id_foreign foreign key (tenant_id, debtor_id) references debtor (tenant_id, id)`,
    )
    this.addSql(
      `alter table invoice_refinancing add constraint invoice_refinancing_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`,
    )
    this.addSql(
      `alter table invoice_refinancing add constraint invoice_refinancing_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table financial_event add constraint financial_event_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table invoice_activation add constraint invoice_activation_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`,
    )
    this.addSql(
      `alter table invoice_activation add constraint invoice_activation_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table invoice_ledger_event add constraint invoice_ledger_event_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`,
    )
    this.addSql(
      `alter table invoice_ledger_event add constraint invoice_ledger_event_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table invoice add constraint invoice_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table invoice add constraint invoice_debtor_id_foreign foreign key (tenant_id, debtor_id) references debtor (tenant_id, id)`,
    )
    this.addSql(
      `alter table onboarding_step add constraint onboarding_step_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table payment_reference_setting add constraint payment_reference_setting_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table payout add constraint payout_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table payout add constraint payout_client_account_id_foreign foreign key (tenant_id, client_account_id) references client_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table reminder_profile add constraint reminder_profile_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table reminder_profile add constraint reminder_profile_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table system_debtor add constraint system_debtor_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table system_debtor_credit_status add constraint system_debtor_credit_status_system_debtor_id_foreign foreign key (tenant_id, system_debtor_id) references system_debtor (tenant_id, id)`,
    )
    this.addSql(
      `alter table system_errand add constraint system_errand_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table system_errand add constraint system_errand_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table errand_event add constraint errand_event_errand_id_foreign foreign key (tenant_id, errand_id) references system_errand (tenant_id, id)`,
    )
    this.addSql(
      `alter table user_account add constraint user_account_debtor_id_foreign foreign key (tenant_id, debtor_id) references debtor (tenant_id, id)`,
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
    this.addSql(
      `alter table realtime_token add constraint realtime_token_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table realtime_token add constraint realtime_token_token_id_foreign foreign key (tenant_id, token_id) references token (tenant_id, id)`,
    )
    this.addSql(
      `alter table voucher add constraint voucher_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table voucher add constraint voucher_financial_event_id_foreign foreign key (tenant_id, financial_event_id) references financial_event (tenant_id, id)`,
    )
    this.addSql(
      `alter table voucher_posting add constraint voucher_posting_voucher_id_foreign foreign key (tenant_id, voucher_id) references voucher (tenant_id, id)`,
    )
    this.addSql(
      `alter table voucher_posting add constraint voucher_posting_account_id_foreign foreign key (tenant_id, account_id) references bookkeeping_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table voucher_request add constraint voucher_request_financial_event_id_foreign foreign key (tenant_id, financial_event_id) references financial_event (tenant_id, id)`,
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
