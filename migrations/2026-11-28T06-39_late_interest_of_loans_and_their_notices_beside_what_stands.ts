import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "document" drop constraint "document_type_check"`)
    this.addSql(
      `alter table "document" add constraint "document_type_check" check ("type" in ('INVOICE', 'CREDIT_INVOICE', 'NOTICE_OF_ASSIGNMENT', 'PREVIEW', 'ATTACHMENT', 'BRAND', 'VOUCHER_EXPORT', 'BOOKKEEPING_FILE', 'REPORT', 'PAYMENT_FILE', 'FUNDED_PAYMENTS', 'BILL', 'LOAN_NOTICE', 'PAYOUT_FILE', 'OTHER'))`,
    )
  }
}
