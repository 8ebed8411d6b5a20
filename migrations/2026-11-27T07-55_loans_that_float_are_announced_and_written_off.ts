import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `alter table "business_loan" add "base_rate_code" varchar(20) null, add "margin" numeric(24,10) null, add "rate_notice_days" int null, add "min_instalment" bigint null, add "notice_days" int null, add "next_rate" numeric(24,10) null, add "next_rate_from" date null, add "written_off_date" date null`,
    )
    this.addSql(`alter table "financial_event" drop constraint "financial_event_type_check"`)
    this.addSql(
      `alter table "financial_event" add constraint "financial_event_type_check" check ("type" in ('INVOICE_BOOKED', 'CREDIT_BOOKED', 'CREDIT_LINK', 'CREDIT_UNLINK', 'PAYMENT', 'PAYMENT_REVERT', 'DIRECT_PAYMENT', 'OVERPAYMENT', 'REFUND', 'ROUNDING', 'FINANCED', 'RESERVE_RELEASED', 'RECOURSE', 'DILUTION', 'REFINANCED', 'TRANSFER', 'MANUAL_TRANSACTION', 'PAYOUT_BOOKED', 'CHARGES_BILLED', 'FX_DIFFERENCE', 'DOUBTFUL', 'LOAN_DISBURSED', 'LOAN_INTEREST', 'LOAN_FEE', 'INSTALMENT_PAID', 'WRITE_OFF_CAPITAL', 'WRITE_OFF_INTEREST', 'SETTLEMENT', 'REVERSAL'))`,
    )
    this.addSql(
      `alter table "loan_profile" add "base_rate_code" varchar(20) null, add "margin" numeric(24,10) null, add "rate_notice_days" int null, add "min_instalment" bigint null, add "notice_days" int null`,
    )
  }
}
