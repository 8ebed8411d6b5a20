import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "payment_transaction" add "specification_document_id" uuid null`)
    this.addSql(
      `create index "payment_transaction_specification_index" on "payment_transaction" ("tenant_id", "specification_document_id") where "specification_document_id" is not null`,
    )
    this.addSql(
      `alter table payment_transaction add constraint payment_transaction_specification_document_id_foreign foreign key (tenant_id, specification_document_id) references document (tenant_id, id)`,
    )
  }
}
