import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create index business_loan_reference_index on business_loan (tenant_id, plain_reference(loan_number))`,
    )
    this.addSql(`alter table "payment_link" drop constraint "payment_link_claim_type_check"`)
    this.addSql(`alter table "payment_link" alter column "client_id" drop not null`)
    this.addSql(`alter table "payment_link" alter column "debtor_id" drop not null`)
    this.addSql(
      `alter table "payment_link" add constraint "payment_link_claim_type_check" check ("claim_type" in ('INVOICE', 'COLLECTION_BATCH', 'PART_PAYMENT_PLAN', 'PART_PAYMENT_ACCOUNT', 'BUSINESS_LOAN', 'ENFORCEMENT', 'CLIENT_ACCOUNT', 'SETTLEMENT_ACCOUNT'))`,
    )
  }
}
