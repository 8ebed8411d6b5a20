import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `alter table "payment_reconciliation" drop constraint "payment_reconciliation_status_check"`,
    )
    this.addSql(
      `alter table "payment_reconciliation" add "from_date" date null, add "day_sum" bigint null, add "booked_sum" bigint null, add "books_balance" bigint null, add "compared_at" timestamptz(3) null, add "explanation" varchar(500) null, add "explained_by" uuid null`,
    )
    this.addSql(
      `alter table "payment_reconciliation" add constraint "payment_reconciliation_status_check" check ("status" in ('MATCHED', 'DIFF', 'EXPLAINED'))`,
    )
  }
}
