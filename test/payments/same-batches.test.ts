import { afterAll, beforeAll, expect, test } from 'vitest'
import { activated } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { bgmax, camt, type Paid } from './files.ts'
import { bankOf } from './imported.ts'

// A tenant for each format, so that the same claims are paid by each from the same beginning.
const account = '9912346'
let at: World
beforeAll(async () => {
  at = await world()
})
afterAll(() => at.close())

const list = (paid: readonly Paid[]) =>
  [
    'account;bookDate;amount;currency;reference;payerName;bankRef',
    ...paid.map(({ amount, reference = '', name, ref }) =>
      [account, '2026-11-20', amount, 'SEK', reference, name, ref].join(';'),
    ),
  ].join('\n')
const alone = (paid: readonly Paid[]) => paid.map((one) => [one])
const together = (paid: readonly Paid[]) => [paid]

const formats: Readonly<Record<string, (paid: readonly Paid[]) => string>> = {
  'camt.053.001.02': (paid) => camt({ iban: account, entries: alone(paid) }),
  'camt.053.001.08': (paid) => camt({ iban: account, entries: alone(paid), version: '08' }),
  'camt.054.001.10': (paid) =>
    camt({ iban: account, entries: together(paid), version: '10', kind: '054' }),
  'camt.054.001.13': (paid) =>
    camt({ iban: account, entries: alone(paid), version: '13', kind: '054' }),
  BgMax: (paid) => bgmax([{ bankgiro: account, payments: paid }]),
  CSV: list,
}

const usual = (one: string, other: string): Paid[] => [
  { amount: '12500.00', reference: one, name: 'Kalle', ref: '1' },
  { amount: '99.99', reference: other, name: 'Lisa', ref: '2' },
  { amount: '0.01', reference: '4711', name: 'Nobody', ref: '3' },
]

/** Several references with their parts, one of them of nothing that is known here. */
const split = (one: string, other: string): Paid[] => [
  { amount: '1000.00', parts: [[one, '600.00'], [other, '300.00'], ['4711']], ref: '1' },
  { amount: '50.00', parts: [[one], ['4711']], ref: '2' },
]

/** What stands in the tenant's rows after the file, without the ids and names of formats. */
async function leftBy(
  tenant: TestTenant,
  fileOf: (paid: readonly Paid[]) => string,
  paidFor: typeof usual,
) {
  const clientId = await clientIn(tenant)
  const claims = [await activated(at, tenant, clientId), await activated(at, tenant, clientId)]
  const references = await Promise.all(
    claims.map(async (id) =>
      String((await tenant.api.get(`/invoices/${id}/payment-account`)).body.reference),
    ),
  )
  const bank = bankOf(at, tenant)
  const file = await bank.imported(fileOf(paidFor(references[0]!, references[1]!)))
  const [batches, payments, owed] = await Promise.all([
    at.owner(
      `select account, currency, book_date::text, status, count, total::text, matched_count,
         booked_count
       from payment_batch where tenant_id = $1`,
      [tenant.id],
    ),
    at.owner(
      `select kind, status, amount::text, currency, book_date::text, payer_name,
         linked::text, unplaced::text, reference = any($2) as of_a_claim
       from payment_transaction where tenant_id = $1 order by amount`,
      [tenant.id, references],
    ),
    at.owner(`select balance::text from invoice where tenant_id = $1 order by balance`, [
      tenant.id,
    ]),
  ])
  expect(await driftsOf(at, tenant.id)).toEqual([])
  const { status, entryCount, findingCount } = file
  return { file: { status, entryCount, findingCount }, batches, payments, owed }
}

test('the same payments leave the same batches, payments and debts by whatever format', async () => {
  const left = []
  for (const fileOf of Object.values(formats)) {
    left.push(await leftBy(await tenantIn(at), fileOf, usual))
  }
  const [first, ...others] = left
  expect(first).toMatchObject({
    file: { status: 'IMPORTED', entryCount: 3, findingCount: 0 },
    batches: [
      { account, currency: 'SEK', status: 'BOOKED', count: 3, total: '1260000', booked_count: 3 },
    ],
    owed: [{ balance: '0' }, { balance: '1240001' }],
  })
  for (const other of others) expect(other).toEqual(first)
})

test('payments of several references are split alike by whatever format has such', async () => {
  const { CSV: _, ...withParts } = formats
  const left = []
  for (const fileOf of Object.values(withParts)) {
    left.push(await leftBy(await tenantIn(at), fileOf, split))
  }
  const [first, ...others] = left
  expect(first).toMatchObject({
    payments: [
      { amount: '100000', linked: '90000', unplaced: '10000' },
      { amount: '5000', linked: '0', unplaced: '5000' },
    ],
    owed: [{ balance: '1190000' }, { balance: '1220000' }],
  })
  for (const other of others) expect(other).toEqual(first)
})
