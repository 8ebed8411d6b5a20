import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platform } from '../../src/domain/access/principal.ts'
import { idPattern } from '../../src/entities/ids.ts'
import { changelogView } from '../../src/behaviours/changelog.ts'
import { ClientSetting } from '../../src/entities/client-setting.ts'
import { Debtor } from '../../src/entities/debtor.ts'
import { Invoice } from '../../src/entities/invoice.ts'
import { Article } from '../../src/entities/article.ts'
import { Changelog } from '../../src/entities/journal.ts'
import { ReasonCode } from '../../src/entities/reason-code.ts'
import { Role, RoleRight } from '../../src/entities/role.ts'
import { allTables } from '../../src/entities/table.ts'
import { shownAll } from '../../src/kernel/read/view.ts'
import { inUnit } from '../../src/kernel/write/in-unit.ts'
import { storedEntries, type Entry } from '../../src/entities/journal-entry.ts'
import { entriesMax } from '../../src/kernel/write/records.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { columnsOf } from '../../src/ports/database/orm-seams.ts'
import { personIn } from '../access/people.ts'
import { changesOf, journalRowsOf } from '../support/changes.ts'
import { metaOf } from '../support/rows.ts'
import { activatedInvoice, clientIn, createdInvoice } from '../support/trade.ts'
import { reason } from '../support/reason.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { besideJournalId, nthId } from '../support/ids-inside.ts'
import { newJournalId } from '../../src/kernel/write/ids.ts'
import { uuidOfId } from '../../src/domain/id-forms.ts'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
})
afterAll(() => at.close())

const rowsOf = (ownerId: string) => journalRowsOf(at, tenant, ownerId)

const role = (unit: Unit, name: string, rights: readonly ('ReadUsers' | 'CreateUsers')[]) => {
  const { id } = unit.add(Role, { name, description: 'Of the test', template: null })
  const links = rights.map((right) => unit.add(RoleRight, { roleId: id, right }))
  return { id, links }
}

/** Without the kind and the number within. */
function bitsOf(id: string): string {
  const uuid = uuidOfId(id)!
  return uuid.slice(0, 22) + uuid.slice(24, 28)
}

describe('what one transaction does to one owner', () => {
  test('is one row, with its parts and with all that happened one after the other', async () => {
    const { id, links } = await tenant.work(async (unit) => {
      const made = role(unit, 'Once', ['ReadUsers', 'CreateUsers'])
      await unit.flush()
      ;(await unit.load(Role, made.id)).name = 'Twice'
      return made
    })
    const [row, ...more] = await rowsOf(id)
    expect(more).toEqual([])
    expect(row).toMatchObject({ owner_type: 'Role', version: 2, client_id: null, data: null })
    const entries: Entry[] = [
      { action: 'CREATED', version: 1, events: { ROLE: 'created' } },
      ...links.map(({ right }) => ({
        action: 'CREATED' as const,
        part: 'RoleRight',
        id: right,
        events: { ROLE: 'rightAdded' },
      })),
      {
        action: 'UPDATED',
        changes: { name: { from: 'Once', to: 'Twice' } },
        events: { ROLE: 'updated' },
      },
    ]
    expect(row?.['entries']).toEqual(storedEntries(entries))
    const told = await at.owner(
      `select name, version from event where subject_id = $1 and name like '%ated' order by id`,
      [id],
    )
    expect(told).toEqual([
      { name: 'created', version: 1 },
      { name: 'updated', version: 2 },
    ])
  })

  test('gives each entry and each event an id of its own, in their order', async () => {
    const codes = Array.from({ length: 70 }, (_, n) => `ORDER_${n}`)
    const { id } = await tenant.work(async (unit) => {
      const made = role(unit, 'Ordered', ['ReadUsers', 'CreateUsers'])
      for (const code of codes) {
        await unit.flush()
        ;(await unit.load(Role, made.id)).description = code
      }
      return made
    })
    const [row] = await rowsOf(id)
    for (const [view, kind, column] of [
      ['changelog', 'Changelog', 'entity_id'],
      ['event', 'Event', 'subject_id'],
    ] as const) {
      const read = await at.owner(`select id from ${view} where ${column} = $1`, [id])
      const ids = read.map((one) => String(one['id']))
      expect(ids).toHaveLength(codes.length + 3)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).toEqual(ids.toSorted())
      expect(ids.filter((one) => !idPattern(kind).test(one))).toEqual([])
      const begins = bitsOf(String(row?.['id']))
      expect(ids.filter((one) => bitsOf(one) !== begins)).toEqual([])
    }
  })

  test('goes on in a further row where it is very much', async () => {
    const count = entriesMax + 5
    const id = await tenant.work((unit) => {
      const made = unit.add(Role, { name: 'Many', description: '', template: null })
      for (let n = 1; n < count; n++) {
        unit.add(RoleRight, { roleId: made.id, right: `Right${n}` as 'ReadUsers' })
      }
      return made.id
    })
    const rows = await rowsOf(id)
    const ids = rows.map(({ entries }) => (entries as { i?: string[] }[]).map(({ i: id }) => id))
    expect(ids.map((of) => of.flat().length)).toEqual([entriesMax, 5])
    const read = await at.owner('select id from changelog where entity_id = $1', [id])
    expect(new Set(read.map((one) => one['id'])).size).toBe(count)
  })
})

