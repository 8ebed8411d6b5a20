import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activated, financedClient, newDebtor, postingsOf } from '../factoring/ground.ts'
import { balancesOf, driftsOf } from '../support/books.ts'
import { minorOf } from '../../src/domain/money.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
beforeEach(async () => {
  clientId = await clientIn(tenant)
})
afterAll(() => at.close())

/** Two days of which the euro had two rates. */
const days = ['2025-01-15', '2026-11-02'] as const
const euros = (price: string, day: string, more = {}) => ({
  currency: { invoiceCurrency: 'EUR', baseCurrency: 'SEK' },
  dates: { invoiceDate: day, expireDate: '2026-12-02' },
  articleRows: [{ description: 'Planks', quantity: '1', price, vatPercentage: 0 }],
  ...more,
})
const debitOf = (price: string, day: string = days[0], more = {}) =>
  activatedInvoice(tenant, clientId, euros(price, day, more))
const creditOf = (price: string, day: string = days[1], more = {}) =>
  activatedInvoice(tenant, clientId, euros(price, day, { type: 'CREDIT_INVOICE', ...more }))

const read = async (id: string) => (await tenant.api.get(`/invoices/${id}`)).body
const owed = async (id: string) => minorOf((await read(id)).totals.balance, 'SEK')
const link = (creditId: string, debits: object[]) =>
  tenant.api.put('/invoices/link-multiple', { creditId, debits })
const fxOf = (credit: string, debit: string) =>
  postingsOf(at, tenant, `credit-link/${credit}/${debit}/1/fx`)
const unlink = async (id: string) => {
  const { body } = await tenant.api.get(`/invoices/${id}/credit-debit-link-list`)
  return tenant.api.put(`/invoices/events/financial/${body.data[0].id}/unlink-credit`)
}

describe('a credit note in a currency whose rate has moved', () => {
  test.each([
    ['later', days[0], days[1]],
    ['earlier', days[1], days[0]],
  ])('settles its debit to nothing, where it is %s', async (_, first, second) => {
    const [debit, credit] = [await debitOf('100', first), await creditOf('100', second)]
    const [was, gives] = [await owed(debit), -(await owed(credit))]
    expect(was).not.toBe(gives)
    const role = was > gives ? 'FX_LOSS' : 'FX_GAIN'
    const before = await balancesOf(at, tenant.id)
    expect((await link(credit, [{ id: debit }])).status).toBe(200)
    for (const id of [debit, credit]) {
      expect(await read(id)).toMatchObject({
        statuses: { main: 'CLOSED', ledger: 'CREDITED' },
        totals: { balance: '0.00' },
      })
    }
    expect(await fxOf(credit, debit)).toEqual(
      [`C AR ${gives - was}`, `C ${role} ${was - gives}`].toSorted(),
    )
    expect(await driftsOf(at, tenant.id)).toEqual([])
    expect((await unlink(debit)).status).toBe(200)
    expect(await balancesOf(at, tenant.id)).toEqual(before)
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('leaves nothing in either currency when it is spread in parts', async () => {
    const [first, second] = [await debitOf('33.33'), await debitOf('66.67')]
    const credit = await creditOf('100')
    expect((await link(credit, [{ id: first }, { id: second }])).status).toBe(200)
    expect(await Promise.all([first, second, credit].map(owed))).toEqual([0n, 0n, 0n])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('takes from a debit that is larger in proportion, and the rest later', async () => {
    const debit = await debitOf('100')
    const was = await owed(debit)
    const [some, rest] = [await creditOf('25'), await creditOf('75', days[0])]
    expect((await link(some, [{ id: debit }])).status).toBe(200)
    expect([await owed(debit), await owed(some)]).toEqual([(was * 3n) / 4n, 0n])
    expect((await link(rest, [{ id: debit }])).status).toBe(200)
    expect([await owed(debit), await owed(rest)]).toEqual([0n, 0n])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('takes no more than the documents say', async () => {
    const [debit, credit] = [await debitOf('50'), await creditOf('100')]
    const gives = -(await owed(credit))
    const amount = `${(gives / 2n + 11n).toString().slice(0, -2)}.99`
    expect(await link(credit, [{ id: debit, amount }])).toMatchObject({
      status: 409,
      body: { code: 'CREDIT_EXCEEDED', errors: [{ pointer: '/debits/0' }] },
    })
    expect((await link(credit, [{ id: debit }])).status).toBe(200)
    expect([await owed(debit), await owed(credit)]).toEqual([0n, -gives / 2n])
  })

  test('on a bought debit leaves the difference with who bought it', async () => {
    clientId = await financedClient(tenant)
    const debtor = newDebtor()
    const debit = await activated(at, tenant, clientId, euros('1000', days[0], { debtor }))
    const credit = await creditOf('1000', days[1], { debtor })
    const [was, gives] = [await owed(debit), -(await owed(credit))]
    const { body } = await tenant.api.put(`/factoring-decisions/${debit}/factoring`, {})
    const path = `/factoring-decisions/${body.id}/move`
    await tenant.api.put(path, { status: 'READY_FOR_DECISION' })
    await tenant.api.put(path, { status: 'DECIDED', financeDecision: 'APPROVED' })
    const before = await balancesOf(at, tenant.id)
    expect((await link(credit, [{ id: debit }])).status).toBe(200)
    expect([await owed(debit), await owed(credit)]).toEqual([0n, 0n])
    expect(await fxOf(credit, debit)).toEqual(
      [
        `T AR_PURCHASED ${gives - was}`,
        `T ${was > gives ? 'FX_LOSS' : 'FX_GAIN'} ${was - gives}`,
      ].toSorted(),
    )
    expect(await driftsOf(at, tenant.id)).toEqual([])
    expect((await unlink(debit)).status).toBe(200)
    expect(await balancesOf(at, tenant.id)).toEqual(before)
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

test('what a debtor owes is shown in each currency', async () => {
  const euro = { currency: { baseCurrency: 'EUR' } }
  const first = await activatedInvoice(tenant, clientId)
  await activatedInvoice(tenant, clientId, euro)
  const { debtorId } = await read(first)
  const balances = [
    { currency: 'EUR', balance: '1250.00' },
    { currency: 'SEK', balance: '1250.00' },
  ]
  const path = `/debtors/${debtorId}`
  expect((await tenant.api.get(path)).body).toMatchObject({ balance: '1250.00', balances })
  const calculated = await tenant.api.put(`${path}/calculate-balance`)
  expect(calculated.body).toMatchObject({ currency: 'SEK', balance: '1250.00', balances })
  const listed = await tenant.api.get(`/debtors?clientId=${clientId}`)
  expect(listed.body.data[0].balances).toEqual(balances)
})
