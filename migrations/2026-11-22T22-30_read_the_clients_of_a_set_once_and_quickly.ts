import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  /** It says of itself whose clients it reads; row by row the policy would only say it again. */
  override up(): void {
    this.addSql(`create or replace function assigned_clients() returns setof text
stable language plpgsql as $$
declare
  tenant text := nullif(current_setting('app.tenant_id', true), '');
  holder text := current_setting('app.holder_id', true);
  scope text := current_setting('app.scope', true);
begin
  perform set_config('app.scope', '', true);
  return query
    select a.client_id::text from client_access a
    where a.tenant_id = tenant and a.holder_id = holder
    union all select a.client_id::text from user_group_member m join client_access a
      on a.tenant_id = m.tenant_id and a.holder_id = m.user_group_id
    where m.tenant_id = tenant and m.user_id = holder;
  perform set_config('app.scope', scope, true);
end $$`)
  }
}
