import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create index "invoice_owed_index" on "invoice" ("tenant_id", "debtor_id", "id") where "ledger_status" in ('NOT_DUE', 'PARTLY_PAID', 'REMINDER', 'COLLECTION', 'ENFORCEMENT', 'SURVEILLANCE', 'PART_PAYMENT')`,
    )
    this.addSql(`drop index "payment_transaction_payer_index"`)
    this.addSql(
      `create index "payment_transaction_payer_index" on "payment_transaction" ("tenant_id", "payer_account", "id") where "payer_account" is not null`,
    )
    this.addSql(
      `alter table payment_matching_engine add constraint payment_matching_engine_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table payment_matching_engine_client add constraint payment_matching_engine_client_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
  }
}
