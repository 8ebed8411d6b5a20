import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { afterActivation } from '../../src/activities/invoices/after-activation.ts'
import { beginActivation } from '../../src/activities/invoices/begin-activation.ts'
import { bookActivation } from '../../src/activities/invoices/book-activation.ts'
import { failActivation } from '../../src/activities/invoices/fail-activation.ts'
import { makeDocuments } from '../../src/activities/invoices/make-documents.ts'
import { activationsIn, refused } from '../support/activations.ts'
import { clientIn, createdInvoice, runActivation } from '../support/trade.ts'
import { allSent } from '../support/messages.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { newId } from '../../src/kernel/write/ids.ts'

let at: World
let tenant: TestTenant
let clientId: string
let of: ReturnType<typeof activationsIn>

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
  of = activationsIn(at, tenant)
})
afterAll(() => at.close())

test('the steps lead to a booked invoice, its document, its vouchers and its plan', async () => {
  const id = await createdInvoice(tenant, clientId)
  await of.activate(id)
  await runActivation(tenant, id)
  const invoice = await of.read(id)
  expect(invoice).toMatchObject({
    productCode: 'INVOICE_SERVICE',
    bookedDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    statuses: { main: 'ACTIVATED' },
    totals: { gross: '1250.00', balance: '1250.00' },
    paymentReference: expect.any(String),
    activation: { number: 1, step: 'DONE', status: 'DONE', error: null },
  })
  expect(await of.eventsOf(id)).toEqual(
    expect.arrayContaining(['INVOICE.activating', 'INVOICE.activated', 'INVOICE_BALANCE.changed']),
  )
  const documents = await at.owner('select type, status from document where invoice_id = $1', [id])
  expect(documents).toEqual([{ type: 'INVOICE', status: 'STORED' }])
  const events = await at.owner(
    `select type, component, amount::text, source_key from financial_event where claim_id = $1`,
    [id],
  )
  expect(events).toEqual([
    {
      type: 'INVOICE_BOOKED',
      component: 'CAPITAL',
      amount: '125000',
      source_key: `invoice/${id}/booked`,
    },
  ])
  const postings = await at.owner(
    `select p.account_number, p.amount::text from voucher_posting p
     join voucher v on v.tenant_id = p.tenant_id and v.id = p.voucher_id
     where v.financial_event_id = (select id from financial_event where claim_id = $1)
     order by p.amount desc`,
    [id],
  )
  expect(postings.map(({ amount }) => amount)).toEqual(['125000', '-25000', '-100000'])
  const plan = await at.owner(
    'select type from invoice_ledger_event where invoice_id = $1 order by id',
    [id],
  )
  expect(plan.map(({ type }) => type)).toEqual(['BOOKED', 'DUE', 'OVERDUE'])
})

test('the steps settle what asks for nothing, once it is booked', async () => {
  const articleRows = [{ description: 'A gift', quantity: '1', price: '0', vatPercentage: 25 }]
  for (const type of ['INVOICE', 'CREDIT_INVOICE']) {
    const id = await createdInvoice(tenant, clientId, { type, articleRows })
    await of.activate(id)
    await runActivation(tenant, id)
    const invoice = await of.read(id)
    expect(invoice).toMatchObject({
      statuses: { main: 'CLOSED', ledger: 'PAID' },
      totals: { gross: '0.00', balance: '0.00' },
      activation: { status: 'DONE' },
    })
    expect(invoice.dates.closedDate).toBe(invoice.bookedDate)
    const events = await of.eventsOf(id)
    const life = ['INVOICE.activated', 'INVOICE.closed']
    expect(events.filter((name) => life.includes(name))).toEqual(life)
    const plan = await at.owner(
      `select 1 from invoice_ledger_event where invoice_id = $1 and type = 'CLOSED'`,
      [id],
    )
    expect(plan).toHaveLength(1)
  }
})

