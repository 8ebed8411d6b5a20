import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "factoring_decision" add "country_code" varchar(2) null`)
  }
}
