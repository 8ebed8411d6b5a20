import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "client_setting" drop constraint "client_setting_kind_check"`)
    this.addSql(
      `alter table "client_setting" add constraint "client_setting_kind_check" check ("kind" in ('BILLING', 'BOOKKEEPING', 'INVOICE', 'INVOICE_TEXT', 'COMPLIANCE', 'DOCUMENT', 'FACTORING'))`,
    )
    this.addSql(
      `create index "invoice_recourse_index" on "invoice" ("tenant_id", "id", "recourse_date") where "financing_status" in ('FINANCED', 'REFINANCED') and "recourse_date" is not null and "ledger_status" in ('NOT_DUE', 'PARTLY_PAID', 'REMINDER', 'COLLECTION', 'ENFORCEMENT', 'SURVEILLANCE', 'PART_PAYMENT')`,
    )
  }
}
