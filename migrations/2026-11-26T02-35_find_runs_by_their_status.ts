import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create index "automation_run_status_index" on "automation_run" ("tenant_id", "automation_id", "status", "created_at", "id")`,
    )
    this.addSql(
      `create index "schedule_run_status_index" on "schedule_run" ("tenant_id", "schedule_id", "status", "planned_at", "id")`,
    )
  }
}
