import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`drop policy "webhook_log_tenant" on "webhook_log"`)
    this.addSql(`alter table "webhook_log" add "to_client" boolean not null default false`)
    this.addSql(`alter table "webhook_log" no force row level security`)
    this.addSql(`alter table "webhook" no force row level security`)
    this.addSql(`update "webhook_log" l set "to_client" = true from "webhook" w
      where w."tenant_id" = l."tenant_id" and w."id" = l."webhook_id" and w."client_id" is not null`)
    this.addSql(`alter table "webhook_log" alter column "to_client" drop default`)
    this.addSql(`alter table "webhook_log" force row level security`)
    this.addSql(`alter table "webhook" force row level security`)
    this.addSql(`create policy "webhook_log_tenant" on "webhook_log" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) and to_client when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), ''), current_setting('app.holder_id', true), client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`)
  }
}
