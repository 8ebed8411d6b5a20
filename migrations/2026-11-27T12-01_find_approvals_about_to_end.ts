import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`create index client_setting_review_index on client_setting
        (tenant_id, (value ->> 'nextReviewAt')) where kind = 'COMPLIANCE'`)
  }
}
