import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { normalisedNumber } from '../../src/domain/identification-number.ts'
import { allTables } from '../../src/entities/table.ts'
import { pending } from '../../src/install/migrate.ts'
import { difference, foreignKeysOf } from '../../src/install/new-migration.ts'
import { migrationsFolder } from '../../src/install/orm.ts'

const database = `empty_${randomUUID().replaceAll('-', '')}`
let admin: pg.Client
let client: pg.Client
let url: URL

beforeAll(async () => {
  url = new URL(inject('postgres').url)
  admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query(`create database ${database}`)
  url.pathname = `/${database}`
  client = new pg.Client({ connectionString: url.href })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await admin.query(`drop database ${database} with (force)`)
  await admin.end()
})

test('all migrations on an empty database leave no difference to the entities', async () => {
  expect(await difference(url.href)).toEqual([])
  expect(await pending((text) => client.query(text))).toEqual([])
})

test('numbers of clients that were there are normalised as those of new ones', async () => {
  const written: [number: string, country: string][] = [
    ['SE556677-8899 01', 'SE'],
    ['556677889901', 'SE'],
    ['16 556677-8899', 'SE'],
    ['556677-8899', 'SE'],
    ['NO 974 760 673 MVA', 'NO'],
    ['fi-1572860-0', 'FI'],
  ]
  const statements = await statementsOf('however')
  const update = statements.find((text) => text.startsWith('update client'))!
  await client.query(
    `create temporary table client as select 1 as tenant_id, n as id, c as country_code,
       i as identification_number, null::text as normal_number
     from unnest($1::text[], $2::text[]) with ordinality r (i, c, n)`,
    [written.map(([number]) => number), written.map(([, country]) => country)],
  )
  await client.query(update)
  const { rows } = await client.query('select normal_number from client order by id')
  await client.query('drop table pg_temp.client')
  expect(rows.map(({ normal_number: number }) => number)).toEqual(
    written.map(([number, country]) => normalisedNumber(number, country)),
  )
})

test('of what appeared or went before, the changelog keeps the state', async () => {
  const state = {
    id: { to: 'RC1' },
    clientId: { to: 'C.1' },
    name: { to: 'Late' },
    active: { to: false },
    description: { to: null },
    labels: { to: [] },
    further: { to: {} },
  }
  const right = { RoleRight: { from: { id: 'RR1', right: 'ReadRole' } } }
  const changed = { name: { from: 'Late', to: null } }
  await client.query(
    `create temporary table changelog as select a as action, c as changes, 'RC1' as entity_id,
       'C.1' as client_id from unnest($1::text[], $2::jsonb[]) r (a, c)`,
    [['CREATED', 'DELETED', 'UPDATED'], [state, right, changed].map((one) => JSON.stringify(one))],
  )
  for (const statement of await statementsOf('its_state_alone')) await client.query(statement)
  const { rows } = await client.query('select changes from changelog order by action')
  await client.query('drop table pg_temp.changelog')
  expect(rows.map(({ changes }) => changes)).toEqual([
    { name: 'Late', active: false },
    { RoleRight: { id: 'RR1', right: 'ReadRole' } },
    changed,
  ])
})

test('an event of before the migration shows the same', async () => {
  const data = [
    { version: 2, changed: ['name'], mainStatus: 'PENDING' },
    { version: null, changed: ['id', 'text'], text: 'Hello' },
    { version: 1, changed: ['id'] },
  ]
  await client.query(
    `create temporary table event as select d as data from unnest($1::jsonb[]) d`,
    [data.map((one) => JSON.stringify(one))],
  )
  for (const statement of await statementsOf('beside_what_it_tells')) await client.query(statement)
  const { rows } = await client.query('select version, changed, data from event')
  await client.query('drop table pg_temp.event')
  expect(rows).toEqual([
    { version: 2, changed: ['name'], data: { mainStatus: 'PENDING' } },
    { version: null, changed: ['id', 'text'], data: { text: 'Hello' } },
    { version: 1, changed: ['id'], data: null },
  ])
})

async function statementsOf(migration: string): Promise<string[]> {
  const name = readdirSync(migrationsFolder).find((file) => file.includes(migration))
  const { default: Migration } = await import(pathToFileURL(join(migrationsFolder, name!)).href)
  const statements: string[] = []
  Migration.prototype.up.call({ addSql: (text: string) => statements.push(text) })
  return statements
}

test('every reference that an entity declares is a foreign key', async () => {
  const { rows } = await client.query<{ name: string; columns: string }>(
    `select conname as name, pg_get_constraintdef(oid) as columns from pg_constraint
     where contype = 'f'`,
  )
  const known = new Map(rows.map(({ name, columns }) => [name, columns.toLowerCase()]))
  const declared = allTables().flatMap(foreignKeysOf)
  expect(declared.length).toBeGreaterThan(10)
  for (const { name, statement } of declared) {
    const made = known.get(name) ?? 'no such constraint'
    expect(statement.replace(/ \((?=[^(]*$)/, '('), name).toContain(made)
  }
  const names = new Set(declared.map(({ name }) => name))
  expect([...known.keys()].filter((name) => !names.has(name))).toEqual([])
})
