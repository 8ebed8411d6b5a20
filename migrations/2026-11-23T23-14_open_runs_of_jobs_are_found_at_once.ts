import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create index "job_run_open_index" on "job_run" ("tenant_id", "started_at") where "status" in ('WAITING', 'RUNNING')`,
    )
  }
}
