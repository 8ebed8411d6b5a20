import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `alter table base_interest_rate add constraint base_interest_rate_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
  }
}
