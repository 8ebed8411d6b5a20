import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create index "background_task_ended_index" on "background_task" ("tenant_id", "ended_at") where "ended_at" is not null`,
    )
    this.addSql(
      `create index document_retention_index on document (tenant_id, retention_until, id) where retention_until < (created_at at time zone 'UTC')::date + 2556`,
    )
    this.addSql(`alter table "system_errand" drop constraint "system_errand_type_check"`)
    this.addSql(
      `alter table "system_errand" add constraint "system_errand_type_check" check ("type" in ('INVOICE_VALIDATION', 'ACTIVATION_FAILED', 'POST_ACTIVATION', 'PAYMENT_MISMATCH', 'RECONCILIATION', 'VOUCHER', 'SYNC', 'DOCUMENT', 'DISTRIBUTION', 'ENFORCEMENT', 'CREDIT', 'AML', 'KYC', 'PAYOUT', 'MONITORING', 'LIMITATION', 'ONBOARDING', 'JOB', 'PROCESS', 'INVARIANT'))`,
    )
    this.addSql(
      `create index "to_do_other_status_index" on "to_do" ("tenant_id", "status", "id") where "status" != 'RESOLVED'`,
    )
  }
}
