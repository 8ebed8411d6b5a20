import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "bookkeeping_account" add "beside_number" varchar(20) null`)
    this.addSql(
      `alter table "bookkeeping_account" add constraint "bookkeeping_account_beside_unique" unique ("tenant_id", "owner_id", "beside_number", "currency")`,
    )
  }
}
