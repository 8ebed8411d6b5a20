import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create index changelog_settings_index on changelog (tenant_id, id) where entity = 'SystemSetting'`,
    )
  }
}
