import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`drop index "journal_settings_index"`)
    this.addSql(
      `create index journal_listed_index on journal (tenant_id, owner_type, id) where owner_type = any (array['Client', 'InternalRequest', 'SystemSetting', 'Webhook'])`,
    )
  }
}
