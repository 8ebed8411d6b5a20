import type { EntityProperty } from '@mikro-orm/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allViews } from '../../src/entities/table.ts'
import { momentOf } from '../../src/kernel/read/moments.ts'
import type { Implies } from '../../src/kernel/read/filter.ts'
import type { Listed as Lists } from '../../src/kernel/read/table.ts'
import { served } from '../support/served.ts'
import { metaOf } from '../support/rows.ts'
import { world, type World } from '../support/world.ts'

let at: World

beforeAll(async () => {
  at = await world()
})
afterAll(() => at.close())

/** Tables that belong to no tenant. */
const ofNobody = new Set([
  'migration',
  'installation',
  'part_seen',
  'document_file',
  'document_piece',
  'document_place',
  'master_key',
  'key_seen',
])

/** Indexes that do not begin with the tenant, and why. */
const acrossTenants: Readonly<Record<string, string>> = {
  outbox_done_index: 'the reconciler sweeps up for all tenants at once, under the relay’s role',
  outbox_dead_index: 'the same',
  idempotency_age_index: 'the same',
  login_attempt_last_index: 'the same',
  job_run_age_index: 'the same',
  automation_run_ended_index: 'the same',
  schedule_run_age_index: 'the same',
  bookkeeping_delivery_queued_index: 'the reconciler looks for what is late of all tenants at once',
  schedule_next_index: 'the reconciler looks for what is late of all tenants at once',
}

/** Filters without an index of their own, and why. */
const fewAnyway: Readonly<Record<string, string>> = {
  'changelog (tenant_id, owner_type, entity, id)':
    'the changes of what is listed for all of a kind have an index',
  'changelog (tenant_id, owner_type, entity, action)': 'the same',
  'changelog (tenant_id, owner_type, entity, at)': 'the same',
  'changelog (tenant_id, owner_type, entity, owner_id, id)':
    'the journal of one thing has an index',
  'changelog (tenant_id, owner_type, entity, owner_id)': 'the same',
  'changelog (tenant_id, owner_type, entity, owner_id, action)': 'the same',
  'changelog (tenant_id, owner_type, entity, owner_id, at)': 'the same',
  'client_access (tenant_id, client_id, holder_type)': 'a client is assigned to a few',
  'client_access (tenant_id, client_id, reason)': 'a client is assigned to a few',
  'contact (tenant_id, debtor_id, preferred)': 'a debtor has a few contacts',
  'payment_link (tenant_id, transaction_id, status)': 'a payment is for a few claims',
  'payment_link (tenant_id, claim_id, status)': 'a claim is paid a few times',
  'document (tenant_id, invoice_id)': 'the documents of an invoice are found as its own',
  'document (tenant_id, owner_type, invoice_id)': 'the same',
  'invoice_guarantor (tenant_id, invoice_id, name)': 'an invoice has a few guarantors',
  'invoice_guarantor (tenant_id, invoice_id, status)': 'the same',
  'invoice_guarantor (tenant_id, invoice_id, type)': 'the same',
  'loan_guarantor (tenant_id, business_loan_id, name)': 'a loan has a few guarantors',
  'loan_guarantor (tenant_id, business_loan_id, status)': 'the same',
  'loan_guarantor (tenant_id, business_loan_id, type)': 'the same',
  'role (tenant_id, template)': 'a tenant has tens of roles',
  'schedule (tenant_id, kind, enabled)': 'a tenant has five hundred schedules at most',
  'schedule (tenant_id, kind, last_outcome)': 'the same',
  'schedule (tenant_id, kind, next_run_at)': 'the same',
  'user_account (tenant_id, kind, super_user)': 'technical users are few',
}

/**
 * Values that a page is full of soon, wherever one begins to read along the key, or that are found
 * in another way. Every other value of a closed set has an index.
 */
