import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activated, postingsOf } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { clientIn } from '../support/trade.ts'
import {
  tenantIn,
  world,
  type Answered,
  type Api,
  type TestTenant,
  type World,
} from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string
let client: Api

const ofClient = [
  'IgnoreClientUnplacedPayment',
  'LinkClientUnplacedPayment',
  'LinkUnplacedPaymentClientRestricted',
  'ReadClientUnplacedPayment',
  'ReadClientUnplacedPayments',
  'ReadPaymentTransaction',
  'ReadPaymentTransactions',
  'ReadUnplacedPaymentReturns',
  'ReturnClientUnplacedPayment',
  'ReturnUnplacedPaymentClientRestricted',
  'BookClientUnplacedPayment',
  'DenyClientUnplacedPayment',
  'RegisterDirectPaymentOnInvoices',
] as const

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
beforeEach(async () => {
  clientId = await clientIn(tenant)
  client = await tenant.holding(ofClient, { clientId })
})
afterAll(() => at.close())

const payer = { payerName: 'Nordic Timber AB', payerAccount: '5050-1055' }
const refusalOf = ({ status, body }: Answered) => [status, body.code, body.errors?.[0]?.pointer]
const path = (id: string, verb = '') => `/unplaced-payments/client/${id}${verb}`

/** 13,000.00 of a client that is known, and for no claim of it. */
async function unplaced(of: string | undefined = clientId): Promise<string> {
  const sent = { amount: '13000.00', currency: 'SEK', ...payer, ...(of && { clientId: of }) }
  const { body } = await tenant.api.post('/payments', sent)
  const { data } = (await tenant.api.post('/unplaced-payments/search', { limit: 200 })).body
  return data.find((one: { transactionId: string }) => one.transactionId === body.id).id
}
const propose = (id: string, claims: object[], by = client) => by.put(path(id, '/link'), { claims })
const seen = async (id: string) => (await client.get(path(id))).body

