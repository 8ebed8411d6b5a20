import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `alter table "user_invitation" add "invited_by" uuid null, add "opened_by" varchar(100) null`,
    )
  }
}
