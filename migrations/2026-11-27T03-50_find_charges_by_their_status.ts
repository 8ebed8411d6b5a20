import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`drop index "charge_open_index"`)
    this.addSql(
      `create index "charge_status_index" on "charge" ("tenant_id", "status", "id") where "status" != 'BILLED'`,
    )
  }
}
