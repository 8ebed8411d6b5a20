import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "payout" drop constraint "payout_status_check"`)
    this.addSql(
      `alter table "payout" add constraint "payout_status_check" check ("status" in ('CREATED', 'BLOCKED', 'CANCELLED', 'EXPORTED', 'CONFIRMED'))`,
    )
    this.addSql(
      `alter table payment_request add constraint payment_request_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table payment_request add constraint payment_request_debtor_id_foreign foreign key (tenant_id, debtor_id) references debtor (tenant_id, id)`,
    )
    this.addSql(
      `alter table payment_request add constraint payment_request_method_id_foreign foreign key (tenant_id, method_id) references payment_method (tenant_id, id)`,
    )
    this.addSql(
      `alter table payment_request add constraint payment_request_configuration_id_foreign foreign key (tenant_id, configuration_id) references payment_method_configuration (tenant_id, id)`,
    )
    this.addSql(
      `alter table payment_request add constraint payment_request_payout_id_foreign foreign key (tenant_id, payout_id) references payout (tenant_id, id)`,
    )
    this.addSql(
      `alter table payment_request add constraint payment_request_transaction_id_foreign foreign key (tenant_id, transaction_id) references payment_transaction (tenant_id, id)`,
    )
    this.addSql(
      `alter table invoice_payment_choice add constraint invoice_payment_choice_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table invoice_payment_choice add constraint invoice_payment_choice_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`,
    )
    this.addSql(
      `alter table invoice_payment_choice add constraint invoice_payment_choice_method_id_foreign foreign key (tenant_id, method_id) references payment_method (tenant_id, id)`,
    )
    this.addSql(
      `alter table invoice_payment_choice add constraint invoice_payment_choice_configuration_id_foreign foreign key (tenant_id, configuration_id) references payment_method_configuration (tenant_id, id)`,
    )
  }
}