test('the steps have their effect once when they run twice', async () => {
  const id = await createdInvoice(tenant, clientId)
  await of.activate(id)
  const task = await of.taskOf(id)
  for (const step of [beginActivation, makeDocuments, bookActivation]) {
    await Promise.all([step(task), step(task)])
    await step(task)
  }
  await runActivation(tenant, id)
  const counted = await at.owner(
    `select (select count(*)::int from document where invoice_id = $1) as documents,
      (select count(*)::int from financial_event where claim_id = $1) as events,
      (select count(*)::int from invoice_ledger_event where invoice_id = $1) as steps`,
    [id],
  )
  expect(counted).toEqual([{ documents: 1, events: 1, steps: 3 }])
  expect((await of.read(id)).totals.balance).toBe('1250.00')
})

test('the steps keep what the debtor owes, less what is credited', async () => {
  const fields = { debtor: { customerNumber: 'K-1', name: 'Karlsson', type: 'PERSON' } }
  const id = await createdInvoice(tenant, clientId, fields)
  const note = await createdInvoice(tenant, clientId, { ...fields, type: 'CREDIT_INVOICE' })
  for (const each of [id, note]) {
    await of.activate(each)
    await runActivation(tenant, each)
  }
  const balance = await at.owner(`select balance::text from debtor where customer_number = 'K-1'`)
  expect(balance).toEqual([{ balance: '0' }])
  expect(await of.read(note)).toMatchObject({
    paymentReference: null,
    statuses: { main: 'ACTIVATED', ledger: 'NOT_DUE' },
    totals: { gross: '1250.00', balance: '-1250.00' },
  })
})

test('the steps see the day in the zone of the tenant', async () => {
  const id = await createdInvoice(tenant, clientId, {
    dates: { invoiceDate: '2027-06-01', expireDate: '2027-07-01' },
  })
  await of.activate(id)
  const task = { ...(await of.taskOf(id)), now: new Date('2027-06-30T22:30:00Z') }
  for (const step of [beginActivation, makeDocuments, bookActivation]) await step(task)
  expect(await of.read(id)).toMatchObject({ bookedDate: '2027-07-01' })
  const [event] = await at.owner(
    `select data from event where subject_id = $1 and name = 'activated'`,
    [id],
  )
  expect(event?.['data']).toMatchObject({ bookedDate: '2027-07-01', ledgerStatus: 'DUE' })
})

describe('a step that fails', () => {
  async function failedAt(step: string) {
    const id = await createdInvoice(tenant, clientId)
    await of.activate(id)
    const task = await of.taskOf(id)
    const steps = {
      BEGIN: [],
      DOCUMENTS: [beginActivation],
      BOOK: [beginActivation, makeDocuments],
    }
    for (const run of steps[step as keyof typeof steps]) await run(task)
    const failure = { code: 'PERIOD_LOCKED', message: 'The period is locked.' }
    expect(await failActivation({ ...task, failure })).toMatchObject({ status: 'FAILED', step })
    return id
  }

  test('leaves an errand with its cause, and goes on from there when it is retried', async () => {
    for (const step of ['BEGIN', 'DOCUMENTS', 'BOOK']) {
      const id = await failedAt(step)
      expect((await of.read(id)).activation).toMatchObject({
        step,
        status: 'FAILED',
        error: 'PERIOD_LOCKED: The period is locked.',
      })
      const errands = () =>
        at.owner(`select type, status, suggestion from system_errand where subject_id = $1`, [id])
      expect(await errands()).toMatchObject([
        { type: 'ACTIVATION_FAILED', status: 'OPEN', suggestion: { action: 'RETRY_ACTIVATION' } },
      ])
      expect(await of.eventsOf((await of.activationOf(id)).id)).toContain(
        'INVOICE.activationFailed',
      )
      await allSent(at)
      expect((await of.retry(id)).status).toBe(202)
      expect((await of.outboxOf(id)).map(({ kind }) => kind)).toEqual(['start'])
      await runActivation(tenant, id)
      expect(await of.read(id)).toMatchObject({
        statuses: { main: 'ACTIVATED' },
        activation: { status: 'DONE', error: null },
      })
      expect(await errands()).toMatchObject([{ status: 'RESOLVED' }])
    }
  })

  test('can be reset as well', async () => {
    const id = await failedAt('BOOK')
    expect(await of.reset(id)).toMatchObject({ body: { statuses: { main: 'CREATED' } } })
    const errands = await at.owner('select status from system_errand where subject_id = $1', [id])
    expect(errands).toEqual([{ status: 'RESOLVED' }])
    const { data } = (await tenant.api.get(`/documents?invoiceId=${id}`)).body
    expect(data).toMatchObject([{ type: 'INVOICE', status: 'DELETED', debtorId: null }])
    const path = `/documents/${data[0].id}`
    for (const answer of [
      await tenant.api.get(`${path}/file`),
      await tenant.api.put(`${path}/generate`),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'DOCUMENT_WITHOUT_FILE' } })
    }
    expect((await tenant.api.delete(path)).status).toBe(204)
  })

  test('is retried only where one has failed', async () => {
    const id = await createdInvoice(tenant, clientId)
    expect(await of.retry(id)).toMatchObject(refused('ACTIVATION_NOT_FAILED'))
    await of.activate(id)
    expect(await of.retry(id)).toMatchObject(refused('ACTIVATION_NOT_FAILED'))
  })
})

