import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "document" drop constraint "document_type_check"`)
    this.addSql(
      `alter table "document" add constraint "document_type_check" check ("type" in ('INVOICE', 'CREDIT_INVOICE', 'NOTICE_OF_ASSIGNMENT', 'PREVIEW', 'ATTACHMENT', 'BRAND', 'VOUCHER_EXPORT', 'BOOKKEEPING_FILE', 'REPORT', 'PAYMENT_FILE', 'FUNDED_PAYMENTS', 'BILL', 'OTHER'))`,
    )
    this.addSql(
      `alter table bill add constraint bill_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table bill add constraint bill_document_id_foreign foreign key (tenant_id, document_id) references document (tenant_id, id)`,
    )
    this.addSql(
      `alter table bill add constraint bill_electronic_document_id_foreign foreign key (tenant_id, electronic_document_id) references document (tenant_id, id)`,
    )
    this.addSql(
      `alter table charge add constraint charge_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table charge add constraint charge_price_list_id_foreign foreign key (tenant_id, price_list_id) references price_list (tenant_id, id)`,
    )
    this.addSql(
      `alter table charge add constraint charge_price_bracket_id_foreign foreign key (tenant_id, price_bracket_id) references price_bracket (tenant_id, id)`,
    )
  }
}
