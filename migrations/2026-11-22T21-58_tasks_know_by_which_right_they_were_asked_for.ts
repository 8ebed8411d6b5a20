import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `alter table "background_task" add "opened_by" varchar(120) null, add "code" varchar(60) null`,
    )
  }
}
