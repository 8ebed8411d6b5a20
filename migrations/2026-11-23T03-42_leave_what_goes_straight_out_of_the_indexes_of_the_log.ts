import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`drop index "webhook_log_status_index"`)
    this.addSql(`drop index "webhook_log_client_index"`)
    this.addSql(`drop index "webhook_log_moving_index"`)
    this.addSql(`drop index "webhook_log_subject_index"`)
    this.addSql(`drop index "webhook_log_type_index"`)
    this.addSql(`alter table "webhook_log" add "astray" varchar(20) null`)
    this.addSql(
      `update webhook_log set astray = status where status not in ('QUEUED', 'DELIVERED')`,
    )
    this.addSql(`create function webhook_log_astray() returns trigger language plpgsql as $$
      begin
        new.astray := case when new.status not in ('QUEUED', 'DELIVERED') then new.status end;
        return new;
      end $$`)
    // What goes straight through does not come here.
    this.addSql(`create trigger webhook_log_astray before insert or update on webhook_log
      for each row when (new.status not in ('QUEUED', 'DELIVERED') or new.astray is not null)
      execute function webhook_log_astray()`)
    this.addSql(
      `create index "webhook_log_astray_index" on "webhook_log" ("tenant_id", "astray", "created_at", "id") where "astray" is not null`,
    )
    this.addSql(
      `create index "webhook_log_client_index" on "webhook_log" ("tenant_id", "client_id", "created_at", "id") where "client_id" is not null`,
    )
    this.addSql(
      `create index "webhook_log_moving_index" on "webhook_log" ("tenant_id", "id") where "astray" in ('SENDING', 'RETRYING')`,
    )
    this.addSql(
      `create index "webhook_log_subject_index" on "webhook_log" ("tenant_id", "subject_id")`,
    )
    this.addSql(`create index "webhook_log_type_index" on "webhook_log" ("tenant_id", "type")`)
    this.addSql(`alter table webhook_log set (fillfactor = 80)`)
    this.addSql(`alter table webhook_attempt set (fillfactor = 80)`)
  }
}
