import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "client_financial_price_template" add "logotype_id" uuid null`)
    this.addSql(
      `alter table client_financial_price_template add constraint client_financial_price_template_logotype_id_foreign foreign key (tenant_id, logotype_id) references document (tenant_id, id)`,
    )
  }
}
