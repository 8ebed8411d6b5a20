import { afterAll, beforeAll, expect, test } from 'vitest'
import { allViews } from '../../src/entities/table.ts'
import { served } from '../support/served.ts'
import { metaOf } from '../support/rows.ts'
import { world, type World } from '../support/world.ts'

let at: World

beforeAll(async () => {
  at = await world()
})
afterAll(() => at.close())

/** Tables that belong to no tenant. */
const ofNobody = new Set(['migration'])

/** Indexes that do not begin with the tenant, and why. */
const acrossTenants: Readonly<Record<string, string>> = {
  outbox_waiting_index: 'the relay claims for all tenants at once, under its own role',
  outbox_done_index: 'the reconciler sweeps up for all tenants at once, under the relay’s role',
  idempotency_age_index: 'the same',
  login_attempt_last_index: 'the same',
  job_run_age_index: 'the same',
}

/** Filters without an index of their own, and why. */
const fewAnyway: Readonly<Record<string, string>> = {
  'changelog (tenant_id, owner_type, entity, id)':
    'the changes of settings have an index, and are few',
  'changelog (tenant_id, owner_type, entity, action)': 'the same',
  'changelog (tenant_id, owner_type, entity, at)': 'the same',
  'changelog (tenant_id, owner_type, entity, owner_id, id)':
    'the journal of one thing has an index',
  'changelog (tenant_id, owner_type, entity, owner_id, action)': 'the same',
  'changelog (tenant_id, owner_type, entity, owner_id, at)': 'the same',
  'client_access (tenant_id, client_id, holder_type)': 'a client is assigned to a few',
  'client_access (tenant_id, client_id, reason)': 'a client is assigned to a few',
  'role (tenant_id, template)': 'a tenant has tens of roles',
  'user_account (tenant_id, kind, super_user)': 'technical users are few',
}

interface Listed {
  name: string
  table: string
  columns: string[]
}

async function constraintsOf(kind: 'p' | 'u' | 'f'): Promise<Listed[]> {
  return (await at.owner(
    `select c.conname as name, t.relname as table, array(
       select a.attname::text from unnest(c.conkey) with ordinality as k (attnum, n)
       join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum order by k.n) as columns
     from pg_constraint c join pg_class t on t.oid = c.conrelid
     where t.relnamespace = 'public'::regnamespace and c.contype = $1`,
    [kind],
  )) as unknown as Listed[]
}

async function indexes(): Promise<(Listed & { unique: boolean })[]> {
  return (await at.owner(
    `select i.relname as name, t.relname as table, x.indisunique as unique, array(
       select coalesce(a.attname::text, '(expression)')
       from unnest(x.indkey::int2[]) with ordinality as k (attnum, n)
       left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum and k.attnum > 0
       order by k.n) as columns
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
     where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')`,
  )) as unknown as (Listed & { unique: boolean })[]
}

