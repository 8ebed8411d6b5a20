import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobNames } from '../../src/domain/jobs.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { roleNames } from '../../src/install/logins.ts'
import { grants, refuseUnsafeRole } from '../../src/install/roles.ts'
import { allTables, columnNamed } from '../../src/entities/table.ts'
import { tablesOfMany } from '../support/rows.ts'
import { tenantIn, world, type World } from '../support/world.ts'
import { clientOf } from '../../src/ports/database/connect.ts'
import { tenantSetting } from '../../src/ports/database/sight.ts'

let at: World
let run: pg.Client

beforeAll(async () => {
  at = await world()
  run = clientOf(at.installed.runUrl)
  await run.connect()
})
afterAll(async () => {
  await run.end()
  await at.close()
})

const insertOnly = ['journal', 'idempotency']

describe('the run-time role', () => {
  test('owns nothing and is nobody in particular', async () => {
    const [row] = await at.owner(
      `select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication,
         (select count(*)::int from pg_class where relowner = r.oid) as owned,
         (select count(*)::int from pg_auth_members where member = r.oid) as memberships
       from pg_roles r where rolname = $1`,
      [at.installed.roles.run],
    )
    expect(row).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      owned: 0,
      memberships: 0,
    })
  })

  test.each(insertOnly)('cannot change or delete what stands in %s', async (table) => {
    for (const statement of [`update ${table} set tenant_id = tenant_id`, `delete from ${table}`]) {
      await expect(run.query(statement)).rejects.toThrow('permission denied')
    }
    await expect(run.query(`truncate ${table}`)).rejects.toThrow('permission denied')
  })

  test.each(['changelog', 'event'])('reads %s and writes nothing by it', async (view) => {
    for (const statement of [
      `insert into ${view} (tenant_id) values (1)`,
      `update ${view} set tenant_id = tenant_id`,
      `delete from ${view}`,
    ]) {
      await expect(run.query(statement)).rejects.toThrow(/view/)
    }
    expect((await run.query(`select 1 from ${view} limit 1`)).rowCount).toBe(0)
  })

  test.each([
    'create table mine (id int)',
    'create schema mine',
    'alter table token disable row level security',
    'drop policy token_tenant on token',
    'create policy mine on token using (true)',
    'drop table outbox',
    'create extension pg_trgm',
    'alter role current_user bypassrls',
    'set role postgres',
    'set session_authorization = postgres',
    `update migration set name = name`,
  ])('cannot: %s', async (statement) => {
    await expect(run.query(statement)).rejects.toThrow(/permission denied|must be owner|must have/)
  })

  test('sees nothing of any tenant outside a transaction that names one', async () => {
    await tenantIn(at)
    for (const table of tablesOfMany(at)) {
      expect((await run.query(`select 1 from ${table} limit 1`)).rowCount, table).toBe(0)
    }
    const nobody = [newId('Tenant'), newId('Tenant')]
    const insert = `insert into policy_version (tenant_id, revision) values ($1, 1)`
    await expect(run.query(insert, [nobody[0]])).rejects.toThrow('row-level security')
  })

  test('keeps no tenant between two transactions', async () => {
    const { id } = await tenantIn(at)
    await run.query('begin')
    await run.query(`select set_config('app.tenant_id', $1, true)`, [tenantSetting(id)])
    expect((await run.query('select 1 from tenant')).rowCount).toBe(1)
    await run.query('commit')
    expect((await run.query('select 1 from tenant')).rowCount).toBe(0)
  })
})

test('the reading role reads under the policy and writes nothing', async () => {
  const read = new pg.Client({ connectionString: at.installed.readUrl })
  await read.connect()
  expect((await read.query('select 1 from token')).rowCount).toBe(0)
  await expect(read.query('select hash from token')).rejects.toThrow('permission denied')
  await expect(read.query('delete from token')).rejects.toThrow('permission denied')
  await read.end()
})

/** Says so in its name, and is none: a flag, a moment, or the id of what is one. */
const noSecrets = [
  'idempotency.secret',
  'realtime_token.token_id',
  'token_role.token_id',
  'user_account.password_changed_at',
  'user_account.password_set_by',
]

/** The columns of all tables, and whether the reading role sees them. */
const columnsToRead = (where: string) =>
  at.owner(
    `select c.relname || '.' || a.attname as column,
       has_column_privilege($1, c.oid, a.attnum, 'select') as seen
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
       and ${where} order by 1`,
    [at.installed.roles.read],
  )

