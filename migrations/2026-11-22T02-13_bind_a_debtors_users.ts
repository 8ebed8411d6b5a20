import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "user_account" add "debtor_id" varchar(255) null`)
    this.addSql(
      `alter table user_account add constraint user_account_debtor_id_foreign foreign key (tenant_id, debtor_id) references debtor (tenant_id, id)`,
    )
  }
}