const enable = (owner: string) =>
  at.owner(
    `update client_product set enabled = true
     where client_id = $1 and product_code = 'INVOICE_FACTORING_SELL'`,
    [owner],
  )

test('what is to be sold is booked as service, then financing is asked for', async () => {
  const selling = await clientIn(tenant)
  await enable(selling)
  const id = await createdInvoice(tenant, selling)
  await of.activate(id, { productCode: 'INVOICE_FACTORING_SELL' })
  const task = await of.taskOf(id)
  for (const step of [beginActivation, makeDocuments]) await step(task)
  expect(await bookActivation(task)).toMatchObject({ status: 'RUNNING', step: 'POST_ACTIVATE' })
  expect(await of.read(id)).toMatchObject({
    productCode: 'INVOICE_SERVICE',
    statuses: { main: 'ACTIVATED', financing: 'NONE' },
  })
  expect(await afterActivation(task)).toMatchObject({ status: 'DONE', step: 'DONE' })
  expect((await of.read(id)).statuses.financing).toBe('REQUESTED')
  await afterActivation(task)
  const decisions = await at.owner('select id from factoring_decision where invoice_id = $1', [id])
  expect(decisions).toHaveLength(1)
})

test('a client that sells all sells no credit notes', async () => {
  const selling = await clientIn(tenant)
  await enable(selling)
  await at.owner(
    `update client_setting set value = value || '{"autoFactoring": true}'
     where client_id = $1 and kind = 'INVOICE'`,
    [selling],
  )
  const id = await createdInvoice(tenant, selling)
  const note = await createdInvoice(tenant, selling, { type: 'CREDIT_INVOICE' })
  for (const each of [id, note]) {
    await of.activate(each)
    await runActivation(tenant, each)
  }
  expect((await of.read(id)).statuses.financing).toBe('REQUESTED')
  expect((await of.read(note)).statuses.financing).toBe('NONE')
})

