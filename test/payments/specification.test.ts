import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activated, postingsOf } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, world, type Answered, type TestTenant, type World } from '../support/world.ts'

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

const paid = async (amount: string, more: object = {}) =>
  (await tenant.api.post('/payments', { amount, currency: 'SEK', ...more })).body
const invoice = async (id: string) => (await tenant.api.get(`/invoices/${id}`)).body
const referenceOf = async (id: string) =>
  String((await tenant.api.get(`/invoices/${id}/payment-account`)).body.reference)
const linksOf = async (id: string): Promise<Record<string, string>[]> =>
  (await tenant.api.get(`/payments/${id}/links`)).body.data
const claims = () => Promise.all([1, 2].map(() => activated(at, tenant, clientId)))

const specify = (id: string, lines: readonly string[], heading = 'reference;amount') =>
  tenant.api.post(`/payments/${id}/payment-specification-file`, {
    filename: 'what is paid.csv',
    content: Buffer.from([heading, ...lines, ''].join('\n')).toString('base64'),
  })
const faultsIn = ({ status, body }: Answered) => [
  status,
  body.code,
  ...(body.errors ?? []).map(({ code, message }: { code: string; message: string }) => [
    code,
    /^Line (\d+)/.exec(message)?.[1] ?? message,
  ]),
]

