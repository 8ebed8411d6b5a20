import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { Invoice } from '../../src/entities/invoice.ts'
import { activated, financedClient, newDebtor, postingsOf } from '../factoring/ground.ts'
import { balancesOf, driftsOf, trialOf } from '../support/books.ts'
import { activatedInvoice, clientIn, createdInvoice } from '../support/trade.ts'
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

/** One row of so much, without VAT. */
const worth = (price: string) => ({
  articleRows: [{ description: 'Planks', quantity: '1', price, vatPercentage: 0 }],
})
const debit = (price: string, more = {}) =>
  activatedInvoice(tenant, clientId, { ...worth(price), ...more })
const credit = (price: string, more = {}) =>
  activatedInvoice(tenant, clientId, { type: 'CREDIT_INVOICE', ...worth(price), ...more })

const link = (creditId: string, debits: object[]): Promise<Answered> =>
  tenant.api.put('/invoices/link-multiple', { creditId, debits })
const read = async (id: string) => (await tenant.api.get(`/invoices/${id}`)).body
const linksOf = async (id: string) =>
  (await tenant.api.get(`/invoices/${id}/credit-debit-link-list`)).body.data
const unlink = (eventId: string, body?: object) =>
  tenant.api.put(`/invoices/events/financial/${eventId}/unlink-credit`, body)

const refusalOf = ({ status, body }: Answered) => [status, body.code, body.errors?.[0]?.pointer]

