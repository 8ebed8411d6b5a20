import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create index "system_debtor_name_index" on "system_debtor" ("tenant_id", "name", "id")`,
    )
    this.addSql(
      `create index "system_debtor_status_index" on "system_debtor" ("tenant_id", "status", "id")`,
    )
  }
}
