import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`create index "payout_client_index" on "payout" ("tenant_id", "client_id", "id")`)
    this.addSql(`create index "payout_status_index" on "payout" ("tenant_id", "status", "id")`)
    this.addSql(`create index "payout_currency_index" on "payout" ("tenant_id", "currency", "id")`)
    this.addSql(
      `create index "payout_planned_index" on "payout" ("tenant_id", "planned_date", "id")`,
    )
  }
}
