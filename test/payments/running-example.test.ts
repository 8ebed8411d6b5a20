import { expect, test } from 'vitest'
import { activated, dayFromNow, newDebtor } from '../factoring/ground.ts'
import { bankIn, batchesOf } from '../payouts/batches-ground.ts'
import { pain002 } from '../payouts/pain002.ts'
import { freshPostings } from '../support/fresh-postings.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { tenantIn, world, type TestTenant } from '../support/world.ts'
import { camt, type Paid } from './files.ts'
import { bankOf } from './imported.ts'

// Money in, as one example from the first file to the last: each amount is calculated by hand, and
// stands in both books (T is the tenant's, C the client's) and on the account between the two.
const at = await world()
const iban = 'SE3550000000054910000003'

interface Example {
  tenant: TestTenant
  clientId: string
  client: Awaited<ReturnType<TestTenant['holding']>>
}

/** Of one client with claims of 12,500.00 each, whose tenant lets go differences up to 5.00. */
async function begun({ tenant, clientId, client }: Example) {
  await bankIn(tenant)
  await tenant.api.put('/system-setting/payments.tolerance', { value: '5.00' })
  const claims = await Promise.all(Array.from({ length: 5 }, () => activated(at, tenant, clientId)))
  const references = await Promise.all(
    claims.map(async (id) =>
      String((await tenant.api.get(`/invoices/${id}/payment-account`)).body.reference),
    ),
  )
  const booked = freshPostings(at, tenant)
  await booked()
  const bank = bankOf(at, tenant)
  let files = 0
  /** As the bank tells of one movement, and what that leaves in the books. */
  const told = async (paid: Paid) => {
    const entries = [[{ name: 'Träslöv AB', account: '5050-1055', ...paid }]]
    const id = `F${++files}`
    const file = await bank.imported(camt({ iban, date: dayFromNow(at, 0), id, entries }))
    expect(file).toMatchObject({ status: 'IMPORTED', findingCount: 0 })
    return booked()
  }
  const owed = async (n: number) => {
    const { totals, statuses } = (await tenant.api.get(`/invoices/${claims[n]}`)).body
    return `${totals.balance} ${statuses.main}`
  }
  const { data } = (await tenant.api.get(`/client-accounts?clientId=${clientId}`)).body
  const main = data.find(({ type }: { type: string }) => type === 'MAIN').id
  const account = async () => (await tenant.api.get(`/client-accounts/${main}`)).body.balance
  const unplaced = async () =>
    (await tenant.api.post('/unplaced-payments/search', {})).body.data
      .filter(({ amountOpen }: { amountOpen: string }) => amountOpen !== '0.00')
      .map(({ id, amountOpen, reasonCode, status }: Record<string, string>) => {
        return { id: id!, said: `${amountOpen} ${reasonCode} ${status}` }
      }) as { id: string; said: string }[]
  return {
    tenant,
    client,
    clientId,
    claims,
    references,
    booked,
    bank,
    told,
    owed,
    account,
    unplaced,
  }
}
type Begun = Awaited<ReturnType<typeof begun>>

/** Onto a claim: out of what nobody has placed, to the client, in both books. */
const onClaim = (amount: string) => [
  `P3 C AR -${amount}`,
  `P3 C CLEARING ${amount}`,
  `P3 T CLIENT_PAYABLE -${amount}`,
  `P3 T UNALLOCATED ${amount}`,
]
const cameIn = (amount: string) => [`P2 T BANK ${amount}`, `P2 T UNALLOCATED -${amount}`]

async function paidByFiles(of: Begun): Promise<void> {
  const { told, owed, account, references, unplaced } = of
  // A part: 12,500 - 5,000 = 7,500 are left.
  expect(await told({ amount: '5000.00', reference: references[0]!, ref: 'B1' })).toEqual([
    ...cameIn('5000.00'),
    ...onClaim('5000.00'),
  ])
  expect([await owed(0), await account()]).toEqual(['7500.00 ACTIVATED', '5000.00'])
  // 100 too much: more than 5, so it waits.
  expect(await told({ amount: '7600.00', reference: references[0]!, ref: 'B2' })).toEqual([
    ...cameIn('7600.00'),
    ...onClaim('7500.00'),
  ])
  expect([await owed(0), await account()]).toEqual(['0.00 CLOSED', '12500.00'])
  expect((await unplaced()).map(({ said }) => said)).toEqual(['100.00 OVERPAYMENT OPEN'])
  // 20,000 for two: 12,500 and 7,500, so that 5,000 are left of the second.
  const parts = [
    [references[1]!, '12500.00'],
    [references[2]!, '7500.00'],
  ] as const
  expect(await told({ amount: '20000.00', parts, ref: 'B3' })).toEqual(
    [...cameIn('20000.00'), ...onClaim('12500.00'), ...onClaim('7500.00')].toSorted(),
  )
  expect([await owed(1), await owed(2)]).toEqual(['0.00 CLOSED', '5000.00 ACTIVATED'])
  expect(await account()).toBe('32500.00')
}

