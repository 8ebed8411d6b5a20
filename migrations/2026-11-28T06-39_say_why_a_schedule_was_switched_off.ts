import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "schedule" add "suspended_for" varchar(60) null`)
  }
}
