import { beforeAll, describe, expect, test } from 'vitest'
import { reports } from '../../src/activities/reports/query-report.ts'
import { linkCredit } from '../../src/activities/invoices/link-credit.ts'
import { activated, asked, financedClient } from '../factoring/ground.ts'
import { activatedInvoice, clientIn, createdInvoice } from '../support/trade.ts'
import { tenantIn, worldWithTenant, type Api } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()

const path = '/reports/query-reports'
const query = async (
  id: string,
  parameters: object = {},
  more: object = {},
  by: Api = tenant.api,
) => by.post(`${path}/${id}/query`, { parameters, ...more })
const rowsOf = async (id: string, parameters: object = {}, by: Api = tenant.api) => {
  const { status, body } = await query(id, parameters, {}, by)
  expect([status, body.code]).toEqual([200, undefined])
  return body.data
}

const day = '2026-11-25'
const debtor = (n: number, name: string) => ({
  customerNumber: String(n),
  name,
  type: 'COMPANY',
  identificationNumber: `559900-${n}`,
})
const nordic = debtor(1001, 'Nordic Timber AB')
const evil = { customerNumber: '2', name: '=cmd|calc!A1', type: 'COMPANY' }

let north: string
let south: string

/** The gross amount is the price and a quarter: 125.00 for one of 100.00. */
const booked = (clientId: string, price: string, expireDate: string, who: object) =>
  activatedInvoice(tenant, clientId, {
    debtor: who,
    dates: { invoiceDate: '2026-08-03', expireDate },
    articleRows: [{ description: 'Planks', quantity: '1', price, vatPercentage: 25 }],
  })

beforeAll(async () => {
  at.clock.now = new Date(`${day}T12:00:00Z`)
  north = await clientIn(tenant, { name: 'North AB' })
  south = await clientIn(tenant, { name: 'South AB' })
  await booked(north, '100.00', '2026-11-30', nordic)
  await booked(north, '200.00', '2026-11-24', nordic)
  await booked(north, '400.00', '2026-10-26', nordic)
  await booked(north, '800.00', '2026-08-24', evil)
  await booked(south, '1000.00', '2026-12-24', nordic)
  await createdInvoice(tenant, south)
})

describe('the reports', () => {
  test('are listed, searched, and say what they are asked with', async () => {
    const listed = await tenant.api.get(`${path}?limit=3`)
    expect(listed.body).toMatchObject({ hasMore: true, data: { length: 3 } })
    const rest = await tenant.api.get(`${path}?limit=100&cursor=${listed.body.nextCursor}`)
    expect(rest.body.data).toHaveLength(reports.length - 3)
    expect(reports.length).toBeGreaterThanOrEqual(6)
    const found = await tenant.api.post(`${path}/search`, {
      filters: { name: { contains: 'AGE' } },
    })
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual(['open-claims-by-age'])
    const one = await tenant.api.get(`${path}/vouchers-of-period`)
    expect(one.body.parameters).toMatchObject([
      { name: 'fromDate', type: 'DAY', required: true },
      { name: 'toDate', type: 'DAY', required: true },
      { name: 'clientId', type: 'CLIENT', required: false },
    ])
    expect((await tenant.api.get(`${path}/nothing`)).status).toBe(404)
    const wrong = await tenant.api.get(`${path}?cursor=${listed.body.nextCursor}&topic=LEDGER`)
    expect(wrong.body.code).toBe('CURSOR_INVALID')
  })

  test.each(reports.map(({ id }) => id))(
    '%s runs, and its columns are those it says',
    async (id) => {
      const { parameters, columns } = reports.find((each) => each.id === id)!
      const days = { fromDate: '2026-01-01', toDate: '2026-12-31' }
      const needed = parameters.some(({ required }) => required) ? days : {}
      const names = columns.map(({ name }) => name)
      for (const row of await rowsOf(id, needed)) expect(Object.keys(row)).toEqual(names)
      const all = (await query(id, needed, { limit: 500 })).body.data
      const paged: unknown[] = []
      let cursor: string | undefined
      do {
        const { status, body } = await query(id, needed, { limit: 2, cursor })
        expect(status).toBe(200)
        paged.push(...body.data)
        cursor = body.nextCursor ?? undefined
      } while (cursor !== undefined)
      expect(paged).toEqual(all)
      const file = await tenant.api.post(`${path}/${id}/file`, { parameters: needed })
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv'])
      expect(String(file.body).trim().split('\r\n')).toHaveLength(all.length + 1)
    },
  )
})