test('what fails after the booking does not un-book it, and is retried', async () => {
  const selling = await clientIn(tenant)
  await enable(selling)
  const id = await createdInvoice(tenant, selling)
  await of.activate(id, { productCode: 'INVOICE_FACTORING_SELL' })
  const task = await of.taskOf(id)
  for (const step of [beginActivation, makeDocuments, bookActivation]) await step(task)
  const failure = { code: 'DEBTOR_BLOCKED', message: 'The debtor is blocked.' }
  expect(await failActivation({ ...task, failure })).toMatchObject({ status: 'FAILED' })
  expect(await of.read(id)).toMatchObject({
    statuses: { main: 'ACTIVATED' },
    activation: { step: 'POST_ACTIVATE', status: 'FAILED' },
  })
  expect(await of.errandsOf(id)).toMatchObject([
    { type: 'POST_ACTIVATION', suggestion: { action: 'RETRY_POST_ACTIVATE' } },
  ])
  expect(await of.reset(id)).toMatchObject(refused('INVOICE_NOT_RESETTABLE'))
  expect((await of.retry(id)).status).toBe(202)
  await runActivation(tenant, id)
  expect(await of.read(id)).toMatchObject({
    statuses: { main: 'ACTIVATED', financing: 'REQUESTED' },
    activation: { step: 'DONE', status: 'DONE' },
  })
  expect(await of.errandsOf(id)).toMatchObject([{ status: 'RESOLVED' }])
})

test('the business system of a client that has one is to hear of it', async () => {
  const synced = await clientIn(tenant)
  await at.owner(
    `insert into client_sync (tenant_id, id, client_id, status, direction, scope, version,
       created_at, updated_at)
     values ($1, $3, $2, 'CONNECTED', 'EXPORT', '{}', 1, now(), now())
     on conflict (tenant_id, client_id) do update set status = 'CONNECTED', direction = 'EXPORT'`,
    [tenant.id, synced, newId('ClientSync')],
  )
  const id = await createdInvoice(tenant, synced)
  await of.activate(id)
  await runActivation(tenant, id)
  await runActivation(tenant, id)
  const rows = await at.owner(
    'select direction, status from client_sync_invoice where invoice_id = $1',
    [id],
  )
  expect(rows).toEqual([{ direction: 'EXPORT', status: 'PENDING' }])
})

async function clientWithoutDocuments(): Promise<string> {
  const later = await clientIn(tenant)
  await at.owner(
    `update client_setting set value = value || '{"produce": "ON_DEMAND"}'
     where client_id = $1 and kind = 'DOCUMENT'`,
    [later],
  )
  return later
}

test('where a document is made when somebody asks, it is booked with the first step', async () => {
  const id = await createdInvoice(tenant, await clientWithoutDocuments())
  await of.activate(id)
  expect(await beginActivation(await of.taskOf(id))).toMatchObject({ status: 'DONE', step: 'DONE' })
  const documents = await at.owner(
    `select d.id, d.status, a.frozen from document d
     join invoice_activation a on a.invoice_id = d.invoice_id where d.invoice_id = $1`,
    [id],
  )
  expect(documents).toMatchObject([{ status: 'FROZEN', frozen: null }])
  const made = await tenant.api.post('/documents/invoice', { invoiceId: id })
  expect([made.status, made.body.id]).toEqual([201, documents[0]!['id']])
  const trail = await at.owner(
    `select coalesce(changes #>> '{mainStatus,to}', changes ->> 'mainStatus') as status
     from changelog where entity_id = $1 and changes -> 'mainStatus' is not null order by id`,
    [id],
  )
  expect(trail.map(({ status }) => status)).toEqual(['PENDING', 'ACTIVATED'])
})

test('what stands in the way of the booking does not take the beginning back', async () => {
  const later = await clientWithoutDocuments()
  const id = await createdInvoice(tenant, later)
  await of.activate(id)
  await at.owner(
    `insert into locked_period (tenant_id, owner_type, owner_id, client_id, locked_until, version,
       created_at, updated_at)
     values ($1, 'CLIENT', $2, $2, '2999-12-31', 1, now(), now())`,
    [tenant.id, later],
  )
  const task = await of.taskOf(id)
  expect(await beginActivation(task)).toMatchObject({ status: 'RUNNING', step: 'BOOK' })
  expect((await of.read(id)).statuses.main).toBe('ACTIVATING')
  await expect(bookActivation(task)).rejects.toMatchObject({ code: 'PERIOD_LOCKED' })
  await at.owner('delete from locked_period where owner_id = $1', [later])
  expect(await bookActivation(task)).toMatchObject({ status: 'DONE', step: 'DONE' })
})
