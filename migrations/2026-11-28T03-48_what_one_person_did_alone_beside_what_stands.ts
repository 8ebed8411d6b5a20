import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `alter table done_alone add constraint done_alone_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
  }
}