test('the reading role sees no hash, no secret and nothing sealed, in whatever table', async () => {
  const said = await columnsToRead(
    `c.relkind in ('r', 'p', 'v')
       and (a.attname ~ '(hash|sealed|secret|token|password|seed|totp|recovery|fingerprint|cipher)'
         or a.attname ~ '(^|_)keys?$' and c.relname ~ 'webhook'
         or format_type(a.atttypid, a.atttypmod) in ('bytea', 'character varying(64)')
           and a.attname !~ '^(sha256|number|idempotency_key)$' and c.relname <> 'document')`,
  )
  const named = (seen: boolean) =>
    said.filter((row) => row['seen'] === seen).map(({ column }) => column)
  expect(named(true)).toEqual(noSecrets)
  expect(named(false)).toEqual(
    expect.arrayContaining([
      'token.hash',
      'service_account_secret.hash',
      'idempotency.fingerprint',
      'user_account.password_hash',
      'user_account.totp_seed',
      'user_account.recovery_hashes',
      'webhook.key',
      'webhook.former_key',
      'webhook.secret_headers',
    ]),
  )
})

test('the reading role reads all else of every table', async () => {
  const all = await columnsToRead(
    `c.relkind in ('r', 'p') and c.relname not in ('migration', 'installation', 'part_seen',
       'document_file', 'document_piece', 'document_place', 'master_key', 'key_seen')`,
  )
  const unread = all.filter(({ seen }) => seen === false).map(({ column }) => column)
  const secrets = allTables().flatMap(({ table, secrets = [] }) =>
    secrets.map((field) => `${table}.${columnNamed(field)}`),
  )
  expect(unread).toEqual(secrets.toSorted())
})

test('the relay’s role sees what it works on, and nothing else', async () => {
  await tenantIn(at)
  const relay = new pg.Client({ connectionString: at.installed.relayUrl })
  await relay.connect()
  await relay.query('select 1 from outbox')
  for (const table of ['journal', 'changelog', 'service_account_secret']) {
    const asked = relay.query(`select 1 from ${table}`)
    await expect(asked, table).rejects.toThrow('permission denied')
  }
  // Of people and tokens it sees whether they live and which rights they have.
  for (const field of ['token.hash', 'token.name', 'user_account.email', 'service_account.name']) {
    const [table, column] = field.split('.')
    const asked = relay.query(`select ${column} from ${table}`)
    await expect(asked, field).rejects.toThrow('permission denied')
  }
  await relay.end()
})

test.each(jobNames)('the relay may ask which tenants have something to do for %s', async (job) => {
  const { wanted } = at.runtime.registered.jobs[job]
  const asked = typeof wanted === 'string' ? wanted : wanted(at.runtime)
  const relay = new pg.Client({ connectionString: at.installed.relayUrl })
  await relay.connect()
  await relay.query(`select (${asked}) from tenant t where $1::date is not null`, ['2026-11-28'])
  await relay.end()
})

test('what is granted stands in one order, whichever module was read first', () => {
  // This file has read others before the entities, as each process has in its own way.
  const tables = grants(roleNames('rx'), at.keys).flatMap(
    (statement) => /^revoke all on (\S+) /.exec(statement)?.[1] ?? [],
  )
  expect(tables.length).toBeGreaterThan(60)
  expect(tables).toEqual(tables.toSorted())
})

describe('the start is refused', () => {
  const asRole = async (attributes: string, more: (role: string) => string) => {
    const role = `unsafe_${newId('Token').toLowerCase()}`
    await at.owner(`create role ${role} login password 'secret' ${attributes}`)
    const statement = more(role)
    if (statement !== '') await at.owner(statement)
    const url = new URL(at.installed.runUrl)
    url.username = role
    url.password = 'secret'
    return { role, url: url.href }
  }

  test.each([
    ['a superuser', 'superuser', () => ''],
    ['a role that passes the policies', 'bypassrls', () => ''],
    ['an owner of a table', '', (role: string) => `alter table reason_code owner to ${role}`],
  ])('as %s', async (_, attributes, more) => {
    const { role, url } = await asRole(attributes, more)
    try {
      await expect(refuseUnsafeRole(url)).rejects.toThrow('tenants would see each other')
    } finally {
      await at.owner(`reassign owned by ${role} to current_user`)
      await at.owner(`drop owned by ${role}; drop role ${role}`)
    }
  })

  test('not as the role that the platform makes for itself', async () => {
    await refuseUnsafeRole(at.installed.runUrl)
  })
})
