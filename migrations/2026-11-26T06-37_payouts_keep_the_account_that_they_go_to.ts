import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `alter table "payout" add "payout_kind" text null, add "payout_bic" varchar(11) null, add "payout_holder" varchar(140) null`,
    )
    this.addSql(
      `alter table "payout" add constraint "payout_payout_kind_check" check ("payout_kind" in ('BANKGIRO', 'PLUSGIRO', 'IBAN', 'BBAN'))`,
    )
  }
}
