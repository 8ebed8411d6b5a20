import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`create function assigned_clients() returns setof text stable language plpgsql as $$
begin
  return query
    select a.client_id::text from client_access a
    where a.tenant_id = nullif(current_setting('app.tenant_id', true), '')
      and a.holder_id = current_setting('app.holder_id', true)
    union all select a.client_id::text from user_group_member m join client_access a
      on a.tenant_id = m.tenant_id and a.holder_id = m.user_group_id
    where m.tenant_id = nullif(current_setting('app.tenant_id', true), '')
      and m.user_id = current_setting('app.holder_id', true);
end $$`)
    this.addSql(`create function known_claims() returns setof text stable language plpgsql as $$
begin
  return query
    select i.id::text from invoice i
    where i.tenant_id = nullif(current_setting('app.tenant_id', true), '')
      and i.debtor_id = current_setting('app.debtor_id', true)
      and i.main_status in ('ACTIVATED', 'DENIED_FINANCING', 'PAUSED', 'DISPUTED', 'STOPPED', 'CLOSED', 'ARCHIVED');
end $$`)
    this.addSql(
      `create table "client_access" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "holder_type" text not null, "holder_id" varchar(60) not null, "client_id" varchar(255) not null, "reason" text not null, "via_id" varchar(60) not null, "created_by" varchar(60) not null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "client_access_client_index" on "client_access" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(`create index "client_access_via_index" on "client_access" ("tenant_id", "via_id")`)
    this.addSql(
      `create index "client_access_created_index" on "client_access" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "client_access" add constraint "client_access_unique" unique ("tenant_id", "holder_id", "client_id", "reason", "via_id")`,
    )
    this.addSql(`drop policy "article_tenant" on "article"`)
    this.addSql(`drop policy "article_label_tenant" on "article_label"`)
    this.addSql(`drop policy "background_task_tenant" on "background_task"`)
    this.addSql(`drop policy "background_task_item_tenant" on "background_task_item"`)
    this.addSql(`drop policy "bookkeeping_account_tenant" on "bookkeeping_account"`)
    this.addSql(`drop policy "cache_clear_tenant" on "cache_clear"`)
    this.addSql(`drop policy "changelog_tenant" on "changelog"`)
    this.addSql(`drop policy "client_tenant" on "client"`)
    this.addSql(`drop policy "client_account_tenant" on "client_account"`)
    this.addSql(`drop policy "client_account_transaction_tenant" on "client_account_transaction"`)
    this.addSql(`drop policy "client_article_tenant" on "client_article"`)
    this.addSql(`drop policy "client_product_tenant" on "client_product"`)
    this.addSql(`drop policy "client_setting_tenant" on "client_setting"`)
    this.addSql(`drop policy "client_sync_tenant" on "client_sync"`)
    this.addSql(`drop policy "client_sync_invoice_tenant" on "client_sync_invoice"`)
    this.addSql(`drop policy "credit_decision_status_tenant" on "credit_decision_status"`)
    this.addSql(`drop policy "credit_status_tenant" on "credit_status"`)
    this.addSql(`drop policy "debtor_tenant" on "debtor"`)
    this.addSql(`drop policy "debtor_blocked_tenant" on "debtor_blocked"`)
    this.addSql(`drop policy "debtor_subtype_tenant" on "debtor_subtype"`)
    this.addSql(`drop policy "document_tenant" on "document"`)
    this.addSql(`drop policy "email_recipient_tenant" on "email_recipient"`)
    this.addSql(`drop policy "erp_tenant" on "erp"`)
    this.addSql(`drop policy "erp_type_tenant" on "erp_type"`)
    this.addSql(`drop policy "errand_event_tenant" on "errand_event"`)
    this.addSql(`drop policy "event_tenant" on "event"`)
    this.addSql(`drop policy "factoring_country_tenant" on "factoring_country"`)
    this.addSql(`drop policy "factoring_decision_tenant" on "factoring_decision"`)
    this.addSql(`drop policy "financial_event_tenant" on "financial_event"`)
    this.addSql(`drop policy "inbound_event_tenant" on "inbound_event"`)
    this.addSql(`drop policy "invoice_tenant" on "invoice"`)
    this.addSql(`drop policy "invoice_activation_tenant" on "invoice_activation"`)
    this.addSql(`drop policy "invoice_ledger_event_tenant" on "invoice_ledger_event"`)
    this.addSql(`drop policy "invoice_refinancing_tenant" on "invoice_refinancing"`)
    this.addSql(`drop policy "locked_period_tenant" on "locked_period"`)
    this.addSql(`drop policy "onboarding_step_tenant" on "onboarding_step"`)
    this.addSql(`drop policy "payment_reference_setting_tenant" on "payment_reference_setting"`)
    this.addSql(`drop policy "payout_tenant" on "payout"`)
    this.addSql(`drop policy "realtime_message_tenant" on "realtime_message"`)
    this.addSql(`drop policy "reason_code_tenant" on "reason_code"`)
    this.addSql(`drop policy "reminder_profile_tenant" on "reminder_profile"`)
    this.addSql(`drop policy "service_account_tenant" on "service_account"`)
    this.addSql(`drop policy "system_debtor_tenant" on "system_debtor"`)
    this.addSql(`drop policy "system_debtor_credit_status_tenant" on "system_debtor_credit_status"`)
    this.addSql(`drop policy "system_errand_tenant" on "system_errand"`)
    this.addSql(`drop policy "token_tenant" on "token"`)
    this.addSql(`drop policy "user_account_tenant" on "user_account"`)
    this.addSql(`drop policy "user_group_tenant" on "user_group"`)
    this.addSql(`drop policy "user_group_member_tenant" on "user_group_member"`)
    this.addSql(`drop policy "voucher_tenant" on "voucher"`)
    this.addSql(`drop policy "voucher_posting_tenant" on "voucher_posting"`)
    this.addSql(`drop policy "voucher_request_tenant" on "voucher_request"`)
    this.addSql(`drop policy "voucher_series_tenant" on "voucher_series"`)
    this.addSql(`drop policy "webhook_tenant" on "webhook"`)
    this.addSql(`drop policy "webhook_attempt_tenant" on "webhook_attempt"`)
    this.addSql(`drop policy "webhook_log_tenant" on "webhook_log"`)
    this.addSql(`create policy "article_tenant" on "article" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) when 'debtor' then debtor_id = current_setting('app.debtor_id', true) and invoice_id in (
select c.c from known_claims() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) when 'debtor' then debtor_id = current_setting('app.debtor_id', true) and invoice_id in (
select c.c from known_claims() c(c)) else false end)`)
    this.addSql(`create policy "article_label_tenant" on "article_label" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`alter table "background_task" add "assigned_only" boolean not null default false`)
    this.addSql(`alter table "background_task" alter column "assigned_only" drop default`)
    this.addSql(`create policy "background_task_tenant" on "background_task" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then (client_id in (
select c.c from assigned_clients() c(c)) or requested_by = current_setting('app.holder_id', true)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then (client_id in (
select c.c from assigned_clients() c(c)) or requested_by = current_setting('app.holder_id', true)) else false end)`)
    this.addSql(
      `create policy "background_task_item_tenant" on "background_task_item" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`create policy "bookkeeping_account_tenant" on "bookkeeping_account" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(
      `create policy "cache_clear_tenant" on "cache_clear" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`create policy "changelog_tenant" on "changelog" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`)
    this.addSql(`create policy "client_tenant" on "client" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then id = current_setting('app.client_id', true) when 'set' then id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then id = current_setting('app.client_id', true) when 'set' then id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`create policy "client_account_tenant" on "client_account" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`create policy "client_account_transaction_tenant" on "client_account_transaction" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`create policy "client_article_tenant" on "client_article" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`create policy "client_product_tenant" on "client_product" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`create policy "client_setting_tenant" on "client_setting" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`create policy "client_sync_tenant" on "client_sync" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`create policy "client_sync_invoice_tenant" on "client_sync_invoice" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(
      `create policy "credit_decision_status_tenant" on "credit_decision_status" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`create policy "credit_status_tenant" on "credit_status" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`create policy "debtor_tenant" on "debtor" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) when 'debtor' then id = current_setting('app.debtor_id', true) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) when 'debtor' then id = current_setting('app.debtor_id', true) else false end)`)
    this.addSql(`create policy "debtor_blocked_tenant" on "debtor_blocked" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(
      `create policy "debtor_subtype_tenant" on "debtor_subtype" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`create policy "document_tenant" on "document" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) when 'debtor' then debtor_id = current_setting('app.debtor_id', true) and status = any (array['STORED', 'FROZEN']) and (invoice_id is null or invoice_id in (
select c.c from known_claims() c(c))) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) when 'debtor' then debtor_id = current_setting('app.debtor_id', true) and status = any (array['STORED', 'FROZEN']) and (invoice_id is null or invoice_id in (
select c.c from known_claims() c(c))) else false end)`)
    this.addSql(`create policy "email_recipient_tenant" on "email_recipient" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(
      `create policy "erp_tenant" on "erp" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(
      `create policy "erp_type_tenant" on "erp_type" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`create policy "errand_event_tenant" on "errand_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`create policy "event_tenant" on "event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) when 'debtor' then debtor_id = current_setting('app.debtor_id', true) and case when type = any (array['DEBTOR', 'REALTIME']) then true when type = any (array['INVOICE', 'INVOICE_BALANCE']) then subject_id in (
select c.c from known_claims() c(c)) else false end else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`)
    this.addSql(
      `create policy "factoring_country_tenant" on "factoring_country" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`create policy "factoring_decision_tenant" on "factoring_decision" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`create policy "financial_event_tenant" on "financial_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) when 'debtor' then debtor_id = current_setting('app.debtor_id', true) and type = any (array['INVOICE_BOOKED', 'CREDIT_BOOKED', 'CREDIT_LINK', 'CREDIT_UNLINK', 'PAYMENT', 'PAYMENT_REVERT', 'OVERPAYMENT', 'REVERSAL']) and (type <> 'REVERSAL' or amount <> 0) and claim_id in (
