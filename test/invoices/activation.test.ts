import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginActivation } from '../../src/activities/invoices/begin-activation.ts'
import { bookActivation } from '../../src/activities/invoices/book-activation.ts'
import { makeDocuments } from '../../src/activities/invoices/make-documents.ts'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { activationsIn, refused, service } from '../support/activations.ts'
import { clientIn, createdInvoice, runActivation } from '../support/trade.ts'
import { swedishNumber } from '../support/swedish-number.ts'
import { apiAs, tenantIn, world, type TestTenant, type World } from '../support/world.ts'

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

test('accepting answers PENDING at once and leaves the process to be started', async () => {
  const id = await createdInvoice(tenant, clientId)
  const answer = await of.activate(id)
  expect(answer).toMatchObject({
    status: 202,
    body: { id, bookedDate: null, statuses: { main: 'PENDING', ledger: 'NOT_BOOKED' } },
  })
  expect(await of.outboxOf(id)).toEqual([
    {
      kind: 'start',
      workflow: 'activateInvoice',
      workflow_id: `activate-invoice/${tenant.id}/${id}/1`,
    },
  ])
  expect(await of.eventsOf(id)).toContain('INVOICE.pending')
  expect(await of.activationOf(id)).toMatchObject({ status: 'WAITING', step: 'BEGIN', number: 1 })
})

test('an invoice on its way says which product it is activated for, until it is taken back', async () => {
  const seller = await clientIn(tenant)
  await at.owner('update client_product set enabled = true where client_id = $1', [seller])
  const sell = { productCode: 'INVOICE_FACTORING_SELL' }
  const id = await createdInvoice(tenant, seller)
  expect((await of.read(id)).productCode).toBeNull()
  expect((await of.activate(id, sell)).body).toMatchObject(sell)
  expect(await of.read(id)).toMatchObject(sell)
  expect((await of.reset(id)).body.productCode).toBeNull()
  expect((await of.activate(id)).body).toMatchObject(service)
  await of.reset(id)
  await of.activate(id, sell)
  await runActivation(tenant, id)
  // What is to be sold is served until somebody has bought it.
  expect(await of.read(id)).toMatchObject({ ...service, statuses: { financing: 'REQUESTED' } })
})

test('of eight who accept at once one succeeds; the others are refused', async () => {
  const id = await createdInvoice(tenant, clientId)
  const answers = await Promise.all(Array.from({ length: 8 }, () => of.activate(id)))
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 202)) {
    expect(answer).toMatchObject(refused('INVOICE_NOT_CREATED'))
  }
  expect(await of.outboxOf(id)).toHaveLength(1)
})

test('accepting refuses what is no product, or none of invoices', async () => {
  const id = await createdInvoice(tenant, clientId)
  for (const productCode of ['INVOICE_GIFT', 'REMINDER', '', 7]) {
    expect(await of.activate(id, { productCode })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', errors: [{ pointer: '/productCode' }] },
    })
  }
  expect((await of.activate(id, {})).status).toBe(400)
  expect((await of.read(id)).statuses.main).toBe('CREATED')
})

test('accepting refuses a product that the client does not have', async () => {
  const id = await createdInvoice(tenant, clientId)
  const sell = { productCode: 'INVOICE_FACTORING_SELL' }
  expect(await of.activate(id, sell)).toMatchObject(refused('PRODUCT_NOT_ENABLED'))
  const other = await clientIn(tenant)
  await at.owner(
    `update client_product set enabled = false
     where client_id = $1 and product_code = 'INVOICE_SERVICE'`,
    [other],
  )
  const theirs = await createdInvoice(tenant, other)
  expect(await of.activate(theirs)).toMatchObject(refused('PRODUCT_NOT_ENABLED'))
  await at.owner(
    `update client_product set enabled = true, valid_from = '2999-01-01' where client_id = $1`,
    [other],
  )
  expect(await of.activate(theirs)).toMatchObject(refused('PRODUCT_NOT_ENABLED'))
  await at.owner(`update client_product set valid_from = '2020-01-01' where client_id = $1`, [
    other,
  ])
  const pledge = { productCode: 'INVOICE_FACTORING_PLEDGE' }
  expect(await of.activate(theirs, pledge)).toMatchObject(refused('PRODUCT_NOT_AVAILABLE'))
})

test('accepting refuses an invoice without rows, and to finance a credit note', async () => {
  const id = await createdInvoice(tenant, clientId)
  await at.owner('delete from article where invoice_id = $1', [id])
  expect(await of.activate(id)).toMatchObject(refused('INVOICE_WITHOUT_ROWS'))
  const note = await createdInvoice(tenant, clientId, { type: 'CREDIT_INVOICE' })
  expect(await of.activate(note, { productCode: 'INVOICE_FACTORING_SELL' })).toMatchObject(
    refused('CREDIT_NOTE_NOT_FINANCED'),
  )
  expect((await of.activate(note)).status).toBe(202)
})

