import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create index "document_type_filename_index" on "document" ("tenant_id", "type", "filename", "id") where "type" != 'INVOICE'`,
    )
    this.addSql(`drop index "invoice_ledger_index"`)
    this.addSql(
      `create index invoice_unusual_number_index on invoice (tenant_id, invoice_number, id, type, ledger_status, financing_status) where type <> 'INVOICE' or financing_status <> 'NONE' or ledger_status in ('REMINDER', 'COLLECTION', 'ENFORCEMENT', 'SURVEILLANCE', 'PART_PAYMENT', 'PARTLY_PAID', 'OVERPAID', 'CREDITED', 'WRITTEN_OFF', 'REVERSED')`,
    )
    this.addSql(
      `create index invoice_unusual_date_index on invoice (tenant_id, invoice_date, id, type, ledger_status, financing_status) where type <> 'INVOICE' or financing_status <> 'NONE' or ledger_status in ('REMINDER', 'COLLECTION', 'ENFORCEMENT', 'SURVEILLANCE', 'PART_PAYMENT', 'PARTLY_PAID', 'OVERPAID', 'CREDITED', 'WRITTEN_OFF', 'REVERSED')`,
    )
    this.addSql(
      `create index invoice_unusual_expire_index on invoice (tenant_id, expire_date, id, type, ledger_status, financing_status) where type <> 'INVOICE' or financing_status <> 'NONE' or ledger_status in ('REMINDER', 'COLLECTION', 'ENFORCEMENT', 'SURVEILLANCE', 'PART_PAYMENT', 'PARTLY_PAID', 'OVERPAID', 'CREDITED', 'WRITTEN_OFF', 'REVERSED')`,
    )
    this.addSql(
      `create index invoice_unusual_booked_index on invoice (tenant_id, booked_date, id, type, ledger_status, financing_status) where type <> 'INVOICE' or financing_status <> 'NONE' or ledger_status in ('REMINDER', 'COLLECTION', 'ENFORCEMENT', 'SURVEILLANCE', 'PART_PAYMENT', 'PARTLY_PAID', 'OVERPAID', 'CREDITED', 'WRITTEN_OFF', 'REVERSED')`,
    )
    this.addSql(
      `create index "invoice_ledger_index" on "invoice" ("tenant_id", "ledger_status", "id") where "ledger_status" in ('REMINDER', 'COLLECTION', 'ENFORCEMENT', 'SURVEILLANCE', 'PART_PAYMENT', 'PARTLY_PAID', 'OVERPAID', 'CREDITED', 'WRITTEN_OFF', 'REVERSED')`,
    )
    this.addSql(
      `create index "system_errand_type_status_index" on "system_errand" ("tenant_id", "type", "status", "id")`,
    )
    this.addSql(
      `create index "system_errand_type_severity_index" on "system_errand" ("tenant_id", "type", "severity", "id")`,
    )
    this.addSql(
      `create index "system_errand_status_severity_index" on "system_errand" ("tenant_id", "status", "severity", "id")`,
    )
  }
}
