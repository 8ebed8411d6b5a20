import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`create index outbox_dead_index on outbox (dead_at) where dead_at is not null`)
    this.addSql(`alter table webhook_log set (fillfactor = 45)`)
  }
}
