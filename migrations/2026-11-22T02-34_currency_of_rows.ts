import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "article" add "currency" varchar(3) not null`)
    this.addSql(
      `create index "invoice_financing_index" on "invoice" ("tenant_id", "financing_status", "created_at", "id")`,
    )
    this.addSql(
      `create index "invoice_product_index" on "invoice" ("tenant_id", "product_code", "created_at", "id")`,
    )
    this.addSql(
      `create index "invoice_type_index" on "invoice" ("tenant_id", "type", "created_at", "id")`,
    )
  }
}
