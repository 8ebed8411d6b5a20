import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create table "unallocated_item" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "client_id" varchar(255) null, "amount" bigint not null, "open" bigint not null, "currency" varchar(3) not null, "status" text not null, "source_key" varchar(200) not null, "opened_by_id" varchar(255) not null, "ended_by_id" varchar(255) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "unallocated_item_status_index" on "unallocated_item" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `create index "unallocated_item_client_index" on "unallocated_item" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `alter table "unallocated_item" add constraint "unallocated_item_source_unique" unique ("tenant_id", "source_key")`,
    )
    this.addSql(
      `alter table "unallocated_item" add constraint "unallocated_item_status_check" check ("status" in ('OPEN', 'PLACED', 'REVERSED'))`,
    )
    this.addSql(`alter table "unallocated_item" enable row level security`)
    this.addSql(`alter table "unallocated_item" force row level security`)
    this.addSql(`create policy "unallocated_item_tenant" on "unallocated_item" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), ''), current_setting('app.holder_id', true), client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), ''), current_setting('app.holder_id', true), client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table unallocated_item add constraint unallocated_item_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
  }
}
