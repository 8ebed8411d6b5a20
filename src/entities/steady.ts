import { entities } from './all.ts'
import { allTables, columnNamed, type TableFacts } from './table.ts'

/*
 * Every change of a steady table gives its tenant another number at the end of the transaction,
 * once: before, nobody else would see the change, and others would wait for its end.
 */

export const steadyFunctions: Readonly<Record<string, string>> = {
  steady_changed: `create or replace function steady_changed() returns trigger language plpgsql as $$
declare
  tenant int := case tg_op when 'DELETE' then old.tenant_id else new.tenant_id end;
  mark text := pg_current_xact_id()::text || ' ' || tenant;
begin
  if current_setting('app.steady_changed', true) is distinct from mark then
    update policy_version set steady = nextval('steady_number') where tenant_id = tenant;
    perform set_config('app.steady_changed', mark, true);
  end if;
  return null;
end $$`,
}

export interface Trigger {
  name: string
  table: string
  made: string
}

/** The number's own table says nothing of itself. */
const numbers = 'policy_version'

export const steadyTriggers = (): Trigger[] =>
  allTables().flatMap((facts) =>
    facts.steady === undefined || facts.table === numbers ? [] : [triggerOf(facts)],
  )

function triggerOf({ table, steady, moving = [], unrecorded = [] }: TableFacts): Trigger {
  const { meta } = entities.find((each) => each.meta.tableName === table)!
  const properties = meta.properties as Readonly<Record<string, { fieldName?: string }>>
  const told = Object.entries(properties)
    .filter(([property]) => ![...moving, ...unrecorded].includes(property))
    .map(([property, { fieldName }]) => fieldName ?? columnNamed(property))
  const name = `${table}_steady`
  const when = `${steady === 'always' ? 'insert or ' : ''}delete or update of ${told.join(', ')}`
  const made = `create constraint trigger ${name} after ${when} on ${table}
  deferrable initially deferred for each row execute function steady_changed()`
  return { name, table, made }
}
