import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "document" drop constraint "document_type_check"`)
    this.addSql(
      `alter table "document" add constraint "document_type_check" check ("type" in ('INVOICE', 'CREDIT_INVOICE', 'NOTICE_OF_ASSIGNMENT', 'PREVIEW', 'ATTACHMENT', 'BRAND', 'VOUCHER_EXPORT', 'BOOKKEEPING_FILE', 'REPORT', 'PAYMENT_FILE', 'FUNDED_PAYMENTS', 'PAYOUT_FILE', 'OTHER'))`,
    )
    this.addSql(`alter table "payout" drop constraint "payout_status_check"`)
    this.addSql(
      `alter table "payout" add "batch_id" uuid null, add "scheduled_day" date null, add "confirmed_at" timestamptz(3) null, add "rejection_code" varchar(35) null`,
    )
    this.addSql(`create index "payout_batch_index" on "payout" ("tenant_id", "batch_id", "id")`)
    this.addSql(
      `alter table "payout" add constraint "payout_status_check" check ("status" in ('CREATED', 'BLOCKED', 'CANCELLED', 'IN_BATCH', 'AUTHORIZED', 'EXPORTED', 'BOOKED', 'CONFIRMED', 'REJECTED'))`,
    )
    this.addSql(
      `alter table payout_batch add constraint payout_batch_system_bank_account_id_foreign foreign key (tenant_id, system_bank_account_id) references system_bank_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table payout_batch add constraint payout_batch_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table payout_file add constraint payout_file_document_id_foreign foreign key (tenant_id, document_id) references document (tenant_id, id)`,
    )
    this.addSql(
      `alter table payout_file add constraint payout_file_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table payout add constraint payout_batch_id_foreign foreign key (tenant_id, batch_id) references payout_batch (tenant_id, id)`,
    )
  }
}
