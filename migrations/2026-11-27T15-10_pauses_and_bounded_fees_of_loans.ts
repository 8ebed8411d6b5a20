import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `alter table "business_loan" add "late_fee_most_percent" numeric(24,10) null, add "late_fees_most" bigint null, add "pause_interest" varchar(10) null, add "late_fees" bigint null, add "pauses" jsonb null`,
    )
    this.addSql(`alter table "business_loan_ledger_event" add "late_date" date null`)
    this.addSql(
      `alter table "loan_profile" add "late_fee_most_percent" numeric(24,10) null, add "late_fees_most" bigint null, add "pause_interest" varchar(10) null`,
    )
  }
}
