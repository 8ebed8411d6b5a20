import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "note" add "files" jsonb not null default '[]'`)
    this.addSql(`alter table "note" alter column "files" drop default`)
  }
}
