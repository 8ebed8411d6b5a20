import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`drop policy "article_tenant" on "article"`)
    this.addSql(`drop policy "article_label_tenant" on "article_label"`)
    this.addSql(`drop policy "background_task_tenant" on "background_task"`)
    this.addSql(`drop policy "bookkeeping_account_tenant" on "bookkeeping_account"`)
    this.addSql(`drop policy "changelog_tenant" on "changelog"`)
    this.addSql(`drop policy "client_tenant" on "client"`)
    this.addSql(`drop policy "client_account_tenant" on "client_account"`)
    this.addSql(`drop policy "client_account_transaction_tenant" on "client_account_transaction"`)
    this.addSql(`drop policy "client_article_tenant" on "client_article"`)
    this.addSql(`drop policy "client_product_tenant" on "client_product"`)
    this.addSql(`drop policy "client_setting_tenant" on "client_setting"`)
    this.addSql(`drop policy "client_sync_tenant" on "client_sync"`)
    this.addSql(`drop policy "client_sync_invoice_tenant" on "client_sync_invoice"`)
    this.addSql(`drop policy "credit_status_tenant" on "credit_status"`)
    this.addSql(`drop policy "debtor_tenant" on "debtor"`)
    this.addSql(`drop policy "debtor_blocked_tenant" on "debtor_blocked"`)
    this.addSql(`drop policy "document_tenant" on "document"`)
    this.addSql(`drop policy "email_recipient_tenant" on "email_recipient"`)
    this.addSql(`drop policy "errand_event_tenant" on "errand_event"`)
    this.addSql(`drop policy "event_tenant" on "event"`)
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
    this.addSql(`drop policy "reminder_profile_tenant" on "reminder_profile"`)
    this.addSql(`drop policy "service_account_tenant" on "service_account"`)
    this.addSql(`drop policy "system_errand_tenant" on "system_errand"`)
    this.addSql(`drop policy "token_tenant" on "token"`)
    this.addSql(`drop policy "user_account_tenant" on "user_account"`)
    this.addSql(`drop policy "voucher_tenant" on "voucher"`)
    this.addSql(`drop policy "voucher_posting_tenant" on "voucher_posting"`)
    this.addSql(`drop policy "voucher_request_tenant" on "voucher_request"`)
    this.addSql(`drop policy "webhook_tenant" on "webhook"`)
    this.addSql(`drop policy "webhook_attempt_tenant" on "webhook_attempt"`)
    this.addSql(`drop policy "webhook_log_tenant" on "webhook_log"`)
    this.addSql(
      `create policy "article_tenant" on "article" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end and case when nullif(current_setting('app.debtor_id', true), '') is null then true else debtor_id = current_setting('app.debtor_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end and case when nullif(current_setting('app.debtor_id', true), '') is null then true else debtor_id = current_setting('app.debtor_id', true) end)`,
    )
    this.addSql(
      `create policy "article_label_tenant" on "article_label" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end and case when nullif(current_setting('app.debtor_id', true), '') is null then true else debtor_id = current_setting('app.debtor_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end and case when nullif(current_setting('app.debtor_id', true), '') is null then true else debtor_id = current_setting('app.debtor_id', true) end)`,
    )
    this.addSql(
      `create policy "background_task_tenant" on "background_task" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "bookkeeping_account_tenant" on "bookkeeping_account" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "changelog_tenant" on "changelog" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(
      `create policy "client_tenant" on "client" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "client_account_tenant" on "client_account" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "client_account_transaction_tenant" on "client_account_transaction" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "client_article_tenant" on "client_article" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "client_product_tenant" on "client_product" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "client_setting_tenant" on "client_setting" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "client_sync_tenant" on "client_sync" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "client_sync_invoice_tenant" on "client_sync_invoice" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "credit_status_tenant" on "credit_status" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "debtor_tenant" on "debtor" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end and case when nullif(current_setting('app.debtor_id', true), '') is null then true else id = current_setting('app.debtor_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end and case when nullif(current_setting('app.debtor_id', true), '') is null then true else id = current_setting('app.debtor_id', true) end)`,
    )
    this.addSql(
      `create policy "debtor_blocked_tenant" on "debtor_blocked" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "document_tenant" on "document" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end and case when nullif(current_setting('app.debtor_id', true), '') is null then true else debtor_id = current_setting('app.debtor_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end and case when nullif(current_setting('app.debtor_id', true), '') is null then true else debtor_id = current_setting('app.debtor_id', true) end)`,
    )
    this.addSql(
      `create policy "email_recipient_tenant" on "email_recipient" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "errand_event_tenant" on "errand_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "event_tenant" on "event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end and case when nullif(current_setting('app.debtor_id', true), '') is null then true else debtor_id = current_setting('app.debtor_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(
      `create policy "factoring_decision_tenant" on "factoring_decision" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end and case when nullif(current_setting('app.debtor_id', true), '') is null then true else debtor_id = current_setting('app.debtor_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end and case when nullif(current_setting('app.debtor_id', true), '') is null then true else debtor_id = current_setting('app.debtor_id', true) end)`,
    )
    this.addSql(
      `create policy "financial_event_tenant" on "financial_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end and case when nullif(current_setting('app.debtor_id', true), '') is null then true else debtor_id = current_setting('app.debtor_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end and case when nullif(current_setting('app.debtor_id', true), '') is null then true else debtor_id = current_setting('app.debtor_id', true) end)`,
    )
    this.addSql(
      `create policy "inbound_event_tenant" on "inbound_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "invoice_tenant" on "invoice" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end and case when nullif(current_setting('app.debtor_id', true), '') is null then true else debtor_id = current_setting('app.debtor_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end and case when nullif(current_setting('app.debtor_id', true), '') is null then true else debtor_id = current_setting('app.debtor_id', true) end)`,
    )
    this.addSql(
      `create policy "invoice_activation_tenant" on "invoice_activation" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "invoice_ledger_event_tenant" on "invoice_ledger_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end and case when nullif(current_setting('app.debtor_id', true), '') is null then true else debtor_id = current_setting('app.debtor_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end and case when nullif(current_setting('app.debtor_id', true), '') is null then true else debtor_id = current_setting('app.debtor_id', true) end)`,
    )
    this.addSql(
      `create policy "invoice_refinancing_tenant" on "invoice_refinancing" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "locked_period_tenant" on "locked_period" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "onboarding_step_tenant" on "onboarding_step" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "payment_reference_setting_tenant" on "payment_reference_setting" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "payout_tenant" on "payout" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "realtime_message_tenant" on "realtime_message" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end and case when nullif(current_setting('app.debtor_id', true), '') is null then true else debtor_id = current_setting('app.debtor_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end and case when nullif(current_setting('app.debtor_id', true), '') is null then true else debtor_id = current_setting('app.debtor_id', true) end)`,
    )
    this.addSql(
      `create policy "reminder_profile_tenant" on "reminder_profile" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "service_account_tenant" on "service_account" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "system_errand_tenant" on "system_errand" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "token_tenant" on "token" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "user_account_tenant" on "user_account" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "voucher_tenant" on "voucher" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "voucher_posting_tenant" on "voucher_posting" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "voucher_request_tenant" on "voucher_request" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "webhook_tenant" on "webhook" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end)`,
    )
    this.addSql(
      `create policy "webhook_attempt_tenant" on "webhook_attempt" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(
      `create policy "webhook_log_tenant" on "webhook_log" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case when nullif(current_setting('app.client_id', true), '') is null then true else client_id = current_setting('app.client_id', true) end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
  }
}
