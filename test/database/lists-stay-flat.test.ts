import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoices } from '../../src/api/invoices/invoices/collection.ts'
import { notesForClients } from '../../src/behaviours/notes.ts'
import { platform } from '../../src/domain/access/principal.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { inUnit } from '../../src/kernel/write/in-unit.ts'
import type { Table } from '../../src/kernel/read/table.ts'
import { fill, visiting } from '../support/fill.ts'
import { nthId } from '../support/ids-inside.ts'
import { served } from '../support/served.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

// What a page of a list comes to, where it once came to more the more rows there were. What is
// asked for stands behind thousands of other rows in the order that is asked for.
let at: World
let tenant: TestTenant

const many = 20_000
const page = 50
/** The rows of a page, the one that says that there are more, and those of other stretches. */
const few = 2 * (page + 1)

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  await fillInvoices()
  await fillErrands()
  await fillCreditStatuses()
  await fillNotes()
  await fill(
    at,
    'document',
    {
      tenant_id: `'${tenant.id}'`,
      id: nthId('DOC'),
      type: `case when n > ${many / 2} and n % 5 = 0 then 'CREDIT_INVOICE' else 'INVOICE' end`,
      filename: `'f' || lpad(n::text, 6, '0')`,
    },
    many,
  )
  for (const table of ['invoice', 'system_errand', 'credit_status', 'note', 'document']) {
    await at.owner(`vacuum analyze ${table}`)
  }
})
afterAll(() => at.close())

/** The later half has what few invoices have, a fifth each; half of the earlier are long overdue. */
async function fillInvoices(): Promise<void> {
  const later = `n > ${many / 2}`
  const day = `date '2024-01-01' + n / 40`
  const values = {
    tenant_id: `'${tenant.id}'`,
    id: nthId('I'),
    client_id: nthId('C.', '(n % 10)'),
    invoice_number: `lpad(n::text, 6, '0')`,
    type: `case when ${later} and n % 5 = 0 then 'CREDIT_INVOICE' else 'INVOICE' end`,
    main_status: `case when ${later} and n % 5 = 1 then 'ARCHIVED' else 'CLOSED' end`,
    archived_at: `case when ${later} and n % 5 = 1 then now() end`,
    ledger_status: `case when ${later} and n % 5 = 2 then 'CREDITED'
      when ${later} and n % 10 = 9 then 'PARTLY_PAID'
      when ${later} and n % 5 = 4 or n % 2 = 0 then 'NOT_DUE' else 'PAID' end`,
    financing_status: `case when ${later} and n % 5 = 3 then 'FINANCED' else 'NONE' end`,
    product_code: `case when ${later} and n % 5 = 3 then 'INVOICE_FACTORING_SELL'
      else 'INVOICE_SERVICE' end`,
    invoice_date: day,
    expire_date: day,
    booked_date: day,
    due_date: `case when ${later} then date '2999-01-01' else ${day} end`,
  }
  await fill(at, 'invoice', values, many)
}

async function fillErrands(): Promise<void> {
  const values = {
    tenant_id: `'${tenant.id}'`,
    id: nthId('SE'),
    client_id: nthId('C.', '(n % 100)'),
    type: `case when n % 50 = 0 then 'SYNC' else 'VOUCHER' end`,
    status: `case when n > ${many / 2} and n % 5 = 0 then 'OPEN' else 'CLOSED' end`,
    severity: `case when n > ${many / 2} and n % 5 = 1 then 'HIGH' else 'LOW' end`,
  }
  await fill(at, 'system_errand', values, many)
}

/** One of each client; one in a thousand had a temporary limit, which is over. */
async function fillCreditStatuses(): Promise<void> {
  const values = {
    tenant_id: `'${tenant.id}'`,
    id: nthId('CR'),
    client_id: nthId('C.'),
    status: `case when n > ${many / 2} and n % 5 = 0 then 'WARNING' else 'OK' end`,
    temporary_limit: 'case when n % 1000 = 0 then 100 end',
    temporary_until: `case when n % 1000 = 0 then date '2024-01-01' end`,
  }
  await fill(at, 'credit_status', values, many)
}

/** The first half is for the tenant's people only, and all of one client's. */
async function fillNotes(): Promise<void> {
  const values = {
    tenant_id: `'${tenant.id}'`,
    id: nthId('NT'),
    target_type: `'INVOICE'`,
    client_id: nthId('C.', `(case when n > ${many / 2} then n % 10 else 0 end)`),
    visibility: `case when n > ${many / 2} and n % 5 = 0 then 'CLIENT' else 'INTERNAL' end`,
  }
  await fill(at, 'note', values, many)
}

const tableOf = (name: string): Table =>
  served
    .flatMap(({ operation }) => operation.declared.lists?.table ?? [])
    .find(({ entity }) => at.runtime.orm.getMetadata().get(entity).tableName === name)!

/** Of several lists, the one that is looked at. */
const shownBy: Readonly<Record<string, Table | undefined>> = {
  invoice: invoices.table,
  note: notesForClients.table,
}

