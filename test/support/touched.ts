import { allTables } from '../../src/entities/table.ts'
import type { World } from './world.ts'

/** What is noted behind the answers, and tells nothing of what a call changed. */
const noise = 'last_used_at'

const installing = `
create table touched (seq bigserial primary key, tenant_id int not null, table_name text not null);
create function note_touched() returns trigger language plpgsql security definer as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - '${noise}' end;
  present jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - '${noise}' end;
begin
  if before is distinct from present then
    insert into touched (tenant_id, table_name)
      values ((coalesce(present, before) ->> 'tenant_id')::int, tg_table_name);
  end if;
  return null;
end $$;`

/** From here on every row that a transaction touches is noted, whoever writes it. */
export async function noteTouched(at: World): Promise<void> {
  const triggers = allTables().map(
    ({ table }) =>
      `create trigger ${table}_touched after insert or update or delete on ${table}
         for each row execute function note_touched()`,
  )
  await at.owner([installing, ...triggers].join(';'))
}

/** Which of a tenant's tables the work has touched: it costs what was touched, not what is there. */
export async function touchedBy(
  at: World,
  tenantId: string,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const [last] = await at.owner('select coalesce(max(seq), 0) as seq from touched')
  await work()
  const rows = await at.owner(
    'select distinct table_name from touched where tenant_id = $1 and seq > $2',
    [tenantId, last?.['seq']],
  )
  return rows.map((row) => String(row['table_name']))
}