describe('money of a client that found no claim', () => {
  test('is proposed for its claims by the client, and booked by the tenant', async () => {
    const id = await unplaced()
    const [one, other] = [
      await activated(at, tenant, clientId),
      await activated(at, tenant, clientId),
    ]
    const proposed = await propose(id, [{ id: one }, { id: other }])
    expect(proposed.body).toMatchObject({
      status: 'PROPOSED',
      amountOpen: '13000.00',
      proposals: [
        { claimId: one, amount: '12500.00' },
        { claimId: other, amount: '500.00' },
      ],
    })
    expect((await tenant.api.get(`/invoices/${one}`)).body.totals.balance).toBe('12500.00')
    expect(await driftsOf(at, tenant.id)).toEqual([])
    expect(refusalOf(await client.put(path(id, '/link/book')))).toEqual([
      403,
      'CLIENT_ONLY_PROPOSES',
      undefined,
    ])
    const [first, second] = proposed.body.proposals
    const booked = await tenant.api.put(path(id, `/link/${first.id}/book`))
    expect(booked.body).toMatchObject({ status: 'PROPOSED', amountOpen: '500.00' })
    expect(await postingsOf(at, tenant, `payment-link/${first.id}/CAPITAL`)).toEqual([
      'C AR -1250000',
      'C CLEARING 1250000',
      'T CLIENT_PAYABLE -1250000',
      'T UNALLOCATED 1250000',
    ])
    expect(refusalOf(await tenant.api.put(path(id, `/link/${first.id}/book`)))[1]).toBe(
      'LINK_NOT_PROPOSED',
    )
    const denied = await tenant.api.put(path(id, `/link/${second.id}/deny`), { reason: 'No' })
    expect(denied.body).toMatchObject({ status: 'OPEN', amountOpen: '500.00', proposals: [] })
    expect(refusalOf(await tenant.api.put(path(id, '/link/book')))[1]).toBe('LINK_NOT_PROPOSED')
    await propose(id, [{ id: other }])
    expect((await tenant.api.put(path(id, '/link/book'))).body).toMatchObject({
      status: 'LINKED',
      amountOpen: '0.00',
    })
    expect((await tenant.api.get(`/invoices/${other}`)).body.totals.balance).toBe('12000.00')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('is not proposed twice, for more than there is, or for others', async () => {
    const id = await unplaced()
    const claim = await activated(at, tenant, clientId)
    await propose(id, [{ id: claim, amount: '12000.00' }])
    expect(refusalOf(await propose(id, [{ id: claim, amount: '1000.00' }]))[1]).toBe(
      'CLAIM_EXCEEDED',
    )
    const next = await activated(at, tenant, clientId)
    expect(refusalOf(await propose(id, [{ id: next, amount: '1000.01' }]))[1]).toBe(
      'PAYMENT_EXCEEDED',
    )
    const others = await activated(at, tenant, await clientIn(tenant))
    expect((await propose(id, [{ id: others }])).status).toBe(404)
    expect(refusalOf(await propose(id, [{ id: others }], tenant.api))).toEqual([
      409,
      'CLAIM_NOT_PAYABLE',
      '/claims/0/id',
    ])
    // Of nobody that is known, it is no client's.
    const nobodys = await unplaced('')
    expect((await propose(nobodys, [{ id: claim }], tenant.api)).status).toBe(404)
    expect((await tenant.api.get(path(nobodys))).status).toBe(404)
    const stranger = await tenant.holding(ofClient, { clientId: await clientIn(tenant) })
    expect((await stranger.get(path(id))).status).toBe(404)
    expect((await stranger.put(path(id, '/ignore'))).status).toBe(404)
    const listed = (await tenant.api.get('/unplaced-payments/client?limit=200')).body.data
    expect(listed.map((one: { id: string }) => one.id)).not.toContain(nobodys)
    expect(listed.map((one: { id: string }) => one.id)).toContain(id)
  })
})

describe('unplaced money of a client', () => {
  test('is booked once, whoever books it at the same time, and denied where it is used', async () => {
    const id = await unplaced()
    const claim = await activated(at, tenant, clientId)
    await propose(id, [{ id: claim, amount: '12500.00' }])
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => tenant.api.put(path(id, '/link/book'))),
      ...Array.from({ length: 4 }, () => tenant.api.put(path(id, '/return'), {})),
    ])
    const done = answers.filter(({ status }) => status === 200)
    // After the claim is paid, the rest may still be asked back; after that nothing is booked.
    expect(done.length).toBeLessThanOrEqual(2)
    expect(done.length).toBeGreaterThan(0)
    expect(await driftsOf(at, tenant.id)).toEqual([])
    const second = await unplaced()
    const [a, b] = [await activated(at, tenant, clientId), await activated(at, tenant, clientId)]
    await propose(second, [{ id: a, amount: '1000.00' }])
    const claims = [
      { id: a, amount: '12500.00' },
      { id: b, amount: '500.00' },
    ]
    const linked = await tenant.api.put(`/unplaced-payments/${second}/link`, { claims })
    expect(linked.body.status).toBe('LINKED')
    const links = await tenant.api.get(`/payments/${linked.body.transactionId}/links`)
    const statuses = links.body.data.map((one: { status: string }) => one.status)
    expect(statuses.toSorted()).toEqual(['BOOKED', 'BOOKED', 'DENIED'])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('is not its own, the client says: the tenant then says whose it is', async () => {
    const id = await unplaced()
    await propose(id, [{ id: await activated(at, tenant, clientId) }])
    expect((await client.put(path(id, '/ignore'))).body).toMatchObject({
      status: 'IGNORED',
      proposals: [],
    })
    expect(refusalOf(await client.put(path(id, '/ignore')))[1]).toBe('UNPLACED_MOVED_ON')
    const claim = await activated(at, tenant, clientId)
    expect(refusalOf(await propose(id, [{ id: claim }]))[1]).toBe('UNPLACED_MOVED_ON')
    const other = await clientIn(tenant)
    const said = await tenant.api.put(`/unplaced-payments/${id}`, { clientId: other })
    expect(said.body).toMatchObject({ status: 'OPEN', clientId: other })
    expect((await client.get(path(id))).status).toBe(404)
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

describe('what a client says of its money', () => {
  test('is only proposed by who is bound to a client, by whatever way', async () => {
    const id = await unplaced()
    const claim = await activated(at, tenant, clientId)
    const linked = await client.put(`/unplaced-payments/${id}/link`, { claims: [{ id: claim }] })
    expect(linked.body).toMatchObject({ status: 'PROPOSED', amountOpen: '13000.00' })
    const elsewhere = { toAccount: '991-2346', override: true }
    for (const way of [path(id, '/return'), `/unplaced-payments/${id}/return`]) {
      expect(refusalOf(await client.put(way, elsewhere))[1]).toBe('CLIENT_ONLY_PROPOSES')
    }
    const asked = await client.put(path(id, '/return'), {})
    expect(asked.body).toMatchObject({ status: 'CREATED', toAccount: '5050-1055' })
    const may = ['AuthorizePaymentTransactionReturns', 'ReturnPaymentTransactionReturns'] as const
    const bound = await tenant.holding(may, { clientId })
    for (const verb of ['authorize', 'return']) {
      const answer = await bound.put(`/payment-transactions-returns/${asked.body.id}/${verb}`)
      expect(refusalOf(answer)[1]).toBe('CLIENT_ONLY_PROPOSES')
    }
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('shows who paid, unless that is hidden from its people', async () => {
    const id = await unplaced()
    expect(await seen(id)).toMatchObject(payer)
    const { transactionId } = await seen(id)
    const hiding = [...ofClient, 'ShowRestrictedSenderInformationForClients'] as const
    const hidden = await tenant.holding(hiding, { clientId })
    const { payerName, payerAccount } = (await hidden.get(path(id))).body
    expect([payerName, payerAccount]).toEqual([payer.payerName, null])
    expect((await hidden.get(`/payments/${transactionId}`)).body.payerAccount).toBeNull()
    // Nor by asking whether it is this one.
    const asked = await hidden.get('/payments?payerAccount=5050-1055')
    expect([asked.status, asked.body.errors[0].code]).toEqual([400, 'NOT_SHOWN'])
    for (const toAccount of ['5050-1055', '991-2346']) {
      const answer = await hidden.put(path(id, '/return'), { toAccount })
      expect(refusalOf(answer)[1]).toBe('CLIENT_ONLY_PROPOSES')
    }
    const back = await hidden.put(path(id, '/return'), {})
    expect([back.status, back.body.toAccount]).toEqual([200, null])
    const [found] = (await hidden.get('/payment-transactions-returns')).body.data
    expect([found.id, found.toAccount]).toEqual([back.body.id, null])
    expect((await client.get(`/payments/${transactionId}`)).body.payerAccount).toBe('5050-1055')
    const staff = await tenant.holding(hiding)
    expect((await staff.get(path(id))).body.payerAccount).toBe('5050-1055')
  })

  test('stays hidden once the money is on a claim', async () => {
    const claim = await activated(at, tenant, clientId)
    const sent = { amount: '12500.00', currency: 'SEK', ...payer, claims: [{ id: claim }] }
    const { body } = await tenant.api.post('/payments', sent)
    expect([body.status, body.linked]).toEqual(['BOOKED', '12500.00'])
    const hiding = [...ofClient, 'ShowRestrictedSenderInformationForClients'] as const
    const hidden = await tenant.holding(hiding, { clientId })
    expect((await hidden.get(`/payments/${body.id}`)).body).toMatchObject({
      linked: '12500.00',
      payerAccount: null,
      payerIdentificationNumber: null,
    })
  })

  test('does not show what the tenant’s people note of it among themselves', async () => {
    const id = await unplaced()
    const note = 'Looks like their owner’s own money'
    expect((await tenant.api.put(`/unplaced-payments/${id}`, { note })).body.note).toBe(note)
    const may = ['ReadUnplacedPaymentClientRestricted'] as const
    const bound = await tenant.holding(may, { clientId })
    const read = (await bound.get(`/unplaced-payments/${id}`)).body
    expect([read.id, read.note]).toEqual([id, null])
    expect((await tenant.api.get(`/unplaced-payments/${id}`)).body.note).toBe(note)
  })
})