select c.c from known_claims() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) when 'debtor' then debtor_id = current_setting('app.debtor_id', true) and type = any (array['INVOICE_BOOKED', 'CREDIT_BOOKED', 'CREDIT_LINK', 'CREDIT_UNLINK', 'PAYMENT', 'PAYMENT_REVERT', 'OVERPAYMENT', 'REVERSAL']) and (type <> 'REVERSAL' or amount <> 0) and claim_id in (
select c.c from known_claims() c(c)) else false end)`)
    this.addSql(`create policy "inbound_event_tenant" on "inbound_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`create policy "invoice_tenant" on "invoice" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) when 'debtor' then debtor_id = current_setting('app.debtor_id', true) and main_status = any (array['ACTIVATED', 'DENIED_FINANCING', 'PAUSED', 'DISPUTED', 'STOPPED', 'CLOSED', 'ARCHIVED']) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) when 'debtor' then debtor_id = current_setting('app.debtor_id', true) and main_status = any (array['ACTIVATED', 'DENIED_FINANCING', 'PAUSED', 'DISPUTED', 'STOPPED', 'CLOSED', 'ARCHIVED']) else false end)`)
    this.addSql(`create policy "invoice_activation_tenant" on "invoice_activation" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`create policy "invoice_ledger_event_tenant" on "invoice_ledger_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) when 'debtor' then debtor_id = current_setting('app.debtor_id', true) and type <> 'FINANCED' and type <> 'RECOURSED' and invoice_id in (
select c.c from known_claims() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) when 'debtor' then debtor_id = current_setting('app.debtor_id', true) and type <> 'FINANCED' and type <> 'RECOURSED' and invoice_id in (
select c.c from known_claims() c(c)) else false end)`)
    this.addSql(`create policy "invoice_refinancing_tenant" on "invoice_refinancing" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`create policy "locked_period_tenant" on "locked_period" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`create policy "onboarding_step_tenant" on "onboarding_step" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`create policy "payment_reference_setting_tenant" on "payment_reference_setting" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`create policy "payout_tenant" on "payout" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`create policy "realtime_message_tenant" on "realtime_message" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) when 'debtor' then debtor_id = current_setting('app.debtor_id', true) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) when 'debtor' then debtor_id = current_setting('app.debtor_id', true) else false end)`)
    this.addSql(
      `create policy "reason_code_tenant" on "reason_code" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`create policy "reminder_profile_tenant" on "reminder_profile" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`create policy "service_account_tenant" on "service_account" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(
      `create policy "system_debtor_tenant" on "system_debtor" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(
      `create policy "system_debtor_credit_status_tenant" on "system_debtor_credit_status" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`create policy "system_errand_tenant" on "system_errand" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`create policy "token_tenant" on "token" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) when 'debtor' then debtor_id = current_setting('app.debtor_id', true) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) when 'debtor' then debtor_id = current_setting('app.debtor_id', true) else false end)`)
    this.addSql(`create policy "user_account_tenant" on "user_account" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) when 'debtor' then debtor_id = current_setting('app.debtor_id', true) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) when 'debtor' then debtor_id = current_setting('app.debtor_id', true) else false end)`)
    this.addSql(
      `create policy "user_group_tenant" on "user_group" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(
      `create policy "user_group_member_tenant" on "user_group_member" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`create policy "voucher_tenant" on "voucher" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`create policy "voucher_posting_tenant" on "voucher_posting" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`create policy "voucher_request_tenant" on "voucher_request" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(
      `create policy "voucher_series_tenant" on "voucher_series" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`create policy "webhook_tenant" on "webhook" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end)`)
    this.addSql(`create policy "webhook_attempt_tenant" on "webhook_attempt" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`)
    this.addSql(`create policy "webhook_log_tenant" on "webhook_log" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then client_id in (
select c.c from assigned_clients() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`)
    this.addSql(
      `alter table "client_access" add constraint "client_access_holder_type_check" check ("holder_type" in ('USER', 'SERVICE_ACCOUNT', 'USER_GROUP'))`,
    )
    this.addSql(
      `alter table "client_access" add constraint "client_access_reason_check" check ("reason" in ('ASSIGNMENT', 'HANDLER', 'CLIENT_GROUP'))`,
    )
    this.addSql(`alter table "client_access" enable row level security`)
    this.addSql(`alter table "client_access" force row level security`)
    this.addSql(`create policy "client_access_tenant" on "client_access" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then (holder_id = current_setting('app.holder_id', true) or holder_id in (
select m.user_group_id from user_group_member m where m.tenant_id = nullif(current_setting('app.tenant_id', true), '') and m.user_id = current_setting('app.holder_id', true))) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'set' then (holder_id = current_setting('app.holder_id', true) or holder_id in (
select m.user_group_id from user_group_member m where m.tenant_id = nullif(current_setting('app.tenant_id', true), '') and m.user_id = current_setting('app.holder_id', true))) else false end)`)
    this.addSql(
      `alter table client_access add constraint client_access_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
  }
}
