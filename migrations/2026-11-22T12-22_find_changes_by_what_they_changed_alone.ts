import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`drop index "changelog_entity_index"`)
    this.addSql(`alter table "changelog" drop constraint "changelog_pkey"`)
    this.addSql(`alter table "changelog" add primary key ("tenant_id", "entity_id", "id")`)
    this.addSql(`drop index "event_subject_index"`)
  }
}