test('accepting is for those who hold the right, and for their own client', async () => {
  const id = await createdInvoice(tenant, clientId)
  const reader = await tenant.holding(['ReadInvoice'])
  expect((await of.activate(id, service, reader)).status).toBe(403)
  const rights = ['ActivateInvoices'] as const
  const theirs = await tenant.holding(rights, { kind: 'CLIENT', clientId })
  const foreign = await tenant.holding(rights, {
    kind: 'CLIENT',
    clientId: await clientIn(tenant),
  })
  expect((await of.activate(id, service, foreign)).status).toBe(404)
  expect((await of.activate(id, service, theirs)).status).toBe(202)
})

describe('authorization', () => {
  let strict: string
  beforeAll(async () => {
    strict = await clientIn(tenant)
    await at.owner(
      `update client_setting set value = value || '{"authorizationRequired": true}'
       where client_id = $1 and kind = 'INVOICE'`,
      [strict],
    )
  })

  test('holds it against all tokens of whoever asked', async () => {
    const id = await createdInvoice(tenant, strict)
    const rights = ['ActivateInvoices', 'GenerateToken'] as const
    const person = await tenant.holding([...rights])
    const minted = async (by: typeof person) =>
      apiAs(at, (await by.post('/token/generate', { rights: [...rights] })).body.token)
    const [one, two] = [await minted(person), await minted(person)]
    expect((await of.activate(id, service, one)).body.statuses.main).toBe('PENDING_AUTHORIZATION')
    for (const same of [one, two, person]) {
      expect(await of.activate(id, service, same)).toMatchObject(refused('SAME_APPROVER'))
    }
    const other = await tenant.holding([...rights])
    expect(await of.activate(id, service, await minted(other))).toMatchObject({ status: 202 })
  })

  test('holds the invoice until somebody else asks for the same', async () => {
    const id = await createdInvoice(tenant, strict)
    const held = await of.activate(id)
    expect(held).toMatchObject({
      status: 202,
      body: { statuses: { main: 'PENDING_AUTHORIZATION' } },
    })
    expect(await of.outboxOf(id)).toEqual([])
    expect(await of.activate(id)).toMatchObject(refused('SAME_APPROVER'))
    const other = await tenant.holding(['ActivateInvoices'])
    const sell = { productCode: 'INVOICE_FACTORING_SELL' }
    expect(await of.activate(id, sell, other)).toMatchObject(refused('PRODUCT_DIFFERS'))
    expect(await of.activate(id, service, other)).toMatchObject({
      status: 202,
      body: { statuses: { main: 'PENDING' } },
    })
    expect(await of.outboxOf(id)).toHaveLength(1)
    const { requested_by, authorized_by } = await of.activationOf(id)
    expect(requested_by).not.toBe(authorized_by)
    expect(await of.activate(id, service, other)).toMatchObject(refused('INVOICE_NOT_CREATED'))
  })

  test('is withdrawn by a reset, and asked for anew', async () => {
    const id = await createdInvoice(tenant, strict)
    await of.activate(id)
    expect(await of.reset(id)).toMatchObject({
      status: 200,
      body: { statuses: { main: 'CREATED' } },
    })
    expect(await of.outboxOf(id)).toEqual([])
    await of.activate(id)
    expect(await of.activationOf(id)).toMatchObject({ number: 2, status: 'HELD' })
  })
})

describe('reset', () => {
  test('takes back what is PENDING or ACTIVATING; a late step does nothing', async () => {
    for (const steps of [[], [beginActivation], [beginActivation, makeDocuments]]) {
      const id = await createdInvoice(tenant, clientId)
      await of.activate(id)
      const task = await of.taskOf(id)
      for (const step of steps) await step(task)
      expect(await of.reset(id)).toMatchObject({ body: { statuses: { main: 'CREATED' } } })
      expect((await of.outboxOf(id)).map(({ kind }) => kind)).toEqual(['start', 'signal'])
      const late = { status: 'WITHDRAWN' }
      for (const step of [beginActivation, makeDocuments, bookActivation]) {
        expect(await step(task)).toMatchObject(late)
      }
      expect((await of.read(id)).statuses.main).toBe('CREATED')
      expect(await of.eventsOf(id)).toContain('INVOICE.reset')
      const left = `select 1 from document where invoice_id = $1 and status <> 'DELETED'`
      expect(await at.owner(left, [id])).toEqual([])
      await of.activate(id)
      await runActivation(tenant, id)
      expect(await of.read(id)).toMatchObject({
        statuses: { main: 'ACTIVATED' },
        activation: { number: 2 },
      })
    }
  })

  test('refuses what is not on its way, or booked', async () => {
    const id = await createdInvoice(tenant, clientId)
    expect(await of.reset(id)).toMatchObject(refused('INVOICE_NOT_RESETTABLE'))
    await of.activate(id)
    await runActivation(tenant, id)
    expect(await of.reset(id)).toMatchObject(refused('INVOICE_NOT_RESETTABLE'))
  })
})

