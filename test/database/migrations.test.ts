import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { normalisedNumber } from '../../src/domain/identification-number.ts'
import { allTables, allViews } from '../../src/entities/table.ts'
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

test('changes and events that were there stand in the journal, and are read as before', async () => {
  const names = ['changelog', 'event', 'journal']
  const at = '2026-11-20T10:00:00.123Z'
  const right = { RoleRight: { id: 'RR1', right: 'ReadRole' } }
  const changes: [id: string, action: string, changes: object][] = [
    ['CL01K9ZV3Q7M2T8W4X6Y0A1B2C3D', 'CREATED', { name: 'Late', active: false }],
    ['CL01K9ZV3Q7M2T8W4X6Y0A1B2C3E', 'UPDATED', { name: { from: 'Late', to: null } }],
    ['CL01K9ZV3Q7M2T8W4X6Y0A1B2C3F', 'DELETED', right],
  ]
  const events: [id: string, subject: string, changed: string[] | null, data: object | null][] = [
    ['EV01K9ZV3Q7M2T8W4X6Y0A1B2D3D', 'RC1', null, null],
    ['EV01K9ZV3Q7M2T8W4X6Y0A1B2D3E', 'RC1', ['name', 'text'], { mainStatus: 'PENDING' }],
    ['EV01K9ZV3Q7M2T8W4X6Y0A1B2D3F', 'NO', [], {}],
  ]
  await client.query(`create temporary table journal (like public.journal including all);
    create temporary table changelog (tenant_id text, id text, entity text, entity_id text,
      action text, changes json, client_id text, principal_kind text, principal_id text,
      principal_name text, request_id text, workflow_id text, at timestamptz(3));
    create temporary table event (tenant_id text, id text, type text, name text, subject_type text,
      subject_id text, client_id text, debtor_id text, version int, changed json, data json,
      occurred_at timestamptz(3))`)
  await client.query(
    `insert into changelog select 'TN1', i, 'ReasonCode', 'RC1', a, c, 'C.1', 'USER', 'U1', 'Ann',
       'R1', null, $1::timestamptz from unnest($2::text[], $3::text[], $4::json[]) r (i, a, c)`,
    [
      at,
      ...[0, 1, 2].map((n) => changes.map((one) => (n === 2 ? JSON.stringify(one[2]) : one[n]))),
    ],
  )
  for (const [id, subject, changed, data] of events) {
    const json = [changed, data].map((one) => (one === null ? null : JSON.stringify(one)))
    await client.query(
      `insert into event values ('TN1', $1, 'REASON_CODE', 'updated', 'ReasonCode', $2, 'C.1', 'D.1',
         2, $3, $4, $5)`,
      [id, subject, ...json, at],
    )
  }
  const all = async (from: (name: string) => string) =>
    Promise.all(
      ['changelog', 'event'].map(
        async (name) => (await client.query(`select * from ${from(name)} order by id`)).rows,
      ),
    )
  const before = await all((name) => name)
  const statements = await statementsOf('one_journal_row')
  for (const text of statements.filter((one) => one.startsWith('insert'))) await client.query(text)
  const shorter = await statementsOf('shorter_words_in_the_journal')
  for (const text of shorter.filter((one) => one.startsWith('update'))) await client.query(text)
  await client.query('alter table pg_temp.changelog rename to old_changelog')
  await client.query('alter table pg_temp.event rename to old_event')
  const after = await all((name) => {
    const view = allViews().find(({ table }) => table === name)!.view
    const columns = Object.keys(before[name === 'event' ? 1 : 0]![0]!).join()
    return `(select ${columns} from (${view}) v) v`
  })
  expect(after).toEqual(before)
  const { rows } = await client.query('select owner_id, principal_name from journal order by id')
  const [known, unknown] = [{ owner_id: 'RC1', principal_name: 'Ann' }, { owner_id: 'NO' }]
  expect(rows).toHaveLength(changes.length + events.length)
  expect(rows.slice(0, 5)).toEqual(Array(5).fill(known))
  expect(rows[5]).toMatchObject({ ...unknown, principal_name: 'platform' })
  for (const name of [...names.slice(2), 'old_changelog', 'old_event']) {
    await client.query(`drop table pg_temp.${name}`)
  }
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
