import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "bankrupt_claim" add "credit_links" int null`)
  }
}
