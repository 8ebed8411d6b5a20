import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allTables, type TableFacts } from '../../src/entities/table.ts'
import { ReasonCode } from '../../src/entities/reason-code.ts'
import { Transaction } from '../../src/ports/database/transaction.ts'
import { usual } from '../conformance/given.ts'
import { metaOf, Rows, tablesOfMany, type Values } from '../support/rows.ts'
import { tenantIn, world, type World } from '../support/world.ts'

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
  }
})
afterAll(() => at.close())

async function within<T>(
  clientId: string | null,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const transaction = await Transaction.begin(
    at.runtime.pool,
    { tenantId: mine, clientId },
    'command',
  )
  try {
    return await work(transaction)
  } finally {
    await transaction.rollback()
  }
}

/** What the database may answer to a change of what is foreign: that there is nothing, or no. */
const refusal = /row-level security|permission denied/

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
  const like = meta.properties['id' as never] === undefined ? row : { ...row, id: `${row['id']}x` }
  await transaction.query(
    `insert into ${table} select * from json_populate_record(null::${table}, $1)`,
    [JSON.stringify(like)],
  )
}

const ofClients = allTables().filter(({ clientColumn }) => clientColumn === 'client_id')

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

const ofDebtors = allTables().filter(({ debtorColumn }) => debtorColumn !== undefined)

describe.each(ofDebtors)('the table $table, to a debtor', ({ table, debtorColumn, record }) => {
  test('shows and takes that debtor’s rows alone', async () => {
    const plain = new Rows(at, mine, usual)
    const [own, other] = [await plain.add('debtor'), await plain.add('debtor')]
    const debtorId = String(own['id'])
    const column = debtorColumn === 'id' ? 'id' : 'debtor_id'
    if (column !== 'id') for (const { id } of [own, other]) await plain.add(table, { debtorId: id })
    const asDebtor = (text: string, values: unknown[] = []) =>
      within(null, (transaction) => {
        transaction.narrow('', debtorId)
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
    const values = [JSON.stringify({ ...row, id: `${row!['id']}x` })]
    await expect(
      asDebtor(
        `insert into ${table} select * from json_populate_record(null::${table}, $1)`,
        values,
      ),
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
