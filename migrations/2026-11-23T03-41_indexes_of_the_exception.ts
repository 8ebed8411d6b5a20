import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`drop index "article_created_index"`)
    this.addSql(`drop index "article_account_index"`)
    this.addSql(`drop index "article_number_index"`)
    this.addSql(
      `create index "article_account_index" on "article" ("tenant_id", "account_number") where "account_number" is not null`,
    )
    this.addSql(
      `create index "article_number_index" on "article" ("tenant_id", "article_number", "id") where "article_number" is not null`,
    )
    this.addSql(`drop index "bookkeeping_account_created_index"`)
    this.addSql(`drop index "client_created_index"`)
    this.addSql(`drop index "client_access_created_index"`)
    this.addSql(`drop index "client_account_created_index"`)
    this.addSql(`drop index "client_account_transaction_created_index"`)
    this.addSql(`drop index "client_account_transaction_type_index"`)
    this.addSql(
      `create index "client_account_transaction_type_index" on "client_account_transaction" ("tenant_id", "type")`,
    )
    this.addSql(`drop index "client_article_created_index"`)
    this.addSql(`drop index "client_product_created_index"`)
    this.addSql(`drop index "client_sync_invoice_created_index"`)
    this.addSql(
      `create index "client_sync_invoice_created_index" on "client_sync_invoice" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(`drop index "credit_status_created_index"`)
    this.addSql(`drop index "debtor_created_index"`)
    this.addSql(`drop index "debtor_identification_index"`)
    this.addSql(`drop index "debtor_system_index"`)
    this.addSql(`drop index "debtor_type_index"`)
    this.addSql(
      `create index "debtor_identification_index" on "debtor" ("tenant_id", "identification_number", "id") where "identification_number" is not null`,
    )
    this.addSql(
      `create index "debtor_system_index" on "debtor" ("tenant_id", "system_debtor_id", "id") where "system_debtor_id" is not null`,
    )
    this.addSql(`create index "debtor_type_index" on "debtor" ("tenant_id", "type")`)
    this.addSql(`drop index "debtor_blocked_created_index"`)
    this.addSql(`drop index "debtor_subtype_created_index"`)
    this.addSql(`drop index "document_created_index"`)
    this.addSql(`drop index "document_invoice_index"`)
    this.addSql(`alter table "document" drop constraint "document_source_unique"`)
    this.addSql(`drop index "document_client_index"`)
    this.addSql(`drop index "document_type_index"`)
    this.addSql(
      `create unique index "document_source_unique" on "document" ("tenant_id", "source_key") where "source_key" is not null`,
    )
    this.addSql(
      `create index "document_client_index" on "document" ("tenant_id", "client_id", "id") where "client_id" is not null`,
    )
    this.addSql(
      `create index "document_type_index" on "document" ("tenant_id", "type", "id") where "type" != 'INVOICE'`,
    )
    this.addSql(`drop index "erp_created_index"`)
    this.addSql(`drop index "factoring_country_created_index"`)
    this.addSql(`drop index "financial_event_recorded_index"`)
    this.addSql(`alter table "financial_event" drop constraint "financial_event_reverses_unique"`)
    this.addSql(`drop index "financial_event_type_index"`)
    this.addSql(
      `create unique index "financial_event_reverses_unique" on "financial_event" ("tenant_id", "reverses_id") where "reverses_id" is not null`,
    )
    this.addSql(
      `create index "financial_event_type_index" on "financial_event" ("tenant_id", "type")`,
    )
    this.addSql(`drop index "inbound_event_created_index"`)
    this.addSql(`drop index "invoice_created_index"`)
    this.addSql(`drop index "invoice_number_index"`)
    this.addSql(`drop index "invoice_product_index"`)
    this.addSql(`drop index "invoice_status_index"`)
    this.addSql(`drop index "invoice_booked_index"`)
    this.addSql(`drop index "invoice_client_index"`)
    this.addSql(`drop index "invoice_debtor_index"`)
    this.addSql(`drop index "invoice_financing_index"`)
    this.addSql(`drop index "invoice_ledger_index"`)
    this.addSql(`alter table "invoice" drop constraint "invoice_number_unique"`)
    this.addSql(`drop index "invoice_open_index"`)
    this.addSql(`drop index "invoice_reference_index"`)
    this.addSql(`drop index "invoice_type_index"`)
    this.addSql(
      `create index "invoice_draft_index" on "invoice" ("tenant_id", "id") where "booked_date" is null`,
    )
    this.addSql(
      `create index "invoice_suspended_index" on "invoice" ("tenant_id", "id") where "paused_from" is not null and "closed_date" is null`,
    )
    this.addSql(
      `create index "invoice_archived_index" on "invoice" ("tenant_id", "id") where "archived_at" is not null`,
    )
    this.addSql(
      `create index "invoice_booked_index" on "invoice" ("tenant_id", "booked_date", "id") where "booked_date" is not null`,
    )
    this.addSql(`create index "invoice_client_index" on "invoice" ("tenant_id", "client_id", "id")`)
    this.addSql(`create index "invoice_debtor_index" on "invoice" ("tenant_id", "debtor_id", "id")`)
    this.addSql(
      `create index "invoice_financing_index" on "invoice" ("tenant_id", "financing_status", "id") where "financing_status" != 'NONE'`,
    )
    this.addSql(
      `create index "invoice_ledger_index" on "invoice" ("tenant_id", "ledger_status", "id") where "ledger_status" in ('REMINDER', 'COLLECTION', 'ENFORCEMENT', 'SURVEILLANCE', 'PART_PAYMENT', 'OVERPAID', 'CREDITED', 'WRITTEN_OFF', 'REVERSED')`,
    )
    this.addSql(
      `alter table "invoice" add constraint "invoice_number_unique" unique ("tenant_id", "invoice_number", "client_id", "type")`,
    )
    this.addSql(
      `create index "invoice_open_index" on "invoice" ("tenant_id", "id", "due_date") where "ledger_status" in ('NOT_DUE', 'PARTLY_PAID')`,
    )
    this.addSql(
      `create index "invoice_reference_index" on "invoice" ("tenant_id", "payment_reference") where "payment_reference" is not null`,
    )
    this.addSql(
      `create index "invoice_type_index" on "invoice" ("tenant_id", "type", "id") where "type" != 'INVOICE'`,
    )
    this.addSql(`drop index "invoice_activation_moving_index"`)
    this.addSql(
      `create index "invoice_activation_moving_index" on "invoice_activation" ("tenant_id", "id") where "ended_at" is null`,
    )
    this.addSql(`drop index "invoice_ledger_event_status_index"`)
    this.addSql(`drop index "invoice_ledger_event_type_index"`)
    this.addSql(
      `create index "invoice_ledger_event_status_index" on "invoice_ledger_event" ("tenant_id", "status")`,
    )
    this.addSql(
      `create index "invoice_ledger_event_type_index" on "invoice_ledger_event" ("tenant_id", "type")`,
    )
    this.addSql(`drop index "invoice_refinancing_created_index"`)
    this.addSql(`drop index "label_created_index"`)
    this.addSql(`drop index "note_created_index"`)
    this.addSql(`drop index "note_client_index"`)
    this.addSql(`drop index "note_type_index"`)
    this.addSql(`drop index "note_visibility_index"`)
    this.addSql(`drop index "note_writer_index"`)
    this.addSql(`create index "note_client_index" on "note" ("tenant_id", "client_id", "id")`)
    this.addSql(`create index "note_type_index" on "note" ("tenant_id", "target_type", "id")`)
    this.addSql(`create index "note_visibility_index" on "note" ("tenant_id", "visibility", "id")`)
    this.addSql(`create index "note_writer_index" on "note" ("tenant_id", "created_by", "id")`)
    this.addSql(`drop index "reason_code_created_index"`)
    this.addSql(`drop index "role_created_index"`)
    this.addSql(`drop index "service_account_created_index"`)
    this.addSql(`drop index "system_errand_created_index"`)
    this.addSql(`drop index "to_do_created_index"`)
    this.addSql(`drop index "to_do_client_index"`)
    this.addSql(`create index "to_do_client_index" on "to_do" ("tenant_id", "client_id", "id")`)
    this.addSql(`drop index "token_created_index"`)
    this.addSql(`drop index "token_client_index"`)
    this.addSql(`drop index "token_kind_index"`)
    this.addSql(`drop index "token_maker_index"`)
    this.addSql(`create index "token_client_index" on "token" ("tenant_id", "client_id", "id")`)
    this.addSql(`create index "token_kind_index" on "token" ("tenant_id", "kind", "id")`)
    this.addSql(`create index "token_maker_index" on "token" ("tenant_id", "created_by", "id")`)
    this.addSql(`drop index "user_created_index"`)
    this.addSql(`drop index "user_group_created_index"`)
    this.addSql(`drop index "voucher_created_index"`)
    this.addSql(`drop index "voucher_owner_index"`)
    this.addSql(`drop index "voucher_client_index"`)
    this.addSql(`drop index "voucher_event_index"`)
    this.addSql(`drop index "voucher_series_index"`)
    this.addSql(`drop index "voucher_source_index"`)
    this.addSql(`drop index "voucher_status_index"`)
    this.addSql(
      `create index "voucher_client_index" on "voucher" ("tenant_id", "client_id", "id") where "client_id" is not null`,
    )
    this.addSql(
      `create index "voucher_event_index" on "voucher" ("tenant_id", "financial_event_id") where "financial_event_id" is not null`,
    )
    this.addSql(`create index "voucher_series_index" on "voucher" ("tenant_id", "series")`)
    this.addSql(`create index "voucher_source_index" on "voucher" ("tenant_id", "source_id")`)
    this.addSql(`create index "voucher_status_index" on "voucher" ("tenant_id", "status")`)
    this.addSql(`drop index "voucher_posting_voucher_index"`)
    this.addSql(`drop index "voucher_posting_claim_index"`)
    this.addSql(
      `alter table "voucher_posting" add constraint "voucher_posting_line_unique" unique ("tenant_id", "voucher_id", "line")`,
    )
    this.addSql(
      `create index "voucher_posting_claim_index" on "voucher_posting" ("tenant_id", "claim_id") where "claim_id" is not null`,
    )
    this.addSql(`drop index "webhook_created_index"`)
    for (const old of ['balances', 'keeps_control']) {
      const table = old === 'balances' ? 'voucher_posting' : 'voucher'
      this.addSql(`drop trigger voucher_${old} on ${table}`)
      this.addSql(`drop function voucher_${old}()`)
    }
    // Once a statement, since the postings of a voucher come in one; a line comes but once.
    this.addSql(`create function voucher_balances() returns trigger language plpgsql as $$
      declare wrong text;
      begin
        select p.voucher_id into wrong from added p
          left join voucher v on v.tenant_id = p.tenant_id and v.id = p.voucher_id
          group by p.tenant_id, p.voucher_id, v.id, v.total
          having v.id is null or sum(p.amount) <> 0
            or sum(p.amount) filter (where p.amount > 0) <> v.total
            or min(p.line) <> 1 or max(p.line) <> count(*) or count(*) < 2
            or bool_or(p.owner_id <> v.owner_id or p.currency <> v.currency or p.date <> v.date)
          limit 1;
        if found then
          raise exception 'voucher % does not balance', wrong
            using errcode = 'check_violation', constraint = 'voucher_balances';
        end if;
        select p.voucher_id into wrong from added p
          join bookkeeping_account a on a.tenant_id = p.tenant_id and a.id = p.account_id
          join voucher v on v.tenant_id = p.tenant_id and v.id = p.voucher_id
          where a.role in ('AR', 'AR_PURCHASED', 'AR_FEES', 'AR_INTEREST', 'CLIENT_BILLED_AR',
              'CLIENT_PAYABLE', 'RESERVE', 'UNALLOCATED', 'IN_TRANSIT', 'CLEARING',
              'CLEARING_RESERVE')
            and (p.role is distinct from a.role or v.financial_event_id is null)
          limit 1;
        if found then
          raise exception 'voucher % moves what financial events keep', wrong
            using errcode = 'check_violation', constraint = 'voucher_keeps_control';
        end if;
        return null;
      end $$`)
    this.addSql(`create trigger voucher_balances after insert on voucher_posting
      referencing new table as added for each statement execute function voucher_balances()`)
    this.addSql(`create or replace function voucher_is_whole() returns trigger language plpgsql as $$
      begin
        if not exists (select from voucher_posting p
          where p.tenant_id = new.tenant_id and p.voucher_id = new.id and p.line = 1)
        then
          raise exception 'voucher % has no postings of its own', new.id
            using errcode = 'check_violation', constraint = 'voucher_is_whole';
        end if;
        return null;
      end $$`)
    this.addSql(`alter table article drop constraint article_client_id_foreign`)
    this.addSql(
      `alter table client_account_transaction drop constraint client_account_transaction_client_id_foreign`,
    )
    this.addSql(`alter table document drop constraint document_client_id_foreign`)
    this.addSql(
      `alter table invoice_activation drop constraint invoice_activation_client_id_foreign`,
    )
    this.addSql(
      `alter table invoice_ledger_event drop constraint invoice_ledger_event_client_id_foreign`,
    )
    this.addSql(`alter table voucher drop constraint voucher_client_id_foreign`)
    this.addSql(`alter table voucher_posting drop constraint voucher_posting_voucher_id_foreign`)
    this.addSql(`alter table bookkeeping_account set (fillfactor = 50)`)
    this.addSql(`alter table voucher_series set (fillfactor = 20)`)
    this.addSql(`alter table client_account set (fillfactor = 50)`)
    this.addSql(`alter table payment_reference_setting set (fillfactor = 20)`)
    this.addSql(`alter table debtor set (fillfactor = 80)`)
    this.addSql(`alter table invoice set (fillfactor = 80)`)
    this.addSql(`alter table invoice_activation set (fillfactor = 80)`)
  }
}
