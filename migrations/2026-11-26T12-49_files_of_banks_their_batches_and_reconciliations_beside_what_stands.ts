import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "document" drop constraint "document_type_check"`)
    this.addSql(
      `alter table "document" add constraint "document_type_check" check ("type" in ('INVOICE', 'CREDIT_INVOICE', 'NOTICE_OF_ASSIGNMENT', 'PREVIEW', 'ATTACHMENT', 'BRAND', 'VOUCHER_EXPORT', 'BOOKKEEPING_FILE', 'REPORT', 'PAYMENT_FILE', 'OTHER'))`,
    )
    this.addSql(
      `alter table "payment_transaction" drop constraint "payment_transaction_status_check"`,
    )
    this.addSql(
      `alter table "payment_transaction" add "kind" text null, add "batch_id" uuid null, add "reverses_id" uuid null, add "entry_key" varchar(48) null, add "entry_group" varchar(48) null, add "split" jsonb null`,
    )
    this.addSql(
      `create index "payment_transaction_group_index" on "payment_transaction" ("tenant_id", "entry_group") where "entry_group" is not null`,
    )
    this.addSql(
      `create index "payment_transaction_batch_index" on "payment_transaction" ("tenant_id", "batch_id", "id") where "batch_id" is not null`,
    )
    this.addSql(
      `create index "payment_transaction_bank_index" on "payment_transaction" ("tenant_id", "bank_ref") where "bank_ref" is not null`,
    )
    this.addSql(
      `create index "payment_transaction_end_index" on "payment_transaction" ("tenant_id", "end_to_end_id") where "end_to_end_id" is not null`,
    )
    this.addSql(
      `alter table "payment_transaction" add constraint "payment_transaction_entry_unique" unique ("tenant_id", "entry_key")`,
    )
    this.addSql(
      `alter table "payment_transaction" add constraint "payment_transaction_reverses_unique" unique ("tenant_id", "reverses_id")`,
    )
    this.addSql(
      `alter table "payment_transaction" add constraint "payment_transaction_kind_check" check ("kind" in ('PAYMENT', 'REVERSAL'))`,
    )
    this.addSql(
      `alter table "payment_transaction" add constraint "payment_transaction_status_check" check ("status" in ('NEW', 'MATCHED', 'PARTLY_MATCHED', 'UNPLACED', 'BOOKED', 'ABORTED'))`,
    )
    this.addSql(`alter table "unplaced_payment" drop constraint "unplaced_payment_status_check"`)
    this.addSql(
      `alter table "unplaced_payment" add constraint "unplaced_payment_status_check" check ("status" in ('OPEN', 'LINKED', 'TAKEN_BACK'))`,
    )
    this.addSql(
      `alter table payment_batch add constraint payment_batch_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table payment_file add constraint payment_file_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table payment_file add constraint payment_file_document_id_foreign foreign key (tenant_id, document_id) references document (tenant_id, id)`,
    )
    this.addSql(
      `alter table payment_reconciliation add constraint payment_reconciliation_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table payment_transaction add constraint payment_transaction_batch_id_foreign foreign key (tenant_id, batch_id) references payment_batch (tenant_id, id)`,
    )
    this.addSql(
      `alter table payment_transaction add constraint payment_transaction_reverses_id_foreign foreign key (tenant_id, reverses_id) references payment_transaction (tenant_id, id)`,
    )
  }
}
