import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create index "credit_status_status_client_index" on "credit_status" ("tenant_id", "status", "client_id", "id")`,
    )
    this.addSql(
      `create index "credit_status_temporary_index" on "credit_status" ("tenant_id", "temporary_until") where "temporary_limit" is not null`,
    )
    this.addSql(
      `create index "note_shown_index" on "note" ("tenant_id", "id") where "visibility" != 'INTERNAL'`,
    )
    this.addSql(
      `create index "note_shown_client_index" on "note" ("tenant_id", "client_id", "id") where "visibility" != 'INTERNAL'`,
    )
    this.addSql(`drop index "system_errand_severity_index"`)
    this.addSql(`drop index "system_errand_status_severity_index"`)
    this.addSql(
      `create index "system_errand_severity_index" on "system_errand" ("tenant_id", "severity", "id", "type", "status")`,
    )
    this.addSql(
      `create index "system_errand_status_severity_index" on "system_errand" ("tenant_id", "status", "severity", "id", "type")`,
    )
  }
}
