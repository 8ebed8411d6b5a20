import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { allTables, allViews, columnNamed, type TableFacts } from '../entities/table.ts'
import { eventFunctions } from '../entities/event-functions.ts'
import { idFunctions } from '../entities/id-functions.ts'
import { nameFunctions } from '../entities/name-functions.ts'
import { steadyFunctions, steadyTriggers } from '../entities/steady.ts'
import { withClient } from '../ports/database/connect.ts'
import { tablesNamed } from './giving-way.ts'
import { ownerOrm } from './orm.ts'
import { migrationsFolder } from './schema-faults.ts'

/** Writes the migration that brings a database with all earlier ones up to the entities. */
export async function newMigration(ownerUrl: string, title: string, now: Date): Promise<string> {
  const statements = await difference(ownerUrl)
  if (statements.length === 0) throw new Error('the entities are as the migrations leave them')
  // Applied in the order of their names, so the minute belongs to it.
  const minute = now.toISOString().slice(0, 16).replace(':', '-')
  const name = `${minute}_${title.toLowerCase().replaceAll(/\W+/g, '_')}`
  // What nobody uses yet may take its time; tables that stand are then held as briefly as can be.
  const [alone, standing] = apart(statements)
  const files = [
    { file: name, of: alone },
    { file: alone.length === 0 ? name : `${name}_beside_what_stands`, of: standing },
  ].filter(({ of }) => of.length > 0)
  for (const { file, of } of files) {
    await writeFile(join(migrationsFolder, `${file}.ts`), source(of))
  }
  return files.map(({ file }) => file).join(' and ')
}

function apart(statements: readonly string[]): [alone: string[], standing: string[]] {
  const made = new Set(statements.map((sql) => /^create table "?(\w+)/.exec(sql)?.[1]))
  const stands = (sql: string) => tablesNamed([sql]).some((table) => !made.has(table))
  return [statements.filter((sql) => !stands(sql)), statements.filter(stands)]
}

/** What the entities have and a database with all migrations lacks. */
export async function difference(ownerUrl: string): Promise<string[]> {
  const orm = ownerOrm(ownerUrl)
  try {
    await orm.migrator.up()
    const changes = await orm.schema.getUpdateSchemaSQL({ wrap: false })
    return await withClient(ownerUrl, async (client) => [
      ...(await missingFunctions(client)),
      ...split(changes),
      ...(await foreignKeyChanges(client)),
      ...(await roomChanges(client)),
      ...(await missingViews(client)),
      ...(await triggerChanges(client)),
    ])
  } finally {
    await orm.close(true)
  }
}

function split(sql: string): string[] {
  return sql
    .split(/;\n/)
    .map((statement) => statement.trim().replace(/;$/, ''))
    .filter((statement) => statement !== '' && !unknownToOrm.test(statement))
}

/** Foreign keys, views and triggers are ours to make; the ORM would drop or change them. */
const unknownToOrm =
  /^(?:alter table "\w+" drop constraint "\w+_foreign"|drop (?:trigger|function|view)|create view)/

/** Foreign keys stay inside the tenant: policies do not bind them, so their columns must. */
export async function foreignKeyChanges(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; table: string }>(
    `select conname as name, conrelid::regclass::text as table from pg_constraint
     where contype = 'f' order by 2, 1`,
  )
  const declared = allTables().flatMap(foreignKeysOf)
  const [made, wanted] = [rows, declared].map((keys) => new Set(keys.map(({ name }) => name)))
  const superfluous = rows.filter(({ name }) => !wanted!.has(name))
  return [
    ...superfluous.map(({ name, table }) => `alter table ${table} drop constraint ${name}`),
    ...declared.filter(({ name }) => !made!.has(name)).map(({ statement }) => statement),
  ]
}

/** A row that finds room for its next version in its own page leaves all indexes as they are. */
async function roomChanges(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; filled: string | null }>(
    `select c.relname as table, (select option_value from pg_options_to_table(c.reloptions)
       where option_name = 'fillfactor') as filled
     from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  )
  const filled = new Map(rows.map((row) => [row.table, row.filled]))
  return allTables().flatMap(({ table, filledTo }) => {
    const wanted = filledTo === undefined ? null : String(filledTo)
    if ((filled.get(table) ?? null) === wanted) return []
    const change = wanted === null ? 'reset (fillfactor)' : `set (fillfactor = ${wanted})`
    return [`alter table ${table} ${change}`]
  })
}

/**
 * PostgreSQL gives a view back in words of its own, so its comment says of which text it was made.
 * Replaced in place, it keeps what was granted on it.
 */
export async function missingViews(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; mark: string | null }>(
    `select relname as name, obj_description(oid, 'pg_class') as mark from pg_class
     where relkind = 'v' and relnamespace = 'public'::regnamespace`,
  )
  const known = new Map(rows.map(({ name, mark }) => [name, mark]))
  return allViews().flatMap(({ table, view }) => {
    const mark = markOf(view)
    if (known.get(table) === mark) return []
    return [
      `create or replace view ${table} with (security_invoker = true) as ${view}`,
      `comment on view ${table} is '${mark}'`,
    ]
  })
}

/** A new kind of id changes those that know all prefixes, a new field of a family its names. */
async function missingFunctions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; mark: string | null }>(
    `select proname as name, obj_description(oid, 'pg_proc') as mark from pg_proc
     where pronamespace = 'public'::regnamespace`,
  )
  const known = new Map(rows.map(({ name, mark }) => [name, mark]))
  const all = { ...idFunctions, ...eventFunctions, ...nameFunctions, ...steadyFunctions }
  return Object.entries(all).flatMap(([name, made]) => {
    const mark = markOf(made)
    if (known.get(name) === mark) return []
    return [made, `comment on function ${name} is '${mark}'`]
  })
}

/** A new column of a steady table is told as well. */
export async function triggerChanges(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; table: string; mark: string | null }>(
    `select tgname as name, tgrelid::regclass::text as table, obj_description(oid, 'pg_trigger') as mark
     from pg_trigger where tgfoid = to_regproc('steady_changed')`,
  )
  const wanted = new Map(steadyTriggers().map((each) => [each.name, each]))
  const known = new Map(rows.map(({ name, mark }) => [name, mark]))
  const isAsWanted = (name: string) => {
    const made = wanted.get(name)?.made
    return made !== undefined && known.get(name) === markOf(made)
  }
  return [
    ...rows.flatMap(({ name, table }) =>
      isAsWanted(name) ? [] : [`drop trigger ${name} on ${table}`],
    ),
    ...[...wanted.values()].flatMap(({ name, table, made }) =>
      isAsWanted(name) ? [] : [made, `comment on trigger ${name} on ${table} is '${markOf(made)}'`],
    ),
  ]
}

const markOf = (text: string) => `made of ${createHash('sha256').update(text).digest('hex')}`

export function foreignKeysOf({ table, references = {} }: TableFacts) {
  return Object.entries(references).map(([property, target]) => {
    const column = columnNamed(property)
    const name = `${table}_${column}_foreign`
    const own = column === 'tenant_id' ? 'tenant_id' : `tenant_id, ${column}`
    const theirs = column === 'tenant_id' ? 'tenant_id' : 'tenant_id, id'
    const statement = `alter table ${table} add constraint ${name} foreign key (${own}) references ${target} (${theirs})`
    return { name, statement }
  })
}

function source(statements: readonly string[]): string {
  const lines = statements.map((sql) => `    this.addSql(\`${sql.replaceAll('`', '\\`')}\`)`)
  return `import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
${lines.join('\n')}
  }
}
`
}