describe('what appeared is told as it was', () => {
  test('however it changed since, and when it is gone', async () => {
    const id = await tenant.work((unit) => unit.add(ReasonCode, reason('STATE')).id)
    const [first] = await changesOf(tenant, id)
    const state = { code: { to: 'STATE' }, type: { to: 'DISPUTE' }, name: { to: 'STATE' } }
    expect(first?.changes).toEqual({ ...state, description: { to: '' }, active: { to: true } })
    await tenant.work(async (unit) => {
      Object.assign(await unit.load(ReasonCode, id), { name: 'Other', active: false })
    })
    await tenant.work(async (unit) => {
      Object.assign(await unit.load(ReasonCode, id), { name: 'Third', description: 'Words' })
    })
    expect((await changesOf(tenant, id))[0]).toEqual(first)
    await tenant.work(async (unit) => unit.remove(await unit.load(ReasonCode, id)))
    const all = await changesOf(tenant, id)
    expect(all[0]).toEqual(first)
    expect(all.at(-1)?.changes).toMatchObject({ name: { from: 'Third' } })
  })

  test('of a link too, each time that it came', async () => {
    const { id } = await tenant.work((unit) => role(unit, 'Links', ['ReadUsers']))
    for (const isThere of [true, false]) {
      await tenant.work(async (unit) => {
        if (isThere) unit.remove(await unit.load(RoleRight, { roleId: id, right: 'ReadUsers' }))
        else unit.add(RoleRight, { roleId: id, right: 'ReadUsers' })
      })
    }
    const link = { roleId: id, right: 'ReadUsers' }
    const told = (await changesOf(tenant, id)).slice(1).map(({ changes }) => changes)
    expect(told).toEqual([
      { RoleRight: { to: link } },
      { RoleRight: { from: link } },
      { RoleRight: { to: link } },
    ])
  })

  test('without what a statement changed since, and with what it was then', async () => {
    const api = await tenant.holding(['ReadUsers'])
    const [token] = await at.owner(
      `select id from token where tenant_id = $1 and name = 'test' order by id desc limit 1`,
      [tenant.id],
    )
    expect((await api.get('/users')).status).toBe(200)
    await at.owner('update token set last_used_at = now() where id = $1', [token?.['id']])
    const [made] = await changesOf(tenant, String(token?.['id']))
    expect(made?.changes).toMatchObject({ hash: { to: '•••' }, rights: { to: ['ReadUsers'] } })
    expect(made?.changes).not.toHaveProperty('lastUsedAt')
    await activatedInvoice(tenant, clientId)
    const accounts = await at.owner(
      `select id, balance from bookkeeping_account where tenant_id = $1 and balance <> 0`,
      [tenant.id],
    )
    expect(accounts.length).toBeGreaterThan(0)
    const [account] = await changesOf(tenant, String(accounts[0]!['id']))
    expect(account?.changes).toMatchObject({ balance: { to: '0' } })
  })

  test('where the state was written down, as it was until now', async () => {
    await at.owner(
      `insert into journal (tenant_id, id, owner_type, owner_id, principal_kind, principal_id,
         principal_name, at, entries)
       values ($1, ${nthId('JR', '1')}, 'Gone', 'GO1', 'SYSTEM', id_of('platform'), 'x', now(),
         '[{"a":"C","c":{"name":"Old","list":[1]}}]')`,
      [tenant.id],
    )
    const [old] = await changesOf(tenant, 'GO1')
    expect(old?.changes).toEqual({ name: { to: 'Old' }, list: { to: [1] } })
  })

  test('to the client that it was of, though it is another’s now', async () => {
    const another = await clientIn(tenant)
    const kind = { clientId: another, kind: 'BILLING', value: { a: 1 } } as const
    const id = await tenant.work(async (unit) => {
      const known = await unit.find(ClientSetting, { clientId: another, kind: 'BILLING' })
      if (known !== null) unit.remove(known)
      await unit.flush()
      return unit.add(ClientSetting, kind).id
    })
    await tenant.work(async (unit) => {
      for (const one of await unit.all(ClientSetting, { clientId, kind: 'BILLING' })) {
        unit.remove(one)
      }
      await unit.flush()
      Object.assign(await unit.load(ClientSetting, id), { clientId, value: { a: 2 } })
    })
    const bound = { ...platform(tenant.id, 'test'), clientId: another }
    const shown = await inUnit(at.runtime, bound, {}, async (unit) =>
      shownAll(unit, changelogView, await unit.all(Changelog, { ownerId: id })),
    )
    expect(shown).toHaveLength(1)
    expect(shown[0]?.changes).toEqual({ kind: { to: 'BILLING' }, value: { to: { a: 1 } } })
  })
})