describe('amounts, calculated by hand', () => {
  test('open claims stand by their age, drafts aside', async () => {
    const rows = await rowsOf('open-claims-by-age', { asOf: day })
    expect(rows).toEqual([
      {
        clientId: north,
        clientName: 'North AB',
        currency: 'SEK',
        claims: 4,
        notDue: '125.00',
        days1To30: '750.00',
        days31To60: '0.00',
        days61To90: '0.00',
        days91To180: '1000.00',
        daysOver180: '0.00',
        total: '1875.00',
      },
      expect.objectContaining({ clientId: south, claims: 1, notDue: '1250.00', total: '1250.00' }),
    ])
    const [later] = await rowsOf('open-claims-by-age', { asOf: '2026-11-26', clientId: north })
    expect(later).toMatchObject({ days1To30: '250.00', days31To60: '500.00' })
  })

  test('what is overdue stands by debtor, since the oldest day', async () => {
    const rows = await rowsOf('overdue-by-debtor', { asOf: day })
    expect(rows).toMatchObject([
      { debtorName: evil.name, claims: 1, overdue: '1000.00', since: '2026-08-24', days: 93 },
      { debtorName: nordic.name, claims: 2, overdue: '750.00', since: '2026-10-26', days: 30 },
    ])
  })

  test('what was activated stands by client, month and type', async () => {
    const period = { fromDate: '2026-11-01', toDate: '2026-11-30' }
    const rows = await rowsOf('activated-volume', period)
    expect(rows).toMatchObject([
      {
        month: '2026-11',
        clientName: 'North AB',
        invoices: 4,
        net: '1500.00',
        vat: '375.00',
        gross: '1875.00',
      },
      {
        month: '2026-11',
        clientName: 'South AB',
        invoices: 1,
        net: '1000.00',
        vat: '250.00',
        gross: '1250.00',
      },
    ])
    expect(
      await rowsOf('activated-volume', { fromDate: '2026-10-01', toDate: '2026-10-31' }),
    ).toEqual([])
  })

  test('vouchers balance, and totals of accounts are those of their lines', async () => {
    const period = { fromDate: day, toDate: day, clientId: north }
    const lines = (await query('vouchers-of-period', period, { limit: 500 })).body.data
    const sumOf = (side: string, of = lines) =>
      of.reduce((sum: number, row: Record<string, string>) => sum + Number(row[side]), 0)
    expect(sumOf('debit')).toBe(1875)
    expect(sumOf('credit')).toBe(1875)
    const totals = await rowsOf('account-totals', period)
    expect(totals).toMatchObject(
      [
        { account: '1510', debit: '1875.00', credit: '0.00', change: '1875.00' },
        { account: '2611', debit: '0.00', credit: '375.00', change: '-375.00' },
        { account: '3001', debit: '0.00', credit: '1500.00', change: '-1500.00' },
      ].map((row) => expect.objectContaining({ book: 'North AB', bookId: north, ...row })),
    )
  })
})

