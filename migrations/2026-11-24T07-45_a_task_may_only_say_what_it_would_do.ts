import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "background_task" add "dry_run" boolean not null default false`)
    this.addSql(`alter table "background_task" alter column "dry_run" drop default`)
  }
}
