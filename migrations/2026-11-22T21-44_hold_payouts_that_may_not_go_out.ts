import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "payout" drop constraint "payout_status_check"`)
    this.addSql(
      `create index payout_open_index on payout (tenant_id, client_id) where status in ('CREATED', 'BLOCKED')`,
    )
    this.addSql(
      `alter table "payout" add constraint "payout_status_check" check ("status" in ('CREATED', 'BLOCKED', 'CANCELLED'))`,
    )
  }
}
