import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "payment_transaction" add "payment_account_id" uuid null`)
    this.addSql(
      `create index "payment_transaction_account_index" on "payment_transaction" ("tenant_id", "payment_account_id", "id") where "payment_account_id" is not null`,
    )
    this.addSql(
      `alter table system_bank_account add constraint system_bank_account_instance_provider_id_foreign foreign key (tenant_id, instance_provider_id) references instance_provider (tenant_id, id)`,
    )
    this.addSql(
      `alter table payment_account add constraint payment_account_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table payment_account add constraint payment_account_instance_provider_id_foreign foreign key (tenant_id, instance_provider_id) references instance_provider (tenant_id, id)`,
    )
    this.addSql(
      `alter table payment_transaction add constraint payment_transaction_payment_account_id_foreign foreign key (tenant_id, payment_account_id) references payment_account (tenant_id, id)`,
    )
  }
}
