import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "client_repository" add "placed_for" text null`)
    this.addSql(
      `alter table "client_repository" add constraint "client_repository_placed_for_check" check ("placed_for" in ('CLIENT', 'DEBTOR'))`,
    )
  }
}
