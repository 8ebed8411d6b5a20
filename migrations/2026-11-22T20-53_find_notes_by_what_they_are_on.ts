import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create index "note_type_index" on "note" ("tenant_id", "target_type", "created_at", "id")`,
    )
  }
}