async function roundedAndKept({ told, owed, account, references, unplaced }: Begun): Promise<void> {
  // 4.00 of 5,000 are not paid: rounded off of the client's claim.
  expect(await told({ amount: '4996.00', reference: references[2]!, ref: 'B4' })).toEqual(
    [
      ...cameIn('4996.00'),
      ...onClaim('4996.00'),
      'P18 C AR -4.00',
      'P18 C ROUNDING 4.00',
    ].toSorted(),
  )
  expect([await owed(2), await account()]).toEqual(['0.00 CLOSED', '37496.00'])
  // 3.00 too much are kept by the tenant.
  expect(await told({ amount: '12503.00', reference: references[3]!, ref: 'B5' })).toEqual(
    [
      ...cameIn('12503.00'),
      ...onClaim('12500.00'),
      'P9 T ROUNDING -3.00',
      'P9 T UNALLOCATED 3.00',
    ].toSorted(),
  )
  expect([await owed(3), await account()]).toEqual(['0.00 CLOSED', '49996.00'])
  expect(await unplaced()).toHaveLength(1)
}

async function takenBackByTheBank(of: Begun): Promise<void> {
  const { told, owed, account, references } = of
  const back = { isReversal: true, isOut: true, reference: references[0]!, ref: 'B1' }
  expect(await told({ amount: '5000.00', ...back })).toEqual(
    [
      'P31 C AR 5000.00',
      'P31 C CLEARING -5000.00',
      'P31 T CLIENT_PAYABLE 5000.00',
      'P31 T UNALLOCATED -5000.00',
      'P9 T BANK -5000.00',
      'P9 T IN_TRANSIT 5000.00',
      'P9 T IN_TRANSIT -5000.00',
      'P9 T UNALLOCATED 5000.00',
    ].toSorted(),
  )
  expect([await owed(0), await account()]).toEqual(['5000.00 ACTIVATED', '44996.00'])
}

/** Two people send 100.00 back, the morning's job takes it along, and the bank carries it out. */
async function returned({ tenant, booked, bank, unplaced }: Begun): Promise<void> {
  const [one] = await unplaced()
  const asked = await tenant.api.put(`/unplaced-payments/${one!.id}/return`, { reason: 'Too much' })
  await tenant.api.put(`/payment-transactions-returns/${asked.body.id}/authorize`)
  expect(await booked()).toEqual([])
  const ground = batchesOf(at, tenant)
  await ground.generate()
  expect(await booked()).toEqual(['P9 T IN_TRANSIT -100.00', 'P9 T UNALLOCATED 100.00'])
  const [batch] = await ground.all({ status: 'CREATED' })
  expect(batch).toMatchObject({ count: 1, total: '100.00' })
  await ground.put(batch.id, 'authorize')
  await ground.exported(batch.id)
  const [payout] = await ground.payouts(batch.id)
  await bank.imported(pain002([{ id: payout!.id, status: 'ACSC', amount: '100.00' }]))
  expect(await booked()).toEqual(['P9 T BANK -100.00', 'P9 T IN_TRANSIT 100.00'])
  expect(await unplaced()).toEqual([])
}

/** 100.00 euros of an invoice at 11.00, paid when one is 11.20: 1,100.00 and a gain of 20.00. */
async function paidInEuros({ tenant, clientId, booked, account }: Begun): Promise<void> {
  const [billed, paid] = [dayFromNow(at, -20), dayFromNow(at, -1)]
  for (const [day, rate] of [
    [billed, '11.00'],
    [paid, '11.20'],
  ]) {
    await at.owner(
      `insert into exchange_rate (tenant_id, base, currency, date, rate, source, loaded_at)
       values ($1, 'EUR', 'SEK', $2, $3, 'TEST', now())`,
      [tenant.id, day, rate],
    )
  }
  const claim = await activatedInvoice(tenant, clientId, {
    debtor: newDebtor(),
    currency: { invoiceCurrency: 'EUR', baseCurrency: 'SEK' },
    dates: { invoiceDate: billed, expireDate: dayFromNow(at, 10) },
    articleRows: [{ description: 'Planks', quantity: '1', price: '100', vatPercentage: 0 }],
  })
  await booked()
  const sent = { amount: '100.00', currency: 'EUR', bookDate: paid, claims: [{ id: claim }] }
  expect((await tenant.api.post('/payments', sent)).status).toBe(201)
  expect(await booked()).toEqual(
    [
      'P2 T BANK 100.00',
      'P2 T UNALLOCATED -100.00',
      'P30 T CURRENCY_EXCHANGE -100.00',
      'P30 T UNALLOCATED 100.00',
      'P3 C AR -1100.00',
      'P3 C CLEARING 1100.00',
      'P3 T CLIENT_PAYABLE -1100.00',
      'P3 T CURRENCY_EXCHANGE 1100.00',
      'P30 C CLEARING 20.00',
      'P30 C FX_GAIN -20.00',
      'P30 T CLIENT_PAYABLE -20.00',
      'P30 T CURRENCY_EXCHANGE 20.00',
    ].toSorted(),
  )
  expect(await account()).toBe('46116.00')
}

