import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`drop policy "exchange_rate_tenant" on "exchange_rate"`)
    this.addSql(`drop policy "internal_request_tenant" on "internal_request"`)
    this.addSql(
      `create policy "exchange_rate_tenant" on "exchange_rate" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`create policy "internal_request_tenant" on "internal_request" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), ''), current_setting('app.holder_id', true), client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), ''), current_setting('app.holder_id', true), client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
  }
}