async function tables(): Promise<string[]> {
  const rows = await at.owner(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  return rows.map(({ name }) => String(name)).filter((name) => !ofNobody.has(name))
}

test('every table has a tenant, that is never null, and forces its policy', async () => {
  const rows = await at.owner(
    `select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
       a.attnotnull as has_tenant,
       array(select p.polname::text from pg_policy p where p.polrelid = c.oid
         and p.polcmd = '*' and p.polpermissive
         and pg_get_expr(p.polqual, c.oid) like '%tenant_id%app.tenant_id%'
         and pg_get_expr(p.polwithcheck, c.oid) like '%tenant_id%app.tenant_id%') as policies
     from pg_class c
     left join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  )
  const open = rows.filter(
    ({ name, enabled, forced, has_tenant: tenant, policies }) =>
      !ofNobody.has(String(name)) &&
      !(enabled && forced && tenant && (policies as string[]).length === 1),
  )
  expect(open).toEqual([])
  expect(rows.length).toBeGreaterThan(20)
})

test('a policy beside that of the tenant is the relay’s alone', async () => {
  const rows = await at.owner(
    `select tablename, policyname, roles::text[] from pg_policies
     where schemaname = 'public' and policyname <> tablename || '_tenant'`,
  )
  for (const { policyname, roles } of rows) {
    expect(roles, String(policyname)).toEqual([at.installed.roles.relay])
  }
})

test('the policy of a table of a client’s rows knows the client too', async () => {
  const rows = await at.owner(
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not exists (
       select 1 from pg_policy p where p.polrelid = c.oid
       and pg_get_expr(p.polqual, c.oid) like '%app.client_id%')`,
  )
  expect(rows).toEqual([])
})

test('every primary key begins with the tenant', async () => {
  const keys = await constraintsOf('p')
  expect(keys.filter(notOfTenant)).toEqual([])
  const keyed = new Set(keys.map(({ table }) => table))
  expect((await tables()).filter((table) => !keyed.has(table))).toEqual([])
})

test('every unique and every index begins with the tenant', async () => {
  const all = await indexes()
  const across = all.filter(notOfTenant).filter(({ name }) => acrossTenants[name] === undefined)
  expect(across).toEqual([])
  expect((await constraintsOf('u')).filter(notOfTenant)).toEqual([])
  const names = all.map(({ name }) => name)
  expect(Object.keys(acrossTenants).filter((name) => !names.includes(name))).toEqual([])
})

test('every foreign key holds the tenant, so that no row refers to another tenant’s', async () => {
  const rows = await at.owner(
    `select c.conname as name, array(select a.attname::text from unnest(c.conkey) k
         join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k) as own,
       array(select a.attname::text from unnest(c.confkey) k
         join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k) as theirs
     from pg_constraint c where c.contype = 'f'`,
  )
  const outside = rows.filter(
    ({ own, theirs }) =>
      !(own as string[]).includes('tenant_id') || !(theirs as string[]).includes('tenant_id'),
  )
  expect(outside).toEqual([])
  expect(rows.length).toBeGreaterThan(10)
})

test('every field that a list sorts or filters by has an index that begins with it', async () => {
  const known = await indexes()
  const missing = new Set<string>()
  for (const { operation } of served) {
    const { lists } = operation.declared
    if (lists === undefined) continue
    const meta = at.runtime.orm.getMetadata().get(lists.table.entity)
    const columnOf = (property: string) =>
      meta.properties[property as never]?.['fieldNames'][0] as string
    const own = known.filter(({ table }) => table === meta.tableName)
    const within = lists.within === undefined ? [] : [lists.within.field]
    const fixed = [...Object.keys(lists.only), ...within].map(columnOf)
    for (const field of [...lists.table.sortFields, ...lists.table.filterFields]) {
      const column = columnOf(field)
      const begins = own.some(({ columns }) => serves(columns, fixed, column))
      if (!begins) missing.add(`${meta.tableName} (tenant_id, ${[...fixed, column].join(', ')})`)
    }
  }
  expect([...missing].filter((index) => fewAnyway[index] === undefined)).toEqual([])
})

function serves(columns: readonly string[], fixed: readonly string[], column: string): boolean {
  const [first, ...rest] = columns
  if (first !== 'tenant_id') return false
  if (fixed.includes(column)) return rest[0] === column
  const before = rest.slice(0, rest.indexOf(column))
  return rest.includes(column) && before.every((name) => fixed.includes(name))
}

test('every table of the database is an entity, and the other way round', async () => {
  for (const table of await tables()) expect(metaOf(at, table).tableName).toBe(table)
  const entities = [...at.runtime.orm.getMetadata().getAll().values()]
  const views = allViews().map(({ table }) => table)
  const names = [...(await tables()), ...views]
  expect(
    entities.map(({ tableName }) => tableName).filter((name) => !names.includes(name)),
  ).toEqual([])
})

function notOfTenant({ table, columns }: Listed): boolean {
  return !ofNobody.has(table) && columns[0] !== 'tenant_id'
}
