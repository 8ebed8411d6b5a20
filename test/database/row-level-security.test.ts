import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scopeOf } from '../../src/domain/access/scope.ts'
import { allTables, allViews, type TableFacts } from '../../src/entities/table.ts'
import { ReasonCode } from '../../src/entities/reason-code.ts'
import { Transaction } from '../../src/ports/database/transaction.ts'
import { usual } from '../conformance/given.ts'
import { metaOf, Rows, tablesOfMany, type Values } from '../support/rows.ts'
import { tenantIn, world, type World } from '../support/world.ts'
import { kindOf } from '../../src/entities/ids.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { columnsOf } from '../../src/ports/database/orm-seams.ts'
import { inJson } from '../../src/ports/database/values.ts'

const nobody = {
  id: 'somebody',
  kind: 'SYSTEM',
  superUser: false,
  clientId: null,
  debtorId: null,
} as const

let at: World
let mine: string
let theirs: string

beforeAll(async () => {
  at = await world()
  mine = (await tenantIn(at)).id
  theirs = (await tenantIn(at)).id
  for (const tenantId of [mine, theirs]) {
    const rows = new Rows(at, tenantId, usual)
    for (const table of tablesOfMany(at)) await rows.add(table)
    for (const { table } of allViews()) await rows.add(table)
  }
})
afterAll(() => at.close())

async function within<T>(
  clientId: string | null,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const scope = clientId === null ? {} : { scope: scopeOf({ ...nobody, clientId }) }
  const sight = { tenantId: mine, ...scope }
  const transaction = await Transaction.begin(at.runtime.pool, sight, 'command')
  try {
    return await work(transaction)
  } finally {
    await transaction.rollback()
  }
}

/** What the database may answer to a change of what is foreign: that there is nothing, or no. */
const refusal = /row-level security|permission denied|cannot (?:update|delete from) view/

async function changed(clientId: string | null, statement: string, values: unknown[]) {
  return within(clientId, (transaction) =>
    transaction.query(
      `with c as (${statement} returning 1) select count(*)::int as n from c`,
      values,
    ),
  ).then(
    ([row]) => row?.['n'],
    (error: Error) => {
      expect(error.message).toMatch(refusal)
      return 0
    },
  )
}

describe.each(allTables())('the table $table', ({ table }: TableFacts) => {
  test('shows a tenant its own rows and no other', async () => {
    const rows = await within(null, (transaction) => transaction.query(`select * from ${table}`))
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map((row) => row['tenant_id']))).toEqual(new Set([mine]))
  })

  test('takes no row for another tenant', async () => {
    const [row] = await at.owner(`select * from ${table} where tenant_id = $1`, [theirs])
    await expect(
      within(null, (transaction) => insertLike(transaction, table, row!)),
    ).rejects.toThrow('row-level security')
  })

  test('changes and deletes nothing of another tenant, and gives no row away', async () => {
    const set = `update ${table} set tenant_id = tenant_id where tenant_id = $1`
    expect(await changed(null, set, [theirs])).toBe(0)
    expect(await changed(null, `delete from ${table} where tenant_id = $1`, [theirs])).toBe(0)
    const away = `update ${table} set tenant_id = $1 where tenant_id = $2`
    expect(await changed(null, away, [theirs, mine])).toBe(0)
  })
})

/** A row with the very values of another, but for its id. */
async function insertLike(transaction: Transaction, table: string, row: Values): Promise<void> {
  const meta = metaOf(at, table)
  const like =
    meta.properties['id' as never] === undefined ? row : { ...row, id: newId(kindOf(meta)) }
  const stored = columnsOf(meta).all.map(({ column, kind }) => [
    column,
    inJson(kind, (like as Values)[column]),
  ])
  await transaction.query(
    `insert into ${table} select * from json_populate_record(null::${table}, $1)`,
    [JSON.stringify(Object.fromEntries(stored))],
  )
}

const ofClients = [...allTables(), ...allViews()].filter(
  ({ clientColumn }) => clientColumn === 'client_id',
)

