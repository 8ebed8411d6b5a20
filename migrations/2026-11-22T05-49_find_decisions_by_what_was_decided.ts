import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create index "factoring_decision_verdict_index" on "factoring_decision" ("tenant_id", "finance_decision", "requested_at", "id")`,
    )
  }
}
