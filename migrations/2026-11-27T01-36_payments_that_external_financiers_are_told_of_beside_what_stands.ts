import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "document" drop constraint "document_type_check"`)
    this.addSql(
      `alter table "document" add constraint "document_type_check" check ("type" in ('INVOICE', 'CREDIT_INVOICE', 'NOTICE_OF_ASSIGNMENT', 'PREVIEW', 'ATTACHMENT', 'BRAND', 'VOUCHER_EXPORT', 'BOOKKEEPING_FILE', 'REPORT', 'PAYMENT_FILE', 'FUNDED_PAYMENTS', 'OTHER'))`,
    )
    this.addSql(
      `alter table funded_payment add constraint funded_payment_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table funded_payment add constraint funded_payment_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`,
    )
    this.addSql(
      `alter table funded_payment add constraint funded_payment_payment_id_foreign foreign key (tenant_id, payment_id) references payment_transaction (tenant_id, id)`,
    )
    this.addSql(
      `alter table funded_payment add constraint funded_payment_document_id_foreign foreign key (tenant_id, document_id) references document (tenant_id, id)`,
    )
  }
}
