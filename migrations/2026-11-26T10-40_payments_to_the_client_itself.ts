import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `alter table "client_account_transaction" drop constraint "client_account_transaction_type_check"`,
    )
    this.addSql(
      `alter table "client_account_transaction" add constraint "client_account_transaction_type_check" check ("type" in ('PAYMENT', 'DIRECT_PAYMENT', 'FINANCED', 'RESERVE_HELD', 'RESERVE_RELEASED', 'FEE', 'RECOURSE', 'DILUTION', 'PAYOUT', 'TRANSFER_IN', 'TRANSFER_OUT', 'MANUAL', 'REVERSAL'))`,
    )
    this.addSql(`alter table "financial_event" drop constraint "financial_event_type_check"`)
    this.addSql(
      `alter table "financial_event" add constraint "financial_event_type_check" check ("type" in ('INVOICE_BOOKED', 'CREDIT_BOOKED', 'CREDIT_LINK', 'CREDIT_UNLINK', 'PAYMENT', 'PAYMENT_REVERT', 'DIRECT_PAYMENT', 'OVERPAYMENT', 'ROUNDING', 'FINANCED', 'RESERVE_RELEASED', 'RECOURSE', 'DILUTION', 'REFINANCED', 'TRANSFER', 'MANUAL_TRANSACTION', 'PAYOUT_BOOKED', 'CHARGES_BILLED', 'FX_DIFFERENCE', 'DOUBTFUL', 'REVERSAL'))`,
    )
  }
}
