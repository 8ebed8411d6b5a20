import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "service_account_secret" add "created_by" varchar(60) null`)
  }
}
