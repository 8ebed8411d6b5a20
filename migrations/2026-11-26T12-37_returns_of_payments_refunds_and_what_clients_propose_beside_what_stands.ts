import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`drop policy "financial_event_tenant" on "financial_event"`)
    this.addSql(
      `alter table "client_account_transaction" drop constraint "client_account_transaction_type_check"`,
    )
    this.addSql(
      `alter table "client_account_transaction" add constraint "client_account_transaction_type_check" check ("type" in ('PAYMENT', 'DIRECT_PAYMENT', 'REFUND', 'FINANCED', 'RESERVE_HELD', 'RESERVE_RELEASED', 'FEE', 'RECOURSE', 'DILUTION', 'PAYOUT', 'TRANSFER_IN', 'TRANSFER_OUT', 'MANUAL', 'REVERSAL'))`,
    )
    this.addSql(`alter table "financial_event" drop constraint "financial_event_type_check"`)
    this.addSql(
      `alter table "financial_event" add constraint "financial_event_type_check" check ("type" in ('INVOICE_BOOKED', 'CREDIT_BOOKED', 'CREDIT_LINK', 'CREDIT_UNLINK', 'PAYMENT', 'PAYMENT_REVERT', 'DIRECT_PAYMENT', 'OVERPAYMENT', 'REFUND', 'ROUNDING', 'FINANCED', 'RESERVE_RELEASED', 'RECOURSE', 'DILUTION', 'REFINANCED', 'TRANSFER', 'MANUAL_TRANSACTION', 'PAYOUT_BOOKED', 'CHARGES_BILLED', 'FX_DIFFERENCE', 'DOUBTFUL', 'REVERSAL'))`,
    )
    this.addSql(`create policy "financial_event_tenant" on "financial_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid and type = any (array['INVOICE_BOOKED', 'CREDIT_BOOKED', 'CREDIT_LINK', 'CREDIT_UNLINK', 'PAYMENT', 'PAYMENT_REVERT', 'DIRECT_PAYMENT', 'OVERPAYMENT', 'REFUND', 'ROUNDING', 'REVERSAL']) and (type <> 'REVERSAL' or amount <> 0) and claim_id in (
select c.c from known_claims() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid and type = any (array['INVOICE_BOOKED', 'CREDIT_BOOKED', 'CREDIT_LINK', 'CREDIT_UNLINK', 'PAYMENT', 'PAYMENT_REVERT', 'DIRECT_PAYMENT', 'OVERPAYMENT', 'REFUND', 'ROUNDING', 'REVERSAL']) and (type <> 'REVERSAL' or amount <> 0) and claim_id in (
select c.c from known_claims() c(c)) else false end)`)
    this.addSql(`alter table "payment_link" drop constraint "payment_link_status_check"`)
    this.addSql(
      `create index "payment_link_debtor_index" on "payment_link" ("tenant_id", "debtor_id", "id")`,
    )
    this.addSql(
      `alter table "payment_link" add constraint "payment_link_status_check" check ("status" in ('PROPOSED', 'CONFIRMED', 'BOOKED', 'REVERTED', 'DENIED'))`,
    )
    this.addSql(`alter table "payout" add "debtor_id" uuid null, add "claim_id" uuid null`)
    this.addSql(
      `create index "payout_claim_index" on "payout" ("tenant_id", "claim_id") where "claim_id" is not null`,
    )
    this.addSql(`alter table "unplaced_payment" drop constraint "unplaced_payment_status_check"`)
    this.addSql(
      `create index "unplaced_payment_known_index" on "unplaced_payment" ("tenant_id", "id") where "client_id" is not null`,
    )
    this.addSql(
      `alter table "unplaced_payment" add constraint "unplaced_payment_status_check" check ("status" in ('OPEN', 'PROPOSED', 'LINKED', 'RETURN_REQUESTED', 'RETURNED', 'IGNORED'))`,
    )
    this.addSql(
      `alter table payment_return add constraint payment_return_transaction_id_foreign foreign key (tenant_id, transaction_id) references payment_transaction (tenant_id, id)`,
    )
    this.addSql(
      `alter table payment_return add constraint payment_return_unplaced_payment_id_foreign foreign key (tenant_id, unplaced_payment_id) references unplaced_payment (tenant_id, id)`,
    )
    this.addSql(
      `alter table payment_return add constraint payment_return_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table payout add constraint payout_debtor_id_foreign foreign key (tenant_id, debtor_id) references debtor (tenant_id, id)`,
    )
    this.addSql(
      `alter table payout add constraint payout_claim_id_foreign foreign key (tenant_id, claim_id) references invoice (tenant_id, id)`,
    )
  }
}
