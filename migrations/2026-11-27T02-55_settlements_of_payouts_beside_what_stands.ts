import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `alter table payout_settlement add constraint payout_settlement_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table payout_settlement add constraint payout_settlement_client_account_id_foreign foreign key (tenant_id, client_account_id) references client_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table payout_settlement add constraint payout_settlement_payout_id_foreign foreign key (tenant_id, payout_id) references payout (tenant_id, id)`,
    )
    this.addSql(
      `alter table payout_settlement add constraint payout_settlement_batch_id_foreign foreign key (tenant_id, batch_id) references payout_batch (tenant_id, id)`,
    )
    this.addSql(
      `alter table payout_settlement_line add constraint payout_settlement_line_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table payout_settlement_line add constraint payout_settlement_line_transaction_id_foreign foreign key (tenant_id, transaction_id) references client_account_transaction (tenant_id, id)`,
    )
  }
}
