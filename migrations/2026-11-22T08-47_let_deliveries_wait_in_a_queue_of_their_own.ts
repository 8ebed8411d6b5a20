import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create table "webhook_queue" ("tenant_id" varchar(255) not null, "webhook_id" varchar(255) not null, "due_at" timestamptz(3) not null, "log_id" varchar(255) not null, primary key ("tenant_id", "webhook_id", "due_at", "log_id"))`,
    )
    this.addSql(`alter table "webhook_attempt" add "lease_until" timestamptz(3) null`)
    this.addSql(
      `create index webhook_attempt_lease_index on webhook_attempt (tenant_id, lease_until) where lease_until is not null`,
    )
    // What waits or is under way goes on; policies bind an owner too, who is of no tenant here.
    this.addSql(`alter table "webhook_log" no force row level security`)
    this.addSql(`alter table "webhook_attempt" no force row level security`)
    this.addSql(`insert into "webhook_queue" ("tenant_id", "webhook_id", "due_at", "log_id")
      select "tenant_id", "webhook_id", "due_at", "id" from "webhook_log" where "status" = 'QUEUED'`)
    this.addSql(`update "webhook_attempt" a set "lease_until" = l."due_at" from "webhook_log" l
      where l."tenant_id" = a."tenant_id" and l."id" = a."log_id" and l."status" = 'SENDING'
        and l."automatic_attempts" = 1 and l."manual_attempts" = 0
        and a."number" = 1 and a."ended_at" is null`)
    this.addSql(`alter table "webhook_log" force row level security`)
    this.addSql(`alter table "webhook_attempt" force row level security`)
    this.addSql(`drop index "webhook_log_queued_index"`)
    this.addSql(`alter table "webhook_queue" enable row level security`)
    this.addSql(`alter table "webhook_queue" force row level security`)
    this.addSql(
      `create policy "webhook_queue_tenant" on "webhook_queue" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
  }
}