describe('bulk activation', () => {
  const bulk = (body: object) => tenant.api.post('/invoices/actions/bulk-activate', body)
  const workOff = (taskId: string) =>
    workOffTask({
      runtime: at.runtime,
      tenantId: tenant.id,
      entityId: taskId,
      now: at.clock.now,
      workflowId: 'test',
    })

  test('accepts each of those that are named, and lists which were refused', async () => {
    const ids = [await createdInvoice(tenant, clientId), await createdInvoice(tenant, clientId)]
    const gone = await createdInvoice(tenant, clientId)
    await of.activate(gone)
    const answer = await bulk({ ids: [...ids, gone], ...service })
    expect(answer).toMatchObject({
      status: 202,
      body: { taskName: 'invoices.bulkActivate', status: 'QUEUED', total: 3 },
    })
    expect(answer.headers.get('location')).toBe(`/background-task/${answer.body.id}`)
    expect(await workOff(answer.body.id)).toMatchObject({ processed: 3, failed: 1, open: false })
    for (const id of ids) {
      expect((await of.read(id)).statuses.main).toBe('PENDING')
      expect(await of.outboxOf(id)).toEqual([])
    }
    // They are one batch, and one message begins it.
    const [batch, ...others] = new Set(
      await Promise.all(ids.map(async (id) => (await of.activationOf(id))['batch_id'])),
    )
    expect(others).toEqual([])
    const begun = await at.owner('select kind from outbox where workflow_id = $1', [
      `activate-batch/${tenant.id}/${String(batch)}`,
    ])
    expect(begun).toEqual([{ kind: 'start' }])
    const items = await at.owner(
      `select code from background_task_item where task_id = $1 and status = 'FAILED'`,
      [answer.body.id],
    )
    expect(items).toEqual([{ code: 'INVOICE_NOT_CREATED' }])
  })

  test('takes all that a filter finds', async () => {
    const other = await clientIn(tenant)
    const ids = [await createdInvoice(tenant, other), await createdInvoice(tenant, other)]
    const answer = await bulk({ filter: { clientId: other }, ...service })
    expect(answer).toMatchObject({ status: 202, body: { total: 2 } })
    await workOff(answer.body.id)
    for (const id of ids) expect((await of.read(id)).statuses.main).toBe('PENDING')
  })

  test('does not let anybody release what they asked for themselves', async () => {
    const strict = await clientIn(tenant)
    await at.owner(
      `update client_setting set value = value || '{"authorizationRequired": true}'
       where client_id = $1 and kind = 'INVOICE'`,
      [strict],
    )
    const id = await createdInvoice(tenant, strict)
    const asked = await bulk({ ids: [id], ...service })
    await workOff(asked.body.id)
    const again = await bulk({ ids: [id], ...service })
    expect(await workOff(again.body.id)).toMatchObject({ failed: 1 })
    expect((await of.read(id)).statuses.main).toBe('PENDING_AUTHORIZATION')
    expect((await of.activate(id)).body.code).toBe('SAME_APPROVER')
  })
})

test('nothing is activated for a debtor that is blocked for service, but credit notes', async () => {
  const clientId = await clientIn(tenant)
  const number = swedishNumber(557_700_100)
  const debtor = {
    customerNumber: 'b',
    name: 'B AB',
    type: 'COMPANY',
    identificationNumber: number,
  }
  const ids = [
    await createdInvoice(tenant, clientId, { debtor }),
    await createdInvoice(tenant, clientId, { debtor, type: 'CREDIT_INVOICE' }),
  ] as const
  const block = { identificationNumber: number, products: ['SERVICE'] }
  expect((await tenant.api.post('/debtor-blocked', block)).status).toBe(201)
  expect(await of.activate(ids[0])).toMatchObject(refused('DEBTOR_BLOCKED'))
  expect(await of.activate(ids[1])).toMatchObject({ status: 202 })
  await tenant.api.delete(`/debtor-blocked/${number}`)
  await tenant.api.post('/debtor-blocked', { ...block, products: ['FACTORING', 'CREDIT'] })
  expect(await of.activate(ids[0])).toMatchObject({ status: 202 })
})