describe('linking', () => {
  test('spreads a credit note over debits in their order', async () => {
    const [first, second] = [await debit('100.00'), await debit('200.00')]
    const note = await credit('150.00')
    const before = await trialOf(at, tenant.id)
    const answer = await link(note, [{ id: first }, { id: second }])
    expect(answer.status).toBe(200)
    expect(answer.body.links).toEqual([
      { debitId: first, amount: '100.00', balance: '0.00' },
      { debitId: second, amount: '50.00', balance: '150.00' },
    ])
    expect(answer.body.credit).toMatchObject({
      statuses: { main: 'CLOSED', ledger: 'CREDITED' },
      totals: { balance: '0.00', credited: '150.00' },
    })
    expect(await read(first)).toMatchObject({
      statuses: { main: 'CLOSED', ledger: 'CREDITED' },
      totals: { credited: '100.00' },
      dates: { closedDate: expect.any(String) },
    })
    expect(await read(second)).toMatchObject({
      statuses: { main: 'ACTIVATED', ledger: 'PARTLY_PAID' },
      totals: { balance: '150.00', credited: '50.00' },
    })
    expect(await linksOf(note)).toMatchObject([
      { creditId: note, debitId: second, amount: '50.00', unlinkedById: null },
      { creditId: note, debitId: first, amount: '100.00', unlinkedById: null },
    ])
    expect(await linksOf(first)).toMatchObject([{ creditId: note, debitId: first }])
    // A link moves what is owed between two claims of one account: no voucher says more.
    expect(await trialOf(at, tenant.id)).toEqual(before)
    expect(await driftsOf(at, tenant.id)).toEqual([])
    const told = await at.owner(
      `select name from event where type = 'INVOICE_BALANCE' and subject_id = any($1)`,
      [[note, first, second]],
    )
    expect(told.length).toBe(6)
  })

  test('takes the amounts that are said', async () => {
    const [first, second] = [await debit('100.00'), await debit('200.00')]
    const note = await credit('150.00')
    const { body } = await link(note, [{ id: first, amount: '30' }, { id: second }])
    expect(body.links.map(({ amount }: { amount: string }) => amount)).toEqual(['30.00', '120.00'])
  })

  test('never takes more than there is', async () => {
    const [first, second] = [await debit('100.00'), await debit('200.00')]
    const note = await credit('150.00')
    const tooMuch: [object[], string][] = [
      [[{ id: first, amount: '100.01' }], '/debits/0'],
      [[{ id: second, amount: '150.01' }], '/debits/0'],
      [[{ id: first }, { id: second, amount: '50.01' }], '/debits/1'],
      [[{ id: second }, { id: first }], '/debits/1'],
    ]
    for (const [debits, pointer] of tooMuch) {
      expect(refusalOf(await link(note, debits))).toEqual([409, 'CREDIT_EXCEEDED', pointer])
    }
    for (const amount of ['0', '0.00', '10.001']) {
      const wrong = await link(note, [{ id: first, amount }])
      expect(refusalOf(wrong)).toEqual([400, 'VALIDATION_FAILED', '/debits/0/amount'])
    }
    expect((await read(note)).totals.balance).toBe('-150.00')
  })

  test('is of activated claims of one client and debtor, a credit note and debits', async () => {
    const [note, open] = [await credit('100.00'), await debit('100.00')]
    const created = await createdInvoice(tenant, clientId)
    const theirs = await activatedInvoice(tenant, await clientIn(tenant), worth('10.00'))
    const debtor = { customerNumber: '9', name: 'Another AB', type: 'COMPANY' }
    const another = await debit('10.00', { debtor })
    for (const id of [created, theirs, another, await credit('1.00')]) {
      const answer = await link(note, [{ id: open }, { id }])
      expect(refusalOf(answer)).toEqual([409, 'INVOICES_NOT_LINKABLE', '/debits/1/id'])
    }
    const debitTwice = await link(open, [{ id: another }])
    expect(refusalOf(debitTwice)).toEqual([409, 'INVOICES_NOT_LINKABLE', '/creditId'])
    const twice = await link(note, [{ id: open }, { id: open }])
    expect(refusalOf(twice)).toEqual([400, 'VALIDATION_FAILED', '/debits/1/id'])
    const nothing = await link(note, [{ id: 'I06D7ZCEWYHZ8N17900DG7H8PR4' }])
    expect(refusalOf(nothing)).toEqual([404, 'NOT_FOUND', '/debits/0/id'])
  })

  test('by eight at once links what there is, once', async () => {
    const [note, open] = [await credit('100.00'), await debit('500.00')]
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => link(note, [{ id: open, amount: '100.00' }])),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    for (const answer of answers) {
      if (answer.status !== 200) expect(refusalOf(answer)[1]).toBe('INVOICES_NOT_LINKABLE')
    }
    expect((await read(open)).totals.balance).toBe('400.00')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

test('a claim that nobody wanted to finance is credited as before', async () => {
  const [note, denied] = [await credit('100.00'), await debit('100.00')]
  await at.owner(
    `update invoice set main_status = 'DENIED_FINANCING', financing_status = 'DENIED'
     where id = $1`,
    [denied],
  )
  expect((await link(note, [{ id: denied }])).status).toBe(200)
  expect((await read(denied)).statuses.main).toBe('CLOSED')
  const [made] = await linksOf(denied)
  expect((await unlink(made.id)).status).toBe(200)
  expect(await read(denied)).toMatchObject({
    statuses: { main: 'DENIED_FINANCING' },
    totals: { balance: '100.00' },
  })
})

test('claims that are suspended take credit notes, and stand as before once unlinked', async () => {
  const note = await credit('100.00')
  const mainOf = async (id: string) => (await read(id)).statuses.main
  const suspending = { pause: { until: '2999-01-31' }, stop: undefined }
  for (const [verb, body] of Object.entries(suspending)) {
    const claim = await debit('30.00')
    const { status } = await tenant.api.put(`/invoices/${claim}/actions/${verb}`, body)
    expect(status).toBe(200)
    const before = await mainOf(claim)
    expect((await link(note, [{ id: claim, amount: '10.00' }])).status).toBe(200)
    expect(await mainOf(claim)).toBe(before)
    expect((await link(note, [{ id: claim }])).status).toBe(200)
    expect(await mainOf(claim)).toBe('CLOSED')
    const [last] = await linksOf(claim)
    expect((await unlink(last.id)).status).toBe(200)
    expect(await mainOf(claim)).toBe(before)
  }
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('a claim falls due only as long as something is owed on it', async () => {
  const stepsOf = async (id: string) => {
    const { body } = await tenant.api.get(`/invoices/events/ledger?invoiceId=${id}&sort=id`)
    const due = body.data.filter(({ type }: { type: string }) => /DUE/.test(type))
    return due.map(({ status }: { status: string }) => status)
  }
  const [note, open] = [await credit('100.00'), await debit('100.00')]
  expect(await stepsOf(open)).toEqual(['PLANNED', 'PLANNED'])
  await link(note, [{ id: open }])
  expect(await stepsOf(open)).toEqual(['SKIPPED', 'SKIPPED'])
  const [made] = await linksOf(open)
  await unlink(made.id)
  expect(await stepsOf(open)).toEqual(['PLANNED', 'PLANNED'])
  expect(await stepsOf(await debit('0.00'))).toEqual([])
})

describe('unlinking', () => {
  test('restores both claims, named by either side, once', async () => {
    const [note, open] = [await credit('100.00'), await debit('100.00')]
    const before = [await read(note), await read(open)]
    await link(note, [{ id: open }])
    const [{ id }] = await linksOf(open)
    await tenant.api.post('/reason-code', { code: 'MISTAKE', type: 'CREDIT', name: 'Mistake' })
    const answer = await unlink(id, { reasonCode: 'MISTAKE' })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject([
      { type: 'CREDIT_UNLINK', reasonCode: 'MISTAKE' },
      { type: 'CREDIT_UNLINK', reasonCode: 'MISTAKE' },
    ])
    const after = [await read(note), await read(open)]
    after.forEach((one, n) => {
      expect(one.totals).toEqual(before[n].totals)
      expect(one.statuses).toEqual(before[n].statuses)
      expect(one.dates.closedDate).toBeNull()
    })
    const [other] = await linksOf(note)
    expect(other.unlinkedById).toMatch(/^FE/)
    expect(refusalOf(await unlink(other.id)).slice(0, 2)).toEqual([409, 'ALREADY_REVERSED'])
    expect(await driftsOf(at, tenant.id)).toEqual([])
    const again = await link(note, [{ id: open, amount: '40.00' }])
    expect(again.body.links).toEqual([{ debitId: open, amount: '40.00', balance: '60.00' }])
    expect((await linksOf(open)).length).toBe(2)
  })

  test('is booked on no day before the link', async () => {
    const [note, open] = [await credit('100.00'), await debit('100.00')]
    await link(note, [{ id: open }])
    const [made] = await linksOf(open)
    const early = await unlink(made.id, { bookDate: '2020-01-01' })
    expect(early.body).toMatchObject({
      status: 400,
      errors: [{ pointer: '/bookDate', code: 'BEFORE_ORIGINAL' }],
    })
  })

  test('is booked on no day to come', async () => {
    const [note, open] = [await credit('100.00'), await debit('100.00')]
    await link(note, [{ id: open }])
    const [made] = await linksOf(open)
    const late = await unlink(made.id, { bookDate: '2999-12-31' })
    expect(late.body).toMatchObject({
      status: 400,
      errors: [{ pointer: '/bookDate', code: 'IN_THE_FUTURE' }],
    })
  })

  test('is of links', async () => {
    const open = await debit('100.00')
    const { body } = await tenant.api.get(`/invoices/events/financial?claimId=${open}`)
    const answer = await unlink(body.data[0].id)
    expect(refusalOf(answer).slice(0, 2)).toEqual([409, 'EVENT_NOT_REVERSIBLE'])
  })

  test('by eight at once is done by one', async () => {
    const [note, open] = [await credit('100.00'), await debit('100.00')]
    await link(note, [{ id: open }])
    const ids = [(await linksOf(open))[0].id, (await linksOf(note))[0].id]
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => unlink(ids[n % 2])))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(
      answers
        .filter(({ status }) => status !== 200)
        .every(({ body }) => body.code === 'ALREADY_REVERSED'),
    ).toBe(true)
    expect((await read(open)).totals.balance).toBe('100.00')
  })
})

describe('a bought claim', () => {
  /** The running example, financed, and a credit note for all of it. */
  async function bought(): Promise<{ note: string; open: string }> {
    const of = await financedClient(tenant)
    const debtor = newDebtor()
    const [open, note] = [
      await activated(at, tenant, of, { debtor }),
      await activated(at, tenant, of, { debtor, type: 'CREDIT_INVOICE' }),
    ]
    const { body } = await tenant.api.put(`/factoring-decisions/${open}/factoring`, {})
    const path = `/factoring-decisions/${body.id}/move`
    await tenant.api.put(path, { status: 'READY_FOR_DECISION' })
    await tenant.api.put(path, { status: 'DECIDED', financeDecision: 'APPROVED' })
    expect((await read(open)).statuses.financing).toBe('FINANCED')
    return { note, open }
  }

  test('that is credited takes back what was paid for it, and unlinking gives it again', async () => {
    const { note, open } = await bought()
    const before = await balancesOf(at, tenant.id)
    expect((await link(note, [{ id: open }])).status).toBe(200)
    expect(await postingsOf(at, tenant, `credit-link/${note}/${open}/1/dilution`)).toEqual([
      'C AR 1250000',
      'C CLEARING -1125000',
      'C CLEARING_RESERVE -125000',
      'T AR_PURCHASED -1250000',
      'T CLIENT_PAYABLE 1125000',
      'T RESERVE 125000',
    ])
    expect(await driftsOf(at, tenant.id)).toEqual([])
    expect((await read(open)).statuses).toMatchObject({ main: 'CLOSED', ledger: 'CREDITED' })
    const [{ id }] = await linksOf(open)
    expect((await unlink(id)).status).toBe(200)
    expect(await balancesOf(at, tenant.id)).toEqual(before)
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('that somebody else funds meanwhile is credited like any other', async () => {
    const { note, open } = await bought()
    const path = `/invoice-refinancing/${open}`
    await tenant.api.put(path, { toProviderCode: 'BANK-A', amount: '10000.00' })
    expect((await tenant.api.put(path, { status: 'ACTIVE' })).status).toBe(200)
    expect((await read(open)).statuses.financing).toBe('REFINANCED')
    const before = await balancesOf(at, tenant.id)
    expect((await link(note, [{ id: open, amount: '2500.00' }])).status).toBe(200)
    expect((await tenant.api.get(path)).body).toMatchObject({
      status: 'ACTIVE',
      amount: '8000.00',
      version: 3,
    })
    expect(await postingsOf(at, tenant, `credit-link/${note}/${open}/1/dilution`)).toEqual([
      'C AR 250000',
      'C CLEARING -225000',
      'C CLEARING_RESERVE -25000',
      'T AR_PURCHASED -250000',
      'T CLIENT_PAYABLE 225000',
      'T RESERVE 25000',
    ])
    expect(await driftsOf(at, tenant.id)).toEqual([])
    const [{ id }] = await linksOf(open)
    expect((await unlink(id)).status).toBe(200)
    expect(await balancesOf(at, tenant.id)).toEqual(before)
    expect(await driftsOf(at, tenant.id)).toEqual([])
    expect((await tenant.api.get(path)).body).toMatchObject({ amount: '10000.00' })
    await link(note, [{ id: open }])
    expect((await tenant.api.get(path)).body).toMatchObject({ status: 'ACTIVE', amount: '0.00' })
    expect((await tenant.api.put(path, { status: 'REPAID' })).status).toBe(200)
    const again = (await linksOf(open)).find((one: Record<string, unknown>) => !one['unlinkedById'])
    expect((await unlink(again.id)).status).toBe(200)
    expect((await tenant.api.get(path)).body).toMatchObject({ status: 'REPAID', amount: '0.00' })
  })

  test('that is credited in part and taken back by recourse keeps its link', async () => {
    const { note, open } = await bought()
    await link(note, [{ id: open, amount: '2500.00' }])
    expect(await driftsOf(at, tenant.id)).toEqual([])
    await tenant.work(async (unit) => {
      const invoice = await unit.load(Invoice, open)
      invoice.recourseDate = '2026-01-01'
    })
    const recourse = await tenant.api.put(`/invoice-refinancing/${open}/use-recourse`)
    expect(recourse.status).toBe(200)
    expect(await driftsOf(at, tenant.id)).toEqual([])
    const [{ id }] = await linksOf(open)
    expect(refusalOf(await unlink(id)).slice(0, 2)).toEqual([409, 'EVENT_NOT_REVERSIBLE'])
  })
})

test('many credit notes are linked in the background', async () => {
  const notes = [await credit('100.00'), await credit('100.00')]
  const debits = [await debit('100.00'), await debit('100.00')]
  const links = notes.map((creditId) => ({ creditId, debits: [{ id: debits[0] }] }))
  const path = '/invoices/link-multiple-bulk'
  const twice = await tenant.api.put(path, { links: [links[0], links[0]] })
  expect(refusalOf(twice)).toEqual([400, 'VALIDATION_FAILED', '/links/1/creditId'])
  const answer = await tenant.api.put(path, { links })
  expect(answer.status).toBe(202)
  const { id } = answer.body
  expect(answer.headers.get('location')).toBe(`/background-task/${id}`)
  const again = await tenant.api.put(path, { links })
  expect(refusalOf(again).slice(0, 2)).toEqual([409, 'TASK_RUNNING'])
  const now = at.clock.now
  await workOffTask({
    runtime: at.runtime,
    tenantId: tenant.id,
    entityId: id,
    now,
    workflowId: 't',
  })
  const { body } = await tenant.api.get(`/background-task/${id}`)
  expect(body).toMatchObject({ status: 'COMPLETED', succeeded: 1, failed: 1 })
  expect(body.errors[0].code).toBe('INVOICES_NOT_LINKABLE')
  expect((await read(debits[0] ?? '')).statuses.main).toBe('CLOSED')
  expect(await driftsOf(at, tenant.id)).toEqual([])
})
