import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create index background_task_moving_index on background_task (tenant_id, updated_at) where status in ('QUEUED', 'RUNNING')`,
    )
    this.addSql(
      `alter table "bookkeeping_account" drop constraint "bookkeeping_account_role_unique"`,
    )
    this.addSql(
      `alter table "bookkeeping_account" add constraint "bookkeeping_account_role_currency_unique" unique ("tenant_id", "owner_id", "role", "currency")`,
    )
    this.addSql(
      `create index factoring_decision_open_index on factoring_decision (tenant_id, updated_at) where status <> 'DECIDED'`,
    )
    this.addSql(`drop index "idempotency_created_index"`)
    this.addSql(`create index "idempotency_age_index" on "idempotency" ("created_at")`)
    this.addSql(
      `create index invitation_open_index on user_invitation (tenant_id, created_at) where status = 'PENDING'`,
    )
    this.addSql(
      `create index login_attempt_last_index on login_attempt (coalesce(failed_at[cardinality(failed_at)], '-infinity'))`,
    )
    this.addSql(`create index outbox_done_index on outbox (done_at) where done_at is not null`)
    this.addSql(
      `create index password_reset_open_index on password_reset (tenant_id, created_at) where status = 'PENDING'`,
    )
  }
}
