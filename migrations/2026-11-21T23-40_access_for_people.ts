import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create table "password_reset" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "user_id" varchar(255) not null, "status" text not null, "expires_at" timestamptz(3) not null, "sent_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "password_reset_user_index" on "password_reset" ("tenant_id", "user_id", "id")`,
    )
    this.addSql(
      `create index "password_reset_status_index" on "password_reset" ("tenant_id", "status", "created_at")`,
    )
    this.addSql(`truncate "login_attempt"`)
    this.addSql(`alter table "login_attempt" drop column "window_start", drop column "failures"`)
    this.addSql(`alter table "login_attempt" add "failed_at" timestamptz[] not null`)
    this.addSql(`create index "token_created_index" on "token" ("tenant_id", "created_at", "id")`)
    this.addSql(`alter table "user_account" add "recovery_hashes" text[] null`)
    this.addSql(
      `alter table "password_reset" add constraint "password_reset_status_check" check ("status" in ('PENDING', 'USED', 'EXPIRED'))`,
    )
    this.addSql(`alter table "password_reset" enable row level security`)
    this.addSql(`alter table "password_reset" force row level security`)
    this.addSql(
      `create policy "password_reset_tenant" on "password_reset" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(
      `alter table password_reset add constraint password_reset_user_id_foreign foreign key (tenant_id, user_id) references user_account (tenant_id, id)`,
    )
  }
}
