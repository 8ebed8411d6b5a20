import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`drop policy "background_task_tenant" on "background_task"`)
    this.addSql(`alter table "background_task" add "of_tenant" boolean null`)
    this.addSql(`create policy "background_task_tenant" on "background_task" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid and of_tenant is not true when 'few' then (client_id in (
select c.c from assigned_clients() c(c)) or requested_by = nullif(current_setting('app.holder_id', true), '')::uuid) when 'set' then (client_id in (
select c.c from assigned_clients() c(c)) or requested_by = nullif(current_setting('app.holder_id', true), '')::uuid) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid and of_tenant is not true when 'few' then (client_id in (
select c.c from assigned_clients() c(c)) or requested_by = nullif(current_setting('app.holder_id', true), '')::uuid) when 'set' then (client_id in (
select c.c from assigned_clients() c(c)) or requested_by = nullif(current_setting('app.holder_id', true), '')::uuid) else false end)`)
  }
}
