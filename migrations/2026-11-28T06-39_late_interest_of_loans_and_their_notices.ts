import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "business_loan" add "late_interest_margin" numeric(24,10) null`)
    this.addSql(`alter table "business_loan_ledger_event" add "late_from" date null`)
    this.addSql(`alter table "loan_profile" add "late_interest_margin" numeric(24,10) null`)
  }
}
