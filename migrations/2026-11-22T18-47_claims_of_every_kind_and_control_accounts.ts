import { Migration } from '@mikro-orm/migrations'

const read = [
  'financial_event',
  'voucher',
  'voucher_posting',
  'voucher_request',
  'invoice',
  'invoice_ledger_event',
]

/** A claim is of a kind and has an id; what mirrors a sub-ledger moves with it alone. */
export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "financial_event" drop constraint "financial_event_claim_type_check"`)
    this.addSql(`alter table "financial_event" drop constraint "financial_event_type_check"`)
    this.addSql(`alter table "financial_event" add "voucher_count" int not null default 0`)
    this.addSql(`alter table "financial_event" alter column "client_id" drop not null`)
    this.addSql(
      `alter table "financial_event" add constraint "financial_event_claim_type_check" check ("claim_type" in ('INVOICE', 'COLLECTION_BATCH', 'PART_PAYMENT_PLAN', 'PART_PAYMENT_ACCOUNT', 'BUSINESS_LOAN', 'ENFORCEMENT'))`,
    )
    this.addSql(
      `alter table "financial_event" add constraint "financial_event_type_check" check ("type" in ('INVOICE_BOOKED', 'CREDIT_BOOKED', 'CREDIT_LINK', 'CREDIT_UNLINK', 'PAYMENT', 'PAYMENT_REVERT', 'OVERPAYMENT', 'FINANCED', 'RESERVE_RELEASED', 'RECOURSE', 'DILUTION', 'TRANSFER', 'MANUAL_TRANSACTION', 'PAYOUT_BOOKED', 'CHARGES_BILLED', 'FX_DIFFERENCE', 'REVERSAL'))`,
    )
    this.addSql(`alter table "invoice" drop constraint "invoice_ledger_status_check"`)
    this.addSql(
      `alter table "invoice" add constraint "invoice_ledger_status_check" check ("ledger_status" in ('NOT_BOOKED', 'NOT_DUE', 'DUE', 'OVERDUE', 'REMINDER', 'COLLECTION', 'ENFORCEMENT', 'SURVEILLANCE', 'PART_PAYMENT', 'PARTLY_PAID', 'PAID', 'OVERPAID', 'CREDITED', 'WRITTEN_OFF', 'REVERSED'))`,
    )
    this.addSql(`drop index "voucher_posting_invoice_index"`)
    this.addSql(`alter table "voucher_posting" add "claim_type" text null`)
    this.addSql(`alter table "voucher_posting" rename column "invoice_id" to "claim_id"`)
    // Policies bind the owner as well, who here speaks for all tenants.
    for (const table of read) this.addSql(`alter table ${table} no force row level security`)
    this.addSql(`update voucher_posting set claim_type = 'INVOICE' where claim_id is not null`)
    this.addSql(`update financial_event e set voucher_count = c.n from (
        select tenant_id, financial_event_id as id, sum(n)::int as n from (
          select tenant_id, financial_event_id, count(*) as n from voucher
          where financial_event_id is not null and rule <> 'RECLASSIFY' group by 1, 2
          union all
          select tenant_id, financial_event_id, count(*) from voucher_request
          where status <> 'CREATED' group by 1, 2) told
        group by 1, 2) c
      where c.tenant_id = e.tenant_id and c.id = e.id`)
    this.addSql(`update invoice_ledger_event l set status = 'SKIPPED' from invoice i
      where i.tenant_id = l.tenant_id and i.id = l.invoice_id and l.status = 'PLANNED'
        and i.booked_date is null and i.closed_date is not null`)
    this.addSql(`update invoice set ledger_status = 'REVERSED'
      where booked_date is null and closed_date is not null`)
    for (const table of read) this.addSql(`alter table ${table} force row level security`)
    this.addSql(`alter table "financial_event" alter column "voucher_count" drop default`)
    this.addSql(
      `create index "voucher_posting_claim_index" on "voucher_posting" ("tenant_id", "claim_id", "id")`,
    )
    this.addSql(
      `alter table "voucher_posting" add constraint "voucher_posting_claim_type_check" check ("claim_type" in ('INVOICE', 'COLLECTION_BATCH', 'PART_PAYMENT_PLAN', 'PART_PAYMENT_ACCOUNT', 'BUSINESS_LOAN', 'ENFORCEMENT'))`,
    )
    this.addSql(`alter table "voucher_request" drop constraint "voucher_request_status_check"`)
    this.addSql(`alter table "voucher_request" alter column "client_id" drop not null`)
    this.addSql(
      `alter table "voucher_request" add constraint "voucher_request_status_check" check ("status" in ('PENDING', 'CREATED', 'FAILED', 'CANCELLED'))`,
    )
    this.addSql(`create function voucher_keeps_control() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from voucher_posting p
          join bookkeeping_account a on a.tenant_id = p.tenant_id and a.id = p.account_id
          where p.tenant_id = new.tenant_id and p.voucher_id = new.id
            and a.role in ('AR', 'AR_PURCHASED', 'AR_FEES', 'AR_INTEREST', 'CLIENT_BILLED_AR',
              'CLIENT_PAYABLE', 'RESERVE', 'UNALLOCATED', 'IN_TRANSIT', 'CLEARING',
              'CLEARING_RESERVE')
            and (p.role is distinct from a.role or new.financial_event_id is null)) then
          raise exception 'voucher % moves what financial events keep', new.id
            using errcode = 'check_violation', constraint = 'voucher_keeps_control';
        end if;
        return null;
      end $$`)
    this.addSql(`create constraint trigger voucher_keeps_control after insert on voucher
      deferrable initially deferred for each row execute function voucher_keeps_control()`)
    this.addSql(`create function voucher_in_fiscal_year() returns trigger language plpgsql as $$
      declare first_day text;
      begin
        select value ->> 'fiscalYearStart' into first_day from client_setting
        where tenant_id = new.tenant_id and client_id = new.owner_id and kind = 'BOOKKEEPING';
        if new.fiscal_year <> extract(year from new.date)
            - (to_char(new.date, 'MM-DD') < coalesce(first_day, '01-01'))::int then
          raise exception '% is not in the fiscal year %', new.date, new.fiscal_year
            using errcode = 'check_violation', constraint = 'voucher_in_fiscal_year';
        end if;
        return null;
      end $$`)
    this.addSql(`create trigger voucher_in_fiscal_year after insert on voucher
      for each row execute function voucher_in_fiscal_year()`)
  }
}
