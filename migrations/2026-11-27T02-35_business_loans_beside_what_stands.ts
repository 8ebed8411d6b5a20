import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `alter table "client_account_transaction" drop constraint "client_account_transaction_type_check"`,
    )
    this.addSql(
      `alter table "client_account_transaction" add constraint "client_account_transaction_type_check" check ("type" in ('PAYMENT', 'DIRECT_PAYMENT', 'REFUND', 'FINANCED', 'RESERVE_HELD', 'RESERVE_RELEASED', 'FEE', 'RECOURSE', 'DILUTION', 'PAYOUT', 'TRANSFER_IN', 'TRANSFER_OUT', 'MANUAL', 'LOAN', 'INSTALMENT', 'REVERSAL'))`,
    )
    this.addSql(`alter table "financial_event" drop constraint "financial_event_type_check"`)
    this.addSql(
      `alter table "financial_event" add constraint "financial_event_type_check" check ("type" in ('INVOICE_BOOKED', 'CREDIT_BOOKED', 'CREDIT_LINK', 'CREDIT_UNLINK', 'PAYMENT', 'PAYMENT_REVERT', 'DIRECT_PAYMENT', 'OVERPAYMENT', 'REFUND', 'ROUNDING', 'FINANCED', 'RESERVE_RELEASED', 'RECOURSE', 'DILUTION', 'REFINANCED', 'TRANSFER', 'MANUAL_TRANSACTION', 'PAYOUT_BOOKED', 'CHARGES_BILLED', 'FX_DIFFERENCE', 'DOUBTFUL', 'LOAN_DISBURSED', 'LOAN_INTEREST', 'LOAN_FEE', 'INSTALMENT_PAID', 'REVERSAL'))`,
    )
    this.addSql(
      `alter table loan_profile add constraint loan_profile_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table business_loan add constraint business_loan_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table loan_guarantor add constraint loan_guarantor_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table business_loan_event add constraint business_loan_event_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table business_loan_ledger_event add constraint business_loan_ledger_event_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
  }
}
