import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "payment_file" add "duplicates" jsonb null`)
    this.addSql(
      `alter table "payment_link" add "claim_currency" varchar(3) null, add "claim_amount" bigint null, add "worth" bigint null, add "rate" numeric(24,10) null`,
    )
    this.addSql(`alter table "payment_transaction" add "place" varchar(200) null`)
  }
}