describe.each(ofClients)('the table $table, to a client', ({ table, record }) => {
  test('shows and takes that client’s rows alone', async () => {
    const plain = new Rows(at, mine, usual)
    const [own, other] = [await plain.add('client'), await plain.add('client')]
    for (const { id: clientId } of [own, other]) await plain.add(table, { clientId })
    const clientId = String(own['id'])
    const rows = await within(clientId, (transaction) =>
      transaction.query(`select * from ${table}`),
    )
    expect(rows.map((row) => row['client_id'])).toEqual([clientId])
    const values = [other['id']]
    const set = `update ${table} set client_id = client_id where client_id = $1`
    expect(await changed(clientId, set, values)).toBe(0)
    expect(await changed(clientId, `delete from ${table} where client_id = $1`, values)).toBe(0)
    // What the kernel notes of a change is written for whoever made it, whatever it is about.
    if (record) return
    const [row] = await at.owner(`select * from ${table} where client_id = $1`, values)
    await expect(
      within(clientId, (transaction) => insertLike(transaction, table, row!)),
    ).rejects.toThrow('row-level security')
  })
})

const ofDebtors = [...allTables(), ...allViews()].filter(
  ({ debtorColumn }) => debtorColumn !== undefined,
)

const ofInvoice = (id: unknown) => ({
  ownerType: 'Invoice',
  ownerId: id,
  subjectType: 'Invoice',
  subjectId: id,
})

/** Of a debtor's own rows, the ones that it knows of and the ones that it does not. */
const known: Readonly<Record<string, (issued: unknown) => Values>> = {
  article: (invoiceId) => ({ invoiceId }),
  invoice: () => ({ mainStatus: 'ACTIVATED' }),
  document: (invoiceId) => ({ status: 'STORED', invoiceId, distributionStatus: 'SENT' }),
  invoice_ledger_event: (invoiceId) => ({ invoiceId, type: 'DUE' }),
  financial_event: (claimId) => ({ claimType: 'INVOICE', claimId, type: 'PAYMENT' }),
  event: (id) => ({ type: 'INVOICE', ...ofInvoice(id) }),
  journal: (ownerId) => ({ ownerType: 'Invoice', ownerId }),
  note: (targetId) => ({ targetType: 'INVOICE', targetId, visibility: 'DEBTOR' }),
}
const unknown: Readonly<Record<string, readonly ((issued: unknown, draft: unknown) => Values)[]>> =
  {
    article: [(_, invoiceId) => ({ invoiceId })],
    invoice: ['CREATED', 'PENDING_AUTHORIZATION', 'PENDING', 'ACTIVATING'].map(
      (mainStatus) => () => ({ mainStatus }),
    ),
    document: [
      (_, invoiceId) => ({ status: 'STORED', invoiceId }),
      (invoiceId) => ({ status: 'DELETED', invoiceId }),
      (invoiceId) => ({ status: 'STORED', invoiceId, distributionStatus: 'CANCELLED' }),
    ],
    invoice_ledger_event: [
      (invoiceId) => ({ invoiceId, type: 'FINANCED' }),
      (invoiceId) => ({ invoiceId, type: 'RECOURSED' }),
      (_, invoiceId) => ({ invoiceId, type: 'DUE' }),
    ],
    financial_event: [
      ...['FINANCED', 'RESERVE_RELEASED', 'RECOURSE', 'DILUTION', 'PAYOUT_BOOKED'].map(
        (type) => (claimId: unknown) => ({ claimType: 'INVOICE', claimId, type }),
      ),
      (claimId) => ({ claimType: 'INVOICE', claimId, type: 'REVERSAL', amount: 0n }),
      (_, claimId) => ({ claimType: 'INVOICE', claimId, type: 'PAYMENT' }),
    ],
    event: [
      (id) => ({ type: 'FACTORING_STATUS', ...ofInvoice(id) }),
      (_, id) => ({ type: 'INVOICE', ...ofInvoice(id) }),
      (id) => ({ type: 'INVOICE', ...ofInvoice(id), subjectType: 'Article', subjectId: 'A1' }),
    ],
    journal: [
      (ownerId) => ({ ownerType: 'Client', ownerId, entries: [] }),
      (_, ownerId) => ({ ownerType: 'Invoice', ownerId, entries: [] }),
    ],
    note: [
      (targetId) => ({ targetType: 'INVOICE', targetId, visibility: 'CLIENT' }),
      (targetId) => ({ targetType: 'INVOICE', targetId, visibility: 'INTERNAL' }),
      (_, targetId) => ({ targetType: 'INVOICE', targetId, visibility: 'DEBTOR' }),
    ],
  }