// 125.00 due on the 20th and 250.00 due on the 30th are booked on the 25th; a credit note of
// 100.00 is linked to the first on the 27th, and one of 250.00 to the second on the 28th.
test('on a day stands what was open on it, whatever was booked since', async () => {
  const later = await tenantIn(at, 'Later')
  const client = await clientIn(later, { name: 'Later AB' })
  const on = (when: string) => (at.clock.now = new Date(`${when}T12:00:00Z`))
  const made = (price: string, expireDate: string, more: object = {}) =>
    activatedInvoice(later, client, {
      debtor: nordic,
      dates: { invoiceDate: '2026-11-02', expireDate },
      articleRows: [{ description: 'Planks', quantity: '1', price, vatPercentage: 25 }],
      ...more,
    })
  const credited = async (price: string, id: string) => {
    const creditId = await made(price, '2026-11-30', { type: 'CREDIT_INVOICE' })
    await later.work((unit) => linkCredit(unit, { creditId, debits: [{ id }] }))
  }
  on(day)
  const first = await made('100.00', '2026-11-20')
  const second = await made('200.00', '2026-11-30')
  on('2026-11-27')
  await credited('80.00', first)
  on('2026-11-28')
  await credited('200.00', second)
  on(day)
  const byAge = async (asOf: string) => {
    const rows = await rowsOf('open-claims-by-age', { asOf }, later.api)
    return rows.map((row: Record<string, unknown>) =>
      ['claims', 'notDue', 'days1To30', 'total'].map((name) => row[name]),
    )
  }
  expect(await byAge('2026-11-24')).toEqual([])
  expect(await byAge(day)).toEqual([[2, '250.00', '125.00', '375.00']])
  expect(await byAge('2026-11-26')).toEqual([[2, '250.00', '125.00', '375.00']])
  expect(await byAge('2026-11-27')).toEqual([[2, '250.00', '25.00', '275.00']])
  expect(await byAge('2026-11-28')).toEqual([[1, '0.00', '25.00', '25.00']])
  const overdue = async (asOf: string) =>
    (await rowsOf('overdue-by-debtor', { asOf }, later.api)).map((row: Record<string, unknown>) => [
      row['overdue'],
      row['since'],
      row['days'],
    ])
  expect(await overdue('2026-11-26')).toEqual([['125.00', '2026-11-20', 6]])
  expect(await overdue('2026-11-28')).toEqual([['25.00', '2026-11-20', 8]])
})

// Booked on the 25th, taken back on the 27th: it was owed on the days between.
test('a claim whose booking was reversed later stands on the days on which it was owed', async () => {
  const later = await tenantIn(at, 'Reversed')
  const client = await clientIn(later, { name: 'Reversed AB' })
  at.clock.now = new Date(`${day}T12:00:00Z`)
  const claim = await activatedInvoice(later, client, {
    debtor: nordic,
    dates: { invoiceDate: '2026-11-02', expireDate: '2026-11-20' },
    articleRows: [{ description: 'Planks', quantity: '1', price: '100.00', vatPercentage: 25 }],
  })
  at.clock.now = new Date('2026-11-27T12:00:00Z')
  const [booked] = await at.owner(
    `select id_text(id) as id from financial_event where tenant_id = $1 and claim_id = $2`,
    [later.id, claim],
  )
  const reversal = `/invoices/events/financial/${String(booked?.['id'])}/reverse`
  expect((await later.api.put(reversal, {})).status).toBe(200)
  at.clock.now = new Date(`${day}T12:00:00Z`)
  const totals = async (asOf: string) =>
    (await rowsOf('open-claims-by-age', { asOf }, later.api)).map(
      (row: Record<string, unknown>) => row['total'],
    )
  expect(await totals('2026-11-24')).toEqual([])
  expect(await totals(day)).toEqual(['125.00'])
  expect(await totals('2026-11-26')).toEqual(['125.00'])
  expect(await totals('2026-11-27')).toEqual([])
})

describe('what stands elsewhere', () => {
  test('accounts of clients have what was entered on them', async () => {
    await at.owner(
      `update client_account set balance = 123456 where client_id = $1 and type = 'MAIN'`,
      [north],
    )
    const rows = await rowsOf('client-account-balances', { clientId: north })
    expect(rows.find(({ account }: { account: string }) => account === 'MAIN')).toEqual({
      clientId: north,
      clientName: 'North AB',
      account: 'MAIN',
      currency: 'SEK',
      balance: '1234.56',
    })
  })

  test('requests for financing stand on the day of the tenant on which they were made', async () => {
    const invoiceId = await activated(at, tenant, await financedClient(tenant))
    await asked(at, tenant, invoiceId)
    const rows = await rowsOf('financing-decisions', { fromDate: day, toDate: day })
    const { invoiceNumber } = (await tenant.api.get(`/invoices/${invoiceId}`)).body
    expect(rows).toMatchObject([
      { invoiceNumber, requested: day, amount: '12500.00', currency: 'SEK' },
    ])
    const next = { fromDate: '2026-11-26', toDate: '2026-11-30' }
    expect(await rowsOf('financing-decisions', next)).toEqual([])
  })
})

