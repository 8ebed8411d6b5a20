import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create index "background_task_ended_index" on "background_task" ("tenant_id", "ended_at") where "ended_at" is not null`,
    )
    this.addSql(
      `alter table "client" add "instance_provider_id" uuid null, add "service_provider_id" uuid null, add "template_id" uuid null`,
    )
    this.addSql(
      `create index "client_instance_provider_index" on "client" ("tenant_id", "instance_provider_id", "id") where "instance_provider_id" is not null`,
    )
    this.addSql(
      `create index "client_service_provider_index" on "client" ("tenant_id", "service_provider_id", "id") where "service_provider_id" is not null`,
    )
    this.addSql(
      `create index "client_template_index" on "client" ("tenant_id", "template_id", "id") where "template_id" is not null`,
    )
    this.addSql(`alter table "debtor" add "bankrupt_since" date null, add "moved_to_id" uuid null`)
    this.addSql(
      `create index "debtor_moved_index" on "debtor" ("tenant_id", "moved_to_id") where "moved_to_id" is not null`,
    )
    this.addSql(`alter table "document" drop constraint "document_owner_type_check"`)
    this.addSql(`alter table "document" drop constraint "document_type_check"`)
    this.addSql(
      `create index document_retention_index on document (tenant_id, retention_until, id) where retention_until < (created_at at time zone 'UTC')::date + 2556`,
    )
    this.addSql(
      `alter table "document" add constraint "document_owner_type_check" check ("owner_type" in ('INVOICE', 'CLIENT', 'TENANT', 'VOUCHER', 'INVOICE_REQUEST', 'BOOKKEEPING_FILE', 'SCHEDULE_RUN'))`,
    )
    this.addSql(
      `alter table "document" add constraint "document_type_check" check ("type" in ('INVOICE', 'CREDIT_INVOICE', 'NOTICE_OF_ASSIGNMENT', 'PREVIEW', 'ATTACHMENT', 'BRAND', 'VOUCHER_EXPORT', 'BOOKKEEPING_FILE', 'REPORT', 'OTHER'))`,
    )
    this.addSql(`alter table "financial_event" drop constraint "financial_event_type_check"`)
    this.addSql(
      `alter table "financial_event" add constraint "financial_event_type_check" check ("type" in ('INVOICE_BOOKED', 'CREDIT_BOOKED', 'CREDIT_LINK', 'CREDIT_UNLINK', 'PAYMENT', 'PAYMENT_REVERT', 'OVERPAYMENT', 'FINANCED', 'RESERVE_RELEASED', 'RECOURSE', 'DILUTION', 'REFINANCED', 'TRANSFER', 'MANUAL_TRANSACTION', 'PAYOUT_BOOKED', 'CHARGES_BILLED', 'FX_DIFFERENCE', 'DOUBTFUL', 'REVERSAL'))`,
    )
    this.addSql(
      `alter table "internal_request" add "would_do" jsonb null, add "effect_hash" varchar(64) null, add "renews_id" uuid null, add "decided_at" timestamptz(3) null`,
    )
    this.addSql(
      `alter table "user_invitation" add "invited_by" uuid null, add "opened_by" varchar(100) null`,
    )
    this.addSql(
      `alter table "payout" add "payout_account_id" uuid null, add "payout_number" varchar(40) null, add "remittance_text" varchar(140) null`,
    )
    this.addSql(
      `create index "payout_bank_account_index" on "payout" ("tenant_id", "payout_account_id", "id")`,
    )
    this.addSql(
      `alter table "system_debtor" add "status_before" text null, add "bankruptcy_date" date null, add "bankruptcy_case_number" varchar(60) null, add "bankruptcy_trustee" varchar(200) null, add "last_claim_date" date null, add "rating_internal" varchar(20) null`,
    )
    this.addSql(
      `create index "system_debtor_rating_index" on "system_debtor" ("tenant_id", "rating_internal", "id") where "rating_internal" is not null`,
    )
    this.addSql(
      `alter table "system_debtor" add constraint "system_debtor_status_before_check" check ("status_before" in ('ACTIVE', 'BANKRUPT', 'LIQUIDATION', 'RECONSTRUCTION', 'DECEASED'))`,
    )
    this.addSql(`alter table "system_errand" drop constraint "system_errand_type_check"`)
    this.addSql(
      `alter table "system_errand" add constraint "system_errand_type_check" check ("type" in ('INVOICE_VALIDATION', 'ACTIVATION_FAILED', 'POST_ACTIVATION', 'PAYMENT_MISMATCH', 'RECONCILIATION', 'VOUCHER', 'SYNC', 'DOCUMENT', 'DISTRIBUTION', 'ENFORCEMENT', 'CREDIT', 'BANKRUPTCY', 'AML', 'KYC', 'PAYOUT', 'MONITORING', 'LIMITATION', 'ONBOARDING', 'JOB', 'PROCESS', 'INVARIANT', 'AUTOMATION', 'SCHEDULE'))`,
    )
    this.addSql(
      `create index "to_do_other_status_index" on "to_do" ("tenant_id", "status", "id") where "status" != 'RESOLVED'`,
    )
    this.addSql(
      `alter table debtor_setting add constraint debtor_setting_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table debtor_setting add constraint debtor_setting_debtor_id_foreign foreign key (tenant_id, debtor_id) references debtor (tenant_id, id)`,
    )
    this.addSql(
      `alter table content_user_setting add constraint content_user_setting_user_id_foreign foreign key (tenant_id, user_id) references user_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table automation add constraint automation_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table automation add constraint automation_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table automation_rule add constraint automation_rule_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table automation_rule add constraint automation_rule_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table internal_request add constraint internal_request_renews_id_foreign foreign key (tenant_id, renews_id) references internal_request (tenant_id, id)`,
    )
    this.addSql(
      `alter table schedule add constraint schedule_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table schedule add constraint schedule_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table bookkeeping_file add constraint bookkeeping_file_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table bookkeeping_file add constraint bookkeeping_file_document_id_foreign foreign key (tenant_id, document_id) references document (tenant_id, id)`,
    )
    this.addSql(
      `alter table client add constraint client_instance_provider_id_foreign foreign key (tenant_id, instance_provider_id) references instance_provider (tenant_id, id)`,
    )
    this.addSql(
      `alter table client add constraint client_service_provider_id_foreign foreign key (tenant_id, service_provider_id) references service_provider (tenant_id, id)`,
    )
    this.addSql(
      `alter table client add constraint client_template_id_foreign foreign key (tenant_id, template_id) references client_financial_price_template (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_handler add constraint client_handler_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table client_handler add constraint client_handler_user_id_foreign foreign key (tenant_id, user_id) references user_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_handler add constraint client_handler_user_group_id_foreign foreign key (tenant_id, user_group_id) references user_group (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_handler_client add constraint client_handler_client_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_invoice_request add constraint client_invoice_request_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_invoice_request add constraint client_invoice_request_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_repository add constraint client_repository_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_account add constraint client_account_payout_account_id_foreign foreign key (tenant_id, payout_account_id) references client_bank_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_bank_account add constraint client_bank_account_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_bank_account_profile add constraint client_bank_account_profile_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_transfer_text add constraint client_transfer_text_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table debtor add constraint debtor_moved_to_id_foreign foreign key (tenant_id, moved_to_id) references debtor (tenant_id, id)`,
    )
    this.addSql(
      `alter table system_debtor_group add constraint system_debtor_group_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table system_debtor_group_member add constraint system_debtor_group_member_system_debtor_id_foreign foreign key (tenant_id, system_debtor_id) references system_debtor (tenant_id, id)`,
    )
    this.addSql(
      `alter table system_debtor_event add constraint system_debtor_event_system_debtor_id_foreign foreign key (tenant_id, system_debtor_id) references system_debtor (tenant_id, id)`,
    )
    this.addSql(
      `alter table bankrupt_claim add constraint bankrupt_claim_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table bankrupt_claim add constraint bankrupt_claim_system_debtor_id_foreign foreign key (tenant_id, system_debtor_id) references system_debtor (tenant_id, id)`,
    )
    this.addSql(
      `alter table bankrupt_claim add constraint bankrupt_claim_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`,
    )
    this.addSql(
      `alter table invoice_guarantor add constraint invoice_guarantor_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table invoice_guarantor add constraint invoice_guarantor_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`,
    )
    this.addSql(
      `alter table payout add constraint payout_payout_account_id_foreign foreign key (tenant_id, payout_account_id) references client_bank_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_financial_price_template add constraint client_financial_price_template_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table instance_provider add constraint instance_provider_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table service_provider add constraint service_provider_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(`drop trigger client_steady on client`)
    this.addSql(`drop trigger system_debtor_steady on system_debtor`)
    this.addSql(`drop trigger debtor_steady on debtor`)
    this.addSql(`create constraint trigger client_steady after insert or delete or update of tenant_id, id, number, identification_number, normal_number, name, country_code, locale, contact_information, address_information, preferred_language, status, invoice_erp_id, bookkeep_erp_id, reminder_profile_id, instance_provider_id, service_provider_id, template_id, version, created_at, updated_at on client
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger client_steady on client is 'made of f3cbc9c4a5417c0c7e3ac306588969e50aec35dc41fc9e07d745f449f7f84dad'`,
    )
    this.addSql(`create constraint trigger system_debtor_steady after delete or update of tenant_id, id, identification_number, country_code, type, name, status, status_before, bankruptcy_date, bankruptcy_case_number, bankruptcy_trustee, last_claim_date, rating_internal, version, created_at, updated_at on system_debtor
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger system_debtor_steady on system_debtor is 'made of 3969693bb4dce5d1856416954009f5eaff5c4fb93362d981f5a4a23d4135fce1'`,
    )
    this.addSql(`create constraint trigger debtor_steady after delete or update of tenant_id, id, client_id, customer_number, system_debtor_id, type, subtype_id, name, identification_number, country_code, email, phone, invoice_address, delivery_address, peppol_id, preferred_language, reminder_profile_id, bankrupt_since, moved_to_id, further, currency, created_at on debtor
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger debtor_steady on debtor is 'made of 1fdb56630c354e867c3f1f8324bda6a9af966937bb88ec0efcade1053c8147e3'`,
    )
  }
}
