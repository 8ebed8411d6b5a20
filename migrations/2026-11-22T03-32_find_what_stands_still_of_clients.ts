import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create index client_onboarding_index on client (tenant_id, created_at) where status = 'ONBOARDING'`,
    )
    this.addSql(
      `create index client_sync_invoice_moving_index on client_sync_invoice (tenant_id, updated_at) where direction = 'EXPORT' and status in ('PENDING', 'RUNNING')`,
    )
  }
}
