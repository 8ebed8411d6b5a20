import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create table "rate_use" ("tenant_id" int not null, "process" varchar(36) not null, "taken" jsonb not null, "told_at" timestamptz(3) not null, primary key ("tenant_id", "process"))`,
    )
    this.addSql(`alter table "rate_use" enable row level security`)
    this.addSql(`alter table "rate_use" force row level security`)
    this.addSql(
      `create policy "rate_use_tenant" on "rate_use" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`,
    )
  }
}