const deaf = [...allTables(), ...allViews()].filter(
  ({ debtorColumn, shared }) => debtorColumn === undefined && !shared,
)

test.each(deaf)(
  'the table $table, which binds no debtor, shows a debtor nothing',
  async (facts) => {
    const scope = scopeOf({ ...nobody, debtorId: newId('Debtor') })
    const rows = await within(null, (transaction) => {
      transaction.narrow(scope)
      return transaction.query(`select * from ${facts.table}`)
    })
    expect(rows).toEqual([])
    expect((await at.owner(`select 1 from ${facts.table} limit 1`)).length).toBe(1)
  },
)

describe.each(ofDebtors)('the table $table, to a debtor', ({ table, debtorColumn, record }) => {
  test('shows and takes that debtor’s rows alone', async () => {
    const plain = new Rows(at, mine, usual)
    const [own, other] = [await plain.add('debtor'), await plain.add('debtor')]
    const debtorId = String(own['id'])
    const column = debtorColumn === 'id' ? 'id' : 'debtor_id'
    const invoice = { debtorId, mainStatus: 'ACTIVATED' }
    const { id: issued } = await plain.add('invoice', invoice)
    const { id: draft } = await plain.add('invoice', { ...invoice, mainStatus: 'CREATED' })
    if (table === 'invoice') await at.owner('delete from invoice where id = $1', [issued])
    if (column !== 'id') {
      const told = known[table]?.(issued) ?? {}
      for (const { id } of [own, other]) await plain.add(table, { ...told, debtorId: id })
      for (const hidden of unknown[table] ?? []) {
        await plain.add(table, { ...hidden(issued, draft), debtorId })
      }
    }
    const asDebtor = (text: string, values: unknown[] = []) =>
      within(null, (transaction) => {
        transaction.narrow(scopeOf({ ...nobody, debtorId }))
        return transaction.query(text, values)
      })
    const rows = await asDebtor(`select * from ${table}`)
    expect(rows.map((row) => row[column])).toEqual([debtorId])
    const gone = `delete from ${table} where ${column} = $1 returning 1`
    const deleted = await asDebtor(gone, [other['id']]).catch((error: Error) => {
      expect(error.message).toMatch(refusal)
      return []
    })
    expect(deleted).toEqual([])
    // What is written beside a change may be about more than who makes it may see.
    if (record === true) return
    const [row] = await at.owner(`select * from ${table} where ${column} = $1`, [other['id']])
    await expect(
      within(null, (transaction) => {
        transaction.narrow(scopeOf({ ...nobody, debtorId }))
        return insertLike(transaction, table, row!)
      }),
    ).rejects.toThrow('row-level security')
  })
})

test('a client sees itself alone among the clients', async () => {
  const rows = new Rows(at, mine)
  const clientId = String((await rows.add('client'))['id'])
  const seen = await within(clientId, (transaction) => transaction.query('select id from client'))
  expect(seen).toEqual([{ id: clientId }])
})

test('nothing outside a transaction reads a row of a tenant', async () => {
  const em = at.runtime.orm.em.fork()
  await expect(em.find(ReasonCode, { tenantId: mine })).rejects.toThrow('outside of a transaction')
  const client = await at.runtime.pool.client()
  try {
    for (const { table } of allTables()) {
      expect((await client.query(`select * from ${table}`)).rows, table).toEqual([])
    }
  } finally {
    client.release()
  }
})
