import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "client_repository" add "added_for" text null`)
    this.addSql(
      `alter table "client_repository" add constraint "client_repository_added_for_check" check ("added_for" in ('CLIENT', 'DEBTOR'))`,
    )
  }
}
