import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create table "snapshot" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "client_id" varchar(255) not null, "body" json not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "document" add "sender_shown_id" varchar(255) null, add "debtor_shown_id" varchar(255) null`,
    )
    this.addSql(
      `alter table "invoice_activation" add "sender_shown_id" varchar(255) null, add "debtor_shown_id" varchar(255) null`,
    )
    this.addSql(`alter table "document" alter column "frozen" type json`)
    this.addSql(`alter table "invoice_activation" alter column "frozen" type json`)
    this.addSql(`alter table "snapshot" enable row level security`)
    this.addSql(`alter table "snapshot" force row level security`)
    this.addSql(`create policy "snapshot_tenant" on "snapshot" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), ''), current_setting('app.holder_id', true), client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), ''), current_setting('app.holder_id', true), client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table snapshot add constraint snapshot_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
  }
}
