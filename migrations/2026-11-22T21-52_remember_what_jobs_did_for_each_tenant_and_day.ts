import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create table "job_run" ("tenant_id" varchar(255) not null, "job" varchar(60) not null, "as_of_date" date not null, "status" text not null, "counts" jsonb not null, "started_at" timestamptz(3) not null, "ended_at" timestamptz(3) null, "error" varchar(500) null, primary key ("tenant_id", "job", "as_of_date"))`,
    )
    this.addSql(`alter table "system_errand" drop constraint "system_errand_type_check"`)
    this.addSql(
      `alter table "system_errand" add constraint "system_errand_type_check" check ("type" in ('INVOICE_VALIDATION', 'ACTIVATION_FAILED', 'POST_ACTIVATION', 'PAYMENT_MISMATCH', 'RECONCILIATION', 'VOUCHER', 'SYNC', 'DISTRIBUTION', 'ENFORCEMENT', 'CREDIT', 'AML', 'KYC', 'PAYOUT', 'MONITORING', 'LIMITATION', 'ONBOARDING', 'JOB'))`,
    )
    this.addSql(
      `alter table "job_run" add constraint "job_run_status_check" check ("status" in ('WAITING', 'RUNNING', 'DONE', 'FAILED'))`,
    )
    this.addSql(`alter table "job_run" enable row level security`)
    this.addSql(`alter table "job_run" force row level security`)
    this.addSql(
      `create policy "job_run_tenant" on "job_run" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(
      `alter table job_run add constraint job_run_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
  }
}
