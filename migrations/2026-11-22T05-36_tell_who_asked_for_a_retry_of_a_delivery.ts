import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "webhook_attempt" add "asked_by" jsonb null`)
    this.addSql(`alter table "webhook_log" add "last_manual_by" jsonb null`)
  }
}
