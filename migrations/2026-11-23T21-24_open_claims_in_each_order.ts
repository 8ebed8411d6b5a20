import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    for (const [order, column] of Object.entries({
      number: 'invoice_number',
      date: 'invoice_date',
      expire: 'expire_date',
      booked: 'booked_date',
    })) {
      this.addSql(`drop index "invoice_unusual_${order}_index"`)
      this.addSql(
        `create index invoice_unusual_${order}_index on invoice (tenant_id, ${column}, id, type, ledger_status, financing_status, due_date) where type <> 'INVOICE' or financing_status <> 'NONE' or ledger_status in ('REMINDER', 'COLLECTION', 'ENFORCEMENT', 'SURVEILLANCE', 'PART_PAYMENT', 'PARTLY_PAID', 'OVERPAID', 'CREDITED', 'WRITTEN_OFF', 'REVERSED')`,
      )
      this.addSql(
        `create index invoice_open_${order}_index on invoice (tenant_id, ${column}, id, due_date) where ledger_status in ('NOT_DUE', 'PARTLY_PAID')`,
      )
    }
    this.addSql(`drop index "invoice_ledger_index"`)
    this.addSql(
      `create index "invoice_ledger_index" on "invoice" ("tenant_id", "ledger_status", "id", "due_date") where "ledger_status" in ('REMINDER', 'COLLECTION', 'ENFORCEMENT', 'SURVEILLANCE', 'PART_PAYMENT', 'PARTLY_PAID', 'OVERPAID', 'CREDITED', 'WRITTEN_OFF', 'REVERSED')`,
    )
    this.addSql(`drop index "article_number_index"`)
    this.addSql(
      `create index "article_number_index" on "article" ("tenant_id", "article_number") where "article_number" is not null`,
    )
  }
}