const common: Readonly<Record<string, readonly string[]>> = {
  'invoice type': ['INVOICE'],
  'invoice main_status': ['ACTIVATED', 'CLOSED'],
  // What is not booked is a draft, and what the day makes due is open.
  'invoice ledger_status': ['NOT_BOOKED', 'DUE', 'OVERDUE', 'PAID'],
  'invoice financing_status': ['NONE'],
  'invoice product_code': ['INVOICE_SERVICE'],
  'document type': ['INVOICE'],
  'voucher owner_type': ['TENANT'],
  'webhook_log status': ['QUEUED', 'DELIVERED'],
  'charge status': ['BILLED'],
  'payment_transaction status': ['BOOKED'],
  'payment_link status': ['BOOKED'],
}

interface Listed {
  name: string
  table: string
  columns: string[]
}

interface Index extends Listed {
  unique: boolean
  /** Which rows stand in it, in the plainest words. */
  where: string | null
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

async function indexes(): Promise<Index[]> {
  const rows = (await at.owner(
    `select i.relname as name, t.relname as table, x.indisunique as unique,
       pg_get_expr(x.indpred, x.indrelid) as where, array(
       select coalesce(a.attname::text, '(expression)')
       from unnest(x.indkey::int2[]) with ordinality as k (attnum, n)
       left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum and k.attnum > 0
       order by k.n) as columns
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
     where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')`,
  )) as unknown as Index[]
  return rows.map((index) => ({ ...index, where: index.where && plain(index.where) }))
}

/** A condition without what the database adds to it. */
const plain = (condition: string) =>
  condition
    .replaceAll(/::\w+(\[\])?|[()]/g, '')
    .replaceAll(/= ANY ARRAY\[(.*?)\]/g, 'in $1')
    .toLowerCase()

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
     from pg_constraint c where c.contype = 'f' and c.conrelid::regclass::text <> all($1)`,
    [[...ofNobody]],
  )
  const outside = rows.filter(
    ({ own, theirs }) =>
      !(own as string[]).includes('tenant_id') || !(theirs as string[]).includes('tenant_id'),
  )
  expect(outside).toEqual([])
  expect(rows.length).toBeGreaterThan(10)
})

test('every field that a list sorts or filters by has an index that finds its values', async () => {
  const known = await indexes()
  const missing = new Set<string>()
  for (const { operation } of served) {
    const { lists } = operation.declared
    if (lists === undefined) continue
    for (const index of lackingOf(lists, known)) missing.add(index)
  }
  expect([...missing].filter((index) => fewAnyway[index] === undefined)).toEqual([])
})

test('an index that is gone is missed, whether of all rows or of few', async () => {
  const known = await indexes()
  const needed = [
    'invoice_debtor_index',
    'invoice_draft_index',
    'invoice_booked_index',
    'invoice_suspended_index',
    'invoice_financing_index',
    'invoice_reference_index',
    'article_account_index',
    'voucher_status_index',
    'financial_event_type_index',
    'document_filename_index',
  ]
  const lists = served.flatMap(({ operation: { declared } }) => declared.lists ?? [])
  for (const name of needed) {
    const rest = known.filter((index) => index.name !== name)
    const missed = lists.flatMap((list) => [...lackingOf(list, rest)])
    expect(
      missed.filter((index) => fewAnyway[index] === undefined),
      name,
    ).not.toEqual([])
  }
})

/** What every activation and every delivery changes, each time in the room beside it. */
const moving: Readonly<Record<string, readonly string[]>> = {
  invoice: ['main_status', 'product_code', 'activation_number', 'version', 'updated_at', 'balance'],
  invoice_activation: ['status', 'step', 'updated_at', 'begun_at', 'documents_at', 'booked_at'],
  debtor: ['balance', 'version', 'updated_at'],
  bookkeeping_account: ['balance', 'balance_as_of'],
  client_account: ['balance', 'version', 'updated_at'],
  voucher_series: ['next_number'],
  payment_reference_setting: ['next_number', 'version', 'updated_at'],
  webhook_log: ['status', 'automatic_attempts', 'last_attempt_at', 'delivered_at', 'error'],
}

test('what moves all the time is in no index, neither in its key nor in its condition', async () => {
  const rows = await at.owner(
    `select t.relname as table, a.attname as column, i.relname as index
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
     join pg_depend d on d.objid = i.oid and d.refobjid = t.oid and d.refobjsubid > 0
     join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
     where t.relname = any($1)
     union select t.relname, a.attname, i.relname
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
     join pg_attribute a on a.attrelid = t.oid and a.attnum = any(x.indkey::int2[])
     where t.relname = any($1)`,
    [Object.keys(moving)],
  )
  const found = rows.filter(({ table, column }) => moving[String(table)]!.includes(String(column)))
  expect(found).toEqual([])
  expect(rows.length).toBeGreaterThan(30)
})

function lackingOf({ table, only, within }: Lists, known: readonly Index[]): Set<string> {
  const meta = at.runtime.orm.getMetadata().get(table.entity)
  const properties = meta.properties as Record<string, EntityProperty | undefined>
  const moment = momentOf(meta)
  const columnOf = (property: string) =>
    property === moment ? 'id' : properties[property]!.fieldNames[0]!
  const own = known.filter((index) => index.table === meta.tableName)
  const fixed = [...Object.keys(only), ...(within === undefined ? [] : [within.field])].map(
    columnOf,
  )
  const lacking = new Set<string>()
  for (const field of new Set([...table.sortFields, ...table.filterFields])) {
    const { enum: isClosed, items, nullable } = properties[field]!
    const asked: Field = {
      of: meta.tableName,
      column: columnOf(field),
      fixed,
      words: isClosed ? (items as string[]) : undefined,
      implies: table.filters[field]?.implies ?? {},
      endsEmpty: nullable === true && table.sortFields.includes(field) && within === undefined,
    }
    if (!isFound(asked, own)) {
      lacking.add(`${meta.tableName} (tenant_id, ${[...fixed, asked.column].join(', ')})`)
    }
  }
  return lacking
}

interface Field {
  of: string
  column: string
  fixed: readonly string[]
  words: readonly string[] | undefined
  implies: Implies
  /** It is sorted by, and rows without a value stand last. */
  endsEmpty: boolean
}

function isFound(field: Field, own: readonly Index[]): boolean {
  const { of, column, fixed, words, implies, endsEmpty } = field
  const serving = own.filter(({ columns }) => serves(columns, fixed, column))
  if (serving.some(({ where }) => where === null)) return true
  const isFilled = serving.some(({ where }) => where === `${column} is not null`)
  const isEmpty = own.some(({ where }) => where === `${column} is null`)
  if (isFilled && (!endsEmpty || isEmpty || emptyAtOnce.has(`${of} ${column}`))) return true
  const isOfFew = (condition: string) =>
    own.some(
      ({ columns, where }) =>
        where !== null && isInOrder(columns, where) && impliedBy(plain(condition), where),
    )
  const isWordFound = (word: string) =>
    common[`${of} ${column}`]?.includes(word) === true ||
    isOfFew(`${column} = '${word}'`) ||
    (implies[word]
      ?.replaceAll(/^\(|\)$/g, '')
      .split(' or ')
      .every(isOfFew) ??
      false)
  return words?.every(isWordFound) ?? false
}

/** By id at once, or by what the rows of the index have in common; others are for questions. */
const isInOrder = ([, next = '']: readonly string[], where: string) =>
  next === 'id' || where.startsWith(`${next} `)

/** Whether all rows with a value stand in an index of some. */
function impliedBy(condition: string, where: string): boolean {
  if (condition === where) return true
  const [, column, value] = /^(\w+) = ('\w+')$/.exec(condition) ?? []
  if (value === undefined) return false
  if (where === `${column} is not null`) return true
  if (where === `${column} <> ${value}`) return false
  if (where.startsWith(`${column} <> `)) return true
  return where.startsWith(`${column} in `) && where.includes(value)
}

/** Where so many rows have no value that reading along the key finds a page of them at once. */
const emptyAtOnce = new Set(['article article_number'])

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