describe('what is refused', () => {
  test.each([
    [{}, '/parameters/fromDate'],
    [{ fromDate: day }, '/parameters/toDate'],
    [{ fromDate: day, toDate: '2026-11-24' }, '/parameters/toDate'],
    [{ fromDate: '2026-02-30', toDate: day }, '/parameters/fromDate'],
    [{ fromDate: day, toDate: day, clientId: "x' or 1=1" }, '/parameters/clientId'],
    [{ fromDate: day, toDate: day, sql: 'select 1' }, '/parameters/sql'],
  ])('%j', async (parameters, pointer) => {
    const { status, body } = await query('vouchers-of-period', parameters)
    expect([status, body.errors[0].pointer]).toEqual([400, pointer])
  })

  test('a second report of the tenant meanwhile; another tenant’s is made', async () => {
    const held = `select pg_advisory_xact_lock(hashtextextended('${tenant.id} report ', 0))`
    await at.owner('begin')
    await at.owner(held)
    const refused = await query('client-account-balances')
    expect([refused.status, refused.body.code]).toEqual([409, 'REPORT_RUNNING'])
    expect(refused.headers.get('retry-after')).toBe('5')
    const other = await tenantIn(at)
    expect((await other.api.post(`${path}/client-account-balances/query`, {})).body.data).toEqual(
      [],
    )
    const own = await tenant.holding(['QueryReport'], { clientId: await clientIn(tenant) })
    expect((await own.post(`${path}/client-account-balances/query`, {})).status).toBe(200)
    await at.owner('rollback')
    expect((await query('client-account-balances')).status).toBe(200)
  })

  test('a cursor of other parameters, and of another caller', async () => {
    const { nextCursor: cursor } = (await query('client-account-balances', {}, { limit: 1 })).body
    const asked = await query('client-account-balances', { clientId: north }, { cursor })
    expect(asked.body.code).toBe('CURSOR_INVALID')
    const bound = await tenant.holding(['QueryReport'], { clientId: north })
    const other = await query('client-account-balances', {}, { cursor }, bound)
    expect(other.body.code).toBe('CURSOR_INVALID')
  })
})

describe('who sees what', () => {
  test('a client’s caller sees rows of that client alone, in every report', async () => {
    const bound = await tenant.holding(['QueryReport'], { clientId: south })
    const days = { fromDate: '2026-01-01', toDate: '2026-12-31' }
    for (const { id, parameters } of reports) {
      const needed = parameters.some(({ required }) => required) ? days : {}
      const rows = await rowsOf(id, needed, bound)
      expect(JSON.stringify(rows)).not.toContain('North AB')
      expect(JSON.stringify(rows)).not.toContain(north)
    }
    expect(await rowsOf('account-totals', days, bound)).not.toEqual([])
    const foreign = await query('open-claims-by-age', { clientId: north }, {}, bound)
    expect(foreign.status).toBe(404)
  })

  test('a debtor sees none, and no other tenant anything', async () => {
    const [row] = await at.owner('select id from debtor where client_id = $1 limit 1', [north])
    const as = { clientId: north, debtorId: String(row!['id']), kind: 'DEBTOR' } as const
    const owing = await tenant.holding(['QueryReport'], as)
    expect((await query('open-claims-by-age', {}, {}, owing)).status).toBe(403)
    const other = await tenantIn(at)
    expect(await rowsOf('open-claims-by-age', {}, other.api)).toEqual([])
  })
})

test('what a spreadsheet would run stands as text in the file, and amounts as numbers', async () => {
  const file = await tenant.api.post(`${path}/overdue-by-debtor/file`, {
    parameters: { asOf: day },
  })
  const [head, first] = String(file.body).split('\r\n')
  expect(head).toContain('Client id;Client;Debtor id;Customer number;Debtor;Currency')
  expect(first).toContain(`;'=cmd|calc!A1;SEK;1;1000.00;2026-08-24;93`)
  expect(file.headers.get('content-disposition')).toContain('overdue-by-debtor 2026-11-25.csv')
  const period = { fromDate: day, toDate: day, clientId: north }
  const totals = await tenant.api.post(`${path}/account-totals/file`, { parameters: period })
  expect(String(totals.body)).toContain(';0.00;375.00;-375.00')
})
