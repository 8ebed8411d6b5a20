import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create table "done_alone" ("tenant_id" int not null, "day" date not null, "topic" varchar(60) not null, "part_of" varchar(60) not null, "done_by" uuid not null, "worth" bigint not null, primary key ("tenant_id", "day", "topic", "part_of", "done_by"))`,
    )
    this.addSql(`alter table "done_alone" enable row level security`)
    this.addSql(`alter table "done_alone" force row level security`)
    this.addSql(
      `create policy "done_alone_tenant" on "done_alone" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
  }
}
