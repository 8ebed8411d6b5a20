import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create index "debtor_bankrupt_index" on "debtor" ("tenant_id", "id") where "bankrupt_since" is not null`,
    )
  }
}
