import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MikroORM } from '@mikro-orm/postgresql'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { allTables } from '../../src/entities/table.ts'
import { bringUp } from '../../src/install/migrate.ts'
import { difference, foreignKeysOf } from '../../src/install/new-migration.ts'
import { ownerOrm } from '../../src/install/orm.ts'
import { baseline, migrationsFolder, pending } from '../../src/install/schema-faults.ts'
import { exampleId } from '../../src/entities/ids.ts'

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

/** A database as a former version left it, to be filled and then brought up. */
async function fromBefore(
  to: string,
  work: (old: pg.Client, bringUp: () => Promise<unknown>, orm: MikroORM) => Promise<void>,
): Promise<void> {
  const before = new URL(url)
  before.pathname = `/${database}_before`
  await admin.query(`create database ${database}_before`)
  const orm = ownerOrm(before.href)
  const old = new pg.Client({ connectionString: before.href })
  await old.connect()
  try {
    await orm.migrator.up({ to })
    await old.query('set session_replication_role = replica')
    await work(old, () => orm.migrator.up(), orm)
  } finally {
    await old.end()
    await orm.close(true)
    await admin.query(`drop database ${database}_before with (force)`)
  }
}

test('what was noted before is forgotten together with the migration, or neither is done', async () => {
  const former = '2026-11-24T08-54_names_and_statuses_of_system_debtors'
  await fromBefore(former, async (old, _, orm) => {
    const waiting = () => pending((text) => old.query(text))
    const before = await waiting()
    expect(before.length).toBeGreaterThan(0)
    await old.query(`insert into policy_version (tenant_id, revision, steady) values (1, 1, 0)`)
    const number = async () => (await old.query('select steady from policy_version')).rows[0]
    const noted = await number()
    await old.query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise 'no'; end $$`)
    await old.query(`create trigger refuse before update on policy_version
      for each row execute function refuse()`)
    const [first = ''] = before
    await expect(bringUp(orm, first, () => undefined)).rejects.toThrow('no')
    expect(await waiting()).toEqual(before)
    await old.query('drop trigger refuse on policy_version')
    await bringUp(orm, first, () => undefined)
    expect(await waiting()).toEqual(before.slice(1))
    expect(await number()).not.toEqual(noted)
  })
}, 60_000)

test('documents of before are known within their owner, whatever policies bind who migrates', async () => {
  const former = '2026-11-23T07-18_make_no_uuid_of_what_has_bits_beyond_those_of_an_id'
  await fromBefore(former, async (old, bringUp) => {
    const keys = [
      `invoice/${exampleId('Invoice')}/1`,
      `invoice/${exampleId('Invoice')}/2`,
      'assignment/FD1',
      null,
    ]
    for (const key of keys) {
      await old.query(
        `insert into document (tenant_id, id, type, owner_type, owner_id, filename, mime_type, size,
           sha256, status, created_by, source_key, created_at, updated_at)
         values (1, gen_random_uuid(), 'INVOICE', 'INVOICE', $1, 'x', 'x', 0, '', 'STORED', $1, $2,
           now(), now())`,
        [randomUUID(), key],
      )
    }
    await bringUp()
    const { rows } = await old.query('select source_key as key from document order by 1')
    expect(rows.map(({ key }) => key)).toEqual([
      'activation/1',
      'activation/2',
      'assignment/FD1',
      null,
    ])
  })
}, 60_000)

test('tokens of before live by the user or the first token behind all that minted them', async () => {
  const former = '2026-11-23T11-49_versions_of_entries_of_the_owner'
  await fromBefore(former, async (old, bringUp) => {
    const platform = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    const [user, session, first, one, two, three, ofFirst] = Array.from({ length: 7 }, randomUUID)
    for (const [id, createdBy, userId] of [
      [session, user, user],
      [first, platform, null],
      [one, user, null],
      [two, one, null],
      [three, two, null],
      [ofFirst, first, null],
    ]) {
      await old.query(
        `insert into token (tenant_id, id, kind, name, hash, user_id, super_user, rights,
           created_by, created_at, expires_at)
         values (1, $1::uuid, 'SYSTEM', 'x', $1::text, $3, false, '{}', $2, now(), now())`,
        [id, createdBy, userId],
      )
    }
    await bringUp()
    const { rows } = await old.query('select id, lives_by as by from token')
    const by = new Map(rows.map((row) => [row.id, row.by]))
    expect([session, first, one, two, three, ofFirst].map((id) => by.get(id))).toEqual([
      null,
      null,
      user,
      user,
      user,
      first,
    ])
    const [forced] = (
      await old.query(`select relforcerowsecurity as kept from pg_class where relname = 'token'`)
    ).rows
    expect(forced.kept).toBe(true)
  })
}, 60_000)

test('subscriptions of before answer for who made them, and of names alike all but one get the end of their id', async () => {
  const former = '2026-11-23T14-48_orders_of_errands_notes_and_credit_statuses'
  await fromBefore(former, async (old, bringUp) => {
    const webhook = exampleId('Webhook')
    const [maker, other] = [randomUUID(), randomUUID()]
    await old.query(
      `insert into webhook (tenant_id, id, title, url, type, trigger, method, key, enabled,
         custom_headers, version, created_at, updated_at)
       values (1, id_of($1), 'x', 'https://x', 'ROLE', 'PUSH', 'POST', 'k', true, '{}', 1,
         now(), now())`,
      [webhook],
    )
    for (const [at, by] of [
      ['1', maker],
      ['2', other],
    ]) {
      await old.query(
        `insert into journal (tenant_id, id, owner_type, owner_id, principal_kind, principal_id,
           principal_name, at, entries)
         values (1, ($1 || '0000000-0000-4000-8000-000000000000')::uuid, 'Webhook', $2, 'USER', $3,
           'x', now(), '[]')`,
        [at, webhook, by],
      )
    }
    for (const name of ['Robot', 'robot']) {
      await old.query(
        `insert into service_account (tenant_id, id, name, description, active, version, created_at,
           updated_at)
         values (1, gen_random_uuid(), $1, '', true, 1, now(), now())`,
        [name],
      )
    }
    for (const name of ['Payer', 'PAYER', 'payer (2)', 'Other']) {
      await old.query(
        `insert into role (tenant_id, id, name, description, version, created_at, updated_at)
         values (1, gen_random_uuid(), $1, '', 1, now(), now())`,
        [name],
      )
    }
    await bringUp()
    expect((await old.query('select saved_by from webhook')).rows).toEqual([{ saved_by: maker }])
    const names = (await old.query('select name from role')).rows.map(({ name }) => name)
    expect(names).toContain('Other')
    expect(names.filter((name) => / \([0-9a-f]{12}\)$/.test(name))).toHaveLength(1)
    const kept = await old.query(
      `select count(*)::int as n from pg_class where relname in ('role', 'webhook', 'journal')
         and not relforcerowsecurity`,
    )
    expect(kept.rows).toEqual([{ n: 0 }])
  })
}, 60_000)

test('what was written down stays as it was: a database that has it will never see another text', () => {
  const hashes = readdirSync(migrationsFolder).map((file) => {
    const text = readFileSync(join(migrationsFolder, file), 'utf8')
    return `${createHash('sha256').update(text).digest('hex')}  migrations/${file}`
  })
  const known = readFileSync(join(import.meta.dirname, 'migrations.sha256'), 'utf8').trim()
  expect(hashes.toSorted()).toEqual(known.split('\n').toSorted())
  expect(readdirSync(migrationsFolder).toSorted()[0]).toBe(`${baseline}.ts`)
})

test('a database of before the baseline is not touched, and the refusal says what to do', async () => {
  const has = (name: string) => async (text: string) => ({
    rows: text.includes('to_regclass') ? [{ known: true }] : [{ name }],
  })
  await expect(pending(has('2026-11-21T23-16_the_house'))).rejects.toThrow(/empty/)
  expect(await pending(has('2999-01-01T00-00_of_a_later_version'))).toContain(baseline)
})

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

test('a table that somebody uses is waited for without keeping others from it', async () => {
  await fromBefore('2026-11-24T08-54_names_and_statuses_of_system_debtors', async (old, _, orm) => {
    const place = new URL(url)
    place.pathname = `/${database}_before`
    const reader = new pg.Client({ connectionString: place.href })
    await reader.connect()
    await reader.query('begin')
    await reader.query('select 1 from locked_period')
    const said: string[] = []
    // As long as commands wait.
    await old.query(`set lock_timeout = '2s'`)
    const waiting = await pending((text) => old.query(text))
    const closing = waiting.find((name) => name.endsWith('when_a_book_was_closed')) ?? ''
    const up = bringUp(orm, closing, (line) => said.push(line))
    await expect.poll(() => said.length).toBeGreaterThan(0)
    while (said.length < 3) await old.query('select 1 from locked_period')
    await reader.query('commit')
    await up
    await reader.end()
    expect(said[0]).toBe('waiting for whoever uses the tables that change')
    expect(await pending((text) => old.query(text))).not.toContain(closing)
  })
}, 60_000)