/** Money that says nothing: its client says what it is for, the tenant books it, and takes it off. */
async function proposedByItsClient(of: Begun): Promise<void> {
  const { tenant, client, clientId, claims, told, booked, owed, account, unplaced } = of
  expect(await told({ amount: '2500.00', ref: 'B6' })).toEqual(cameIn('2500.00'))
  const [one] = await unplaced()
  expect(one!.said).toBe('2500.00 NO_MATCH OPEN')
  const named = await tenant.api.put(`/unplaced-payments/${one!.id}`, { clientId })
  expect(named.status).toBe(200)
  const path = `/unplaced-payments/client/${one!.id}`
  const proposed = await client.put(`${path}/link`, { claims: [{ id: claims[4] }] })
  expect(proposed.body).toMatchObject({ status: 'PROPOSED', amountOpen: '2500.00' })
  expect([await booked(), await owed(4)]).toEqual([[], '12500.00 ACTIVATED'])
  expect((await client.put(`${path}/link/book`)).status).toBe(403)
  expect((await tenant.api.put(`${path}/link/book`)).body.status).toBe('LINKED')
  expect(await booked()).toEqual(onClaim('2500.00'))
  expect([await owed(4), await account()]).toEqual(['10000.00 ACTIVATED', '48616.00'])
  const [link] = (
    await tenant.api.post('/payments/links/search', { filters: { claimId: claims[4] } })
  ).body.data
  expect((await tenant.api.put(`/payments/links/${link.id}/revert`, {})).status).toBe(200)
  expect(await booked()).toEqual([
    'P31 C AR 2500.00',
    'P31 C CLEARING -2500.00',
    'P31 T CLIENT_PAYABLE 2500.00',
    'P31 T UNALLOCATED -2500.00',
  ])
  expect([await owed(4), await account()]).toEqual(['12500.00 ACTIVATED', '46116.00'])
}

test('money in, from the first file to the last, is to the öre what a person calculates', async () => {
  const tenant = await tenantIn(at)
  const clientId = await clientIn(tenant)
  const rights = ['LinkClientUnplacedPayment', 'BookClientUnplacedPayment'] as const
  const client = await tenant.holding(rights, { clientId })
  const of = await begun({ tenant, clientId, client })
  await paidByFiles(of)
  await roundedAndKept(of)
  await takenBackByTheBank(of)
  await returned(of)
  await paidInEuros(of)
  await proposedByItsClient(of)

  // 5,000 + 7,600 + 20,000 + 4,996 + 12,503 - 5,000 - 100 + 2,500 came and stayed; and 100 euros.
  const rows = await at.owner(
    `select left(v.owner_type, 1) as owner, p.role, p.currency,
       (sum(p.amount) / 100.0)::numeric(12, 2)::text as amount
     from voucher v join voucher_posting p on p.tenant_id = v.tenant_id and p.voucher_id = v.id
     where v.tenant_id = $1 and p.role not like 'REVENUE%' and p.role not like 'VAT%'
     group by 1, 2, 3 having sum(p.amount) <> 0`,
    [tenant.id],
  )
  expect(rows.map((row) => Object.values(row).join(' ')).toSorted()).toEqual([
    // Of five claims of 12,500: 5,000 of the first and all of the last are owed.
    'C AR SEK 17500.00',
    'C CLEARING SEK 46116.00',
    'C FX_GAIN SEK -20.00',
    'C ROUNDING SEK 4.00',
    'T BANK EUR 100.00',
    'T BANK SEK 47499.00',
    'T CLIENT_PAYABLE SEK -46116.00',
    'T CURRENCY_EXCHANGE EUR -100.00',
    'T CURRENCY_EXCHANGE SEK 1120.00',
    'T ROUNDING SEK -3.00',
    'T UNALLOCATED SEK -2500.00',
  ])
})
