import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `alter table payout_account add constraint payout_account_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table payout_account add constraint payout_account_client_account_id_foreign foreign key (tenant_id, client_account_id) references client_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table payout_account add constraint payout_account_client_bank_account_id_foreign foreign key (tenant_id, client_bank_account_id) references client_bank_account (tenant_id, id)`,
    )
  }
}