test('the state of a row is that of what it told itself when it was made', async () => {
  const id = await createdInvoice(tenant, clientId)
  const [made] = await changesOf(tenant, id)
  const invoice = await tenant.work((unit) => unit.load(Invoice, id))
  const debtor = await tenant.work((unit) => unit.load(Debtor, invoice.debtorId))
  expect(made?.changes).toMatchObject({
    debtorId: { to: debtor.id },
    invoiceDate: { to: '2026-11-02' },
    grossAmount: { to: String(invoice.grossAmount) },
    vats: { to: invoice.vats },
  })
  const [article] = await tenant.work((unit) => unit.all(Article, { invoiceId: id }))
  const [row] = await changesOf(tenant, article!.id)
  expect(row).toMatchObject({ entity: 'Article', entityId: article!.id, clientId })
  expect(row?.changes).toMatchObject({ rowNo: { to: 1 }, description: { to: 'Planks' } })
})

describe('the journal', () => {
  const written = 20_000

  test.each([
    ['the changes of one thing', '/changelog/user/', 'journal_owner_index'],
    ['those of settings', '/changelog/system-setting', 'journal_listed_index'],
  ])('is asked for %s by an index', async (_, path, index) => {
    await at.owner(
      `insert into journal (tenant_id, id, owner_type, owner_id, principal_kind, principal_id,
         principal_name, at, entries)
       select $1, ${besideJournalId('$2::uuid')}, 'ReasonCode', 'RC' || n, 'SYSTEM',
         id_of('platform'), 'x', now(),
         '[{"a":"U","c":{}}]' from generate_series(1, ${written}) n`,
      [tenant.id, newJournalId()],
    )
    await at.owner('analyze journal')
    const user = await personIn(at, tenant)
    const known = new Set(at.statements)
    const one = path.endsWith('/') ? `${path}${user.id}` : path
    expect((await tenant.api.get(one)).status).toBe(200)
    const asked = [...at.statements].filter(
      (text) => /from "?changelog"?/.test(text) && !known.has(text),
    )
    expect(asked.length).toBeGreaterThan(0)
    for (const text of asked) {
      const limit = 51
      const values = text.includes('any ($2)')
        ? [tenant.id, [user.id]]
        : path.endsWith('/')
          ? [tenant.id, 'User', 'User', user.id, limit]
          : [tenant.id, 'SystemSetting', 'SystemSetting', limit]
      // As lists are planned: for what they seek.
      const origin = { purpose: 'report' } as const
      const plan = await inUnit(at.runtime, platform(tenant.id, 'test'), origin, async (unit) => {
        const rows = await unit.transaction.query(`explain ${text}`, values)
        return rows.map((row) => String(row['QUERY PLAN'])).join('\n')
      })
      expect(plan).toContain(index)
      expect(plan).not.toContain('Seq Scan on journal')
    }
  })

  test('is read by nobody but its views and the channel, which ask whose an entry is', () => {
    const src = join(import.meta.dirname, '..', '..', 'src')
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    const reading = files.filter(
      (file) =>
        file.endsWith('.ts') &&
        /\b(?:from|join) journal\b/.test(readFileSync(join(src, file), 'utf8')),
    )
    expect(reading.toSorted()).toEqual([
      // Whether each event that somebody subscribed to has its delivery, whoever’s it is.
      'activities/bookkeeping/verify/deliveries.ts',
      // Of one client’s configuration, whose rows it has read within its scope.
      'activities/clients/git/commit-configuration.ts',
      'entities/journal.ts',
      'kernel/http/channel/streamed-events.ts',
    ])
  })

  test('knows of each field that a statement changes beside it', () => {
    const src = join(import.meta.dirname, '..', '..', 'src')
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    const found = files
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => changedBy(readFileSync(join(src, file), 'utf8')))
    const recorded = new Map(allTables().flatMap((of) => (of.silent ? [] : [[of.table, of]])))
    const beside = found.flatMap(({ table, columns }) => {
      const facts = recorded.get(table)
      if (facts === undefined || unknownToRecords.has(table)) return []
      const { all } = columnsOf(metaOf(at, table))
      return columns
        .map((name) => all.find(({ column }) => column === name)!.property)
        .filter((name) => !['version', 'updatedAt'].includes(name))
        .filter((name) => facts.unrecorded?.includes(name) !== true)
        .map((name) => `${table}.${name}`)
    })
    expect(found.length).toBeGreaterThan(10)
    expect(beside).toEqual([])
  })
})

/** Written by the kernel beside changes, never through the unit of work. */
const unknownToRecords = new Set(['outbox', 'idempotency', 'login_attempt', 'rate_use'])

function changedBy(source: string): { table: string; columns: string[] }[] {
  const updates = source.matchAll(/\bupdate (\w+)(?: \w)?\s+set ([^;`]*?)(?:\bfrom\b|\bwhere\b|`)/g)
  return [...updates].map(([, table = '', sets = '']) => ({
    table,
    columns: [...sets.matchAll(/(?:^|,)\s*(\w+) = /g)].map(([, name = '']) => name),
  }))
}
