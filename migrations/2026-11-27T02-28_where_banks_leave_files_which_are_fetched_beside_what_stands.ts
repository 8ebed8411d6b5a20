import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `alter table bank_feed add constraint bank_feed_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
  }
}
