import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "debtor_blocked" drop constraint "debtor_blocked_unique"`)
    this.addSql(
      `create unique index debtor_blocked_all_unique on debtor_blocked (tenant_id, identification_number, country_code) where client_id is null`,
    )
    this.addSql(
      `alter table "debtor_blocked" add constraint "debtor_blocked_unique" unique ("tenant_id", "identification_number", "country_code", "client_id")`,
    )
  }
}
