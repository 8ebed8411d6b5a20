import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "system_errand" drop constraint "system_errand_type_check"`)
    this.addSql(
      `create index "system_errand_assignee_index" on "system_errand" ("tenant_id", "assignee_id", "id")`,
    )
    this.addSql(
      `alter table "system_errand" add constraint "system_errand_type_check" check ("type" in ('INVOICE_VALIDATION', 'ACTIVATION_FAILED', 'POST_ACTIVATION', 'PAYMENT_MISMATCH', 'RECONCILIATION', 'VOUCHER', 'SYNC', 'DOCUMENT', 'DISTRIBUTION', 'ENFORCEMENT', 'CREDIT', 'BANKRUPTCY', 'AML', 'KYC', 'PAYOUT', 'MONITORING', 'LIMITATION', 'ONBOARDING', 'OFFBOARDING', 'JOB', 'PROCESS', 'INVARIANT', 'AUTOMATION', 'SCHEDULE'))`,
    )
  }
}