/** To how many rows of the table the first page comes, and how many stand on it. */
async function visitsOf(name: string, filters: Record<string, unknown>, sort: string) {
  const as = platform(tenant.id, 'test')
  const { runtime, clock } = at
  return inUnit(runtime, as, { now: clock.now, purpose: 'report' }, async (unit) => {
    const asked = { filters, sort: [sort], limit: page, cursor: undefined, count: false }
    const table = shownBy[name] ?? tableOf(name)
    const found = await visiting(unit.transaction, name, () => table.page(unit, asked, {}))
    return { rows: found.rows, shown: found.result.data.length }
  })
}

const orders = ['createdAt', 'invoiceNumber', 'invoiceDate', 'expireDate', 'bookedDate']

test.each([
  ['ledgerStatus', 'CREDITED'],
  ['ledgerStatus', 'PARTLY_PAID'],
  ['type', 'CREDIT_INVOICE'],
  ['financingStatus', 'FINANCED'],
  ['productCode', 'INVOICE_FACTORING_SELL'],
])('few invoices, with the %s %s, are found at once', async (field, word) => {
  for (const order of orders.flatMap((each) => [each, `-${each}`])) {
    const { rows, shown } = await visitsOf('invoice', { [field]: word }, order)
    expect(shown, order).toBe(page)
    expect(rows, order).toBeLessThanOrEqual(few)
  }
})

test('invoices that are not due yet are found behind all that are overdue', async () => {
  const { rows, shown } = await visitsOf('invoice', { ledgerStatus: 'NOT_DUE' }, 'createdAt')
  expect(shown).toBe(page)
  expect(rows).toBeLessThanOrEqual(few)
})

test('the archive is read along the order and not as a whole', async () => {
  const { rows, shown } = await visitsOf('invoice', { mainStatus: 'ARCHIVED' }, '-invoiceDate')
  expect(shown).toBe(page)
  // One in five.
  expect(rows).toBeLessThanOrEqual(6 * (page + 1))
})

test('errands with a word are found at once in the order of another', async () => {
  for (const [filters, order] of [
    [{ status: 'OPEN' }, 'type'],
    [{ severity: 'HIGH' }, 'type'],
    [{ severity: 'HIGH' }, 'status'],
    [{ type: 'SYNC' }, 'severity'],
  ] as const) {
    const { rows, shown } = await visitsOf('system_errand', filters, order)
    expect(shown, order).toBe(page)
    expect(rows, order).toBeLessThanOrEqual(few)
  }
})

test('the errands of one client are all that is read to sort them by a word', async () => {
  const clientId = await at
    .owner(`select client_id as id from system_errand where tenant_id = $1 limit 1`, [tenant.id])
    .then(([row]) => String(row!['id']))
  const { rows, shown } = await visitsOf('system_errand', { clientId }, 'type')
  expect(shown).toBe(page)
  // Counted, then read once for each of their two types.
  expect(rows).toBeLessThanOrEqual((3 * many) / 100)
})

test('errands with two words that none has together are not sought among those with one', async () => {
  const { rows, shown } = await visitsOf(
    'system_errand',
    { severity: 'HIGH', status: 'OPEN' },
    'type',
  )
  expect(shown).toBe(0)
  expect(rows).toBeLessThanOrEqual(few)
})

test.each(['createdAt', '-createdAt', 'clientId', '-clientId'])(
  'limits that are nearly used up are found at once by %s, and those that are again by their day',
  async (order) => {
    for (const [status, found] of [
      ['WARNING', page],
      ['BLOCKED', 0],
      ['OK', page],
    ] as const) {
      const { rows, shown } = await visitsOf('credit_status', { status }, order)
      expect(shown, status).toBe(found)
      expect(rows, status).toBeLessThanOrEqual(few + many / 1000)
    }
  },
)

test('notes that clients may read are found behind those that they may not', async () => {
  const clientId = await at
    .owner(`select client_id as id from note where tenant_id = $1 limit 1`, [tenant.id])
    .then(([row]) => String(row!['id']))
  for (const filters of [{}, { clientId }]) {
    const { rows, shown } = await visitsOf('note', filters, 'createdAt')
    expect(shown).toBe(page)
    expect(rows).toBeLessThanOrEqual(few)
  }
})

test('documents of a rare type are found at once in the order of their names', async () => {
  const { rows, shown } = await visitsOf('document', { type: 'CREDIT_INVOICE' }, 'filename')
  expect(shown).toBe(page)
  expect(rows).toBeLessThanOrEqual(few)
})

test.each([
  ['/invoices/events/ledger', 'type', 'invoiceId', 'Invoice'],
  ['/invoices/events/ledger', 'status', 'invoiceId', 'Invoice'],
  ['/invoices/events/financial', 'type', 'claimId', 'Invoice'],
  ['/voucher-postings', 'accountNumber', 'voucherId', 'Voucher'],
] as const)('%s sorts by %s only what is of one', async (path, sort, filter, kind) => {
  const refused = await tenant.api.get(`${path}?sort=${sort}`)
  expect(refused.status).toBe(400)
  expect(refused.body.errors).toMatchObject([{ pointer: '?sort', code: 'SORT_OF_FEW' }])
  const searched = await tenant.api.post(`${path}/search`, { sort: [`-${sort}`] })
  expect(searched.body.errors).toMatchObject([{ pointer: '/sort', code: 'SORT_OF_FEW' }])
  const taken = await tenant.api.get(`${path}?sort=${sort}&${filter}=${newId(kind)}`)
  expect(taken.status).toBe(200)
})
