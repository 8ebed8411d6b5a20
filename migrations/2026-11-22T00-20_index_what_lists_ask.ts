import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create index "token_kind_index" on "token" ("tenant_id", "kind", "created_at", "id")`,
    )
    this.addSql(
      `create index "token_client_index" on "token" ("tenant_id", "client_id", "created_at", "id")`,
    )
    this.addSql(
      `create index "token_maker_index" on "token" ("tenant_id", "created_by", "created_at", "id")`,
    )
    this.addSql(
      `create index "user_super_index" on "user_account" ("tenant_id", "super_user", "id")`,
    )
  }
}
