import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "bankrupt_claim" add "bankruptcy_date" date null`)
  }
}
