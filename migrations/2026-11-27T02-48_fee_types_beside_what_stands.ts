import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `alter table fee_type add constraint fee_type_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
  }
}