describe('a list of what a payment is for', () => {
  test('puts what is unplaced of a booked payment on each claim, and books that', async () => {
    const [first, second] = (await claims()) as [string, string]
    const { id } = await paid('20000.00')
    const answer = await specify(id, [
      `${await referenceOf(first)};12500.00`,
      `${await referenceOf(second)};7000.00`,
    ])
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ linked: '19500.00', unplaced: '500.00', status: 'BOOKED' })
    expect((await invoice(first)).statuses).toMatchObject({ main: 'CLOSED', ledger: 'PAID' })
    expect((await invoice(second)).totals).toMatchObject({ balance: '5500.00', paid: '7000.00' })
    const links = await linksOf(id)
    expect(
      links.map(({ amount, status, reasons }) => [amount, status, reasons]).toSorted(),
    ).toEqual([
      ['12500.00', 'BOOKED', ['SPECIFICATION']],
      ['7000.00', 'BOOKED', ['SPECIFICATION']],
    ])
    const part = links.find(({ claimId }) => claimId === second)
    expect(await postingsOf(at, tenant, `payment-link/${part?.['id']}/CAPITAL`)).toEqual([
      'C AR -700000',
      'C CLEARING 700000',
      'T CLIENT_PAYABLE -700000',
      'T UNALLOCATED 700000',
    ])
    expect(await driftsOf(at, tenant.id)).toEqual([])

    const { specificationDocumentId } = (await tenant.api.get(`/payments/${id}`)).body
    const document = await tenant.api.get(`/documents/${specificationDocumentId}`)
    expect(document.body).toMatchObject({ filename: 'what is paid.csv', type: 'PAYMENT_FILE' })
    const rest = await specify(id, [`${await referenceOf(second)};500.00`])
    expect(rest.body).toMatchObject({ linked: '20000.00', unplaced: '0.00' })
    expect(rest.body.specificationDocumentId).not.toBe(specificationDocumentId)
    expect(faultsIn(await specify(id, [`${await referenceOf(second)};1.00`]))[1]).toBe(
      'UNPLACED_MOVED_ON',
    )
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('says what a payment is for that is not booked yet, by numbers of invoices too', async () => {
    const [first, second] = (await claims()) as [string, string]
    const numbers = await Promise.all(
      [first, second].map(async (id) => (await invoice(id)).invoiceNumber),
    )
    const { id } = await paid('13000.00', { book: false, clientId })
    const answer = await specify(
      id,
      [`${numbers[0]};6000.00`, `${numbers[1]};1000.00`, `${numbers[0]};6000.00`],
      'invoiceNumber;amount',
    )
    expect(answer.body).toMatchObject({
      status: 'MATCHED',
      linked: '13000.00',
      unplaced: '0.00',
      bookedAt: null,
    })
    const links = await linksOf(id)
    expect(links.map(({ amount, status }) => [amount, status]).toSorted()).toEqual([
      ['1000.00', 'CONFIRMED'],
      ['12000.00', 'CONFIRMED'],
    ])
    expect((await invoice(first)).totals.balance).toBe('12500.00')
    expect((await tenant.api.put(`/payments/${id}`, { book: true })).body.status).toBe('BOOKED')
    expect((await invoice(first)).totals.balance).toBe('500.00')
    expect((await invoice(second)).totals.balance).toBe('11500.00')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

describe('a list that somebody sends', () => {
  test('is taken whole or not at all: each line that is wrong is told of', async () => {
    const [first, second] = (await claims()) as [string, string]
    const closed = await activated(at, tenant, clientId)
    await paid('12500.00', { reference: await referenceOf(closed) })
    const foreign = await activated(at, tenant, await clientIn(tenant))
    const { id } = await paid('20000.00', { clientId })
    const answer = await specify(id, [
      `${await referenceOf(first)};7000.00`,
      '9999999999;10.00',
      `${await referenceOf(closed)};10.00`,
      `${await referenceOf(second)};12500.01`,
      `${await referenceOf(foreign)};10.00`,
      `${await referenceOf(first)};5500.01`,
      `${await referenceOf(first)};nothing`,
    ])
    expect(faultsIn(answer)).toEqual([
      409,
      'SPECIFICATION_UNFIT',
      ['AMOUNT_INVALID', '8'],
      ['NOT_FOUND', '3'],
      ['CLAIM_NOT_PAYABLE', '4'],
      ['CLAIM_EXCEEDED', '5'],
      ['CLAIM_NOT_PAYABLE', '6'],
      ['CLAIM_EXCEEDED', '7'],
      ['PAYMENT_EXCEEDED', 'Its lines make up 25030.02, and 20000.00 of the payment is left'],
    ])
    expect(await linksOf(id)).toEqual([])
    const read = await tenant.api.get(`/payments/${id}`)
    expect(read.body).toMatchObject({ unplaced: '20000.00', specificationDocumentId: null })
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('does not choose between the claims of two clients with one number', async () => {
    const other = await clientIn(tenant)
    const [mine, theirs] = [
      await activated(at, tenant, clientId),
      await activated(at, tenant, other),
    ]
    const { invoiceNumber } = await invoice(mine)
    await at.owner('update invoice set invoice_number = $2 where tenant_id = $1 and id = $3', [
      tenant.id,
      invoiceNumber,
      theirs,
    ])
    const line = [`${invoiceNumber};100.00`]
    const nobodys = await paid('100.00')
    expect(faultsIn(await specify(nobodys.id, line, 'invoiceNumber;amount'))).toEqual([
      409,
      'SPECIFICATION_UNFIT',
      ['AMBIGUOUS', '2'],
    ])
    const ours = await paid('100.00', { clientId })
    const answer = await specify(ours.id, line, 'invoiceNumber;amount')
    expect(answer.body).toMatchObject({ linked: '100.00' })
    expect((await linksOf(ours.id))[0]).toMatchObject({ claimId: mine })
  })

  test('has to be one, and not empty; a client only proposes', async () => {
    const { id } = await paid('100.00', { clientId })
    const [nothing, empty] = [await specify(id, [], 'Dear Sirs'), await specify(id, [])]
    expect([nothing.status, nothing.body.errors[0].code]).toEqual([400, 'FORMAT_UNKNOWN'])
    expect([empty.status, empty.body.errors[0].code]).toEqual([409, 'EMPTY'])
    const right = 'CreatePaymentTransactionSpecification'
    const client = await tenant.holding([right], { clientId })
    const body = { filename: 'a.csv', content: btoa('reference;amount\n17;1\n') }
    const path = `/payments/${id}/payment-specification-file`
    expect((await client.post(path, body)).body.code).toBe('CLIENT_ONLY_PROPOSES')
    const other = await tenantIn(at, 'Other')
    expect((await other.api.post(path, body)).status).toBe(404)
  })

  test('eight times at once is taken once', async () => {
    const claim = await activated(at, tenant, clientId)
    const { id } = await paid('12500.00')
    const line = [`${await referenceOf(claim)};12500.00`]
    const answers = await Promise.all(Array.from({ length: 8 }, () => specify(id, line)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await linksOf(id)).toHaveLength(1)
    expect((await invoice(claim)).totals.balance).toBe('0.00')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})
