import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "invoice" add "interest_paused_from" date null`)
  }
}
