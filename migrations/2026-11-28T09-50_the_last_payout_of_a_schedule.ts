import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create index payout_scheduled_index on payout (tenant_id, client_account_id, scheduled_day) where scheduled_day is not null and status <> 'CANCELLED'`,
    )
  }
}
