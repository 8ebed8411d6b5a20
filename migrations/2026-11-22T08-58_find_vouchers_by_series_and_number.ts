import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create index "voucher_series_index" on "voucher" ("tenant_id", "series", "number", "id")`,
    )
    this.addSql(`create index "voucher_number_index" on "voucher" ("tenant_id", "number", "id")`)
  }
}
