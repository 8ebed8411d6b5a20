import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptForActivation } from '../../src/activities/invoices/accept-for-activation.ts'
import { traceOf } from '../access/people.ts'
import { activated, financedClient, newDebtor } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { createdInvoice, emptied } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let from: string
let to: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  from = await financedClient(tenant)
  to = await financedClient(tenant)
})
afterAll(() => at.close())

const debtorOf = async (invoiceId: string) => {
  const [row] = await at.owner(
    'select debtor_id, client_id from invoice where tenant_id = $1 and id = $2',
    [tenant.id, invoiceId],
  )
  return { debtorId: String(row?.['debtor_id']), clientId: String(row?.['client_id']) }
}

const move = (id: string, body: object) => tenant.api.put(`/debtors/${id}/client`, body)

/** A debtor with an invoice that is not booked. */
async function unbooked(clientId = from, more: Record<string, unknown> = {}) {
  const debtor = newDebtor(more)
  const invoiceId = await createdInvoice(tenant, clientId, { debtor })
  const { debtorId } = await debtorOf(invoiceId)
  return { debtor, invoiceId, debtorId }
}

describe('a debtor that is moved to another client', () => {
  test('takes along what is not booked and all that is written down about it', async () => {
    const { debtor, invoiceId, debtorId } = await unbooked()
    const note = { targetType: 'DEBTOR', targetId: debtorId, text: 'Pays late' }
    expect((await tenant.api.post('/notes', note)).status).toBe(201)
    const ofInvoice = { targetType: 'INVOICE', targetId: invoiceId, text: 'Ask first' }
    expect((await tenant.api.post('/notes', ofInvoice)).status).toBe(201)
    const todo = { targetId: debtorId, title: 'Call' }
    expect((await tenant.api.post('/debtor/todo', todo)).status).toBe(201)
    const { body: label } = await tenant.api.post('/labels', { name: `Watched ${debtorId}` })
    await tenant.api.post(`/debtors/${debtorId}/labels`, { labelId: label.id })
    const contact = { debtorId, name: 'Astrid Berg', preferred: true }
    expect((await tenant.api.post('/contacts', contact)).status).toBe(201)
    const moved = await move(debtorId, { clientId: to })
    expect(moved).toMatchObject({
      status: 200,
      body: { clientId: to, customerNumber: debtor['customerNumber'], name: debtor['name'] },
    })
    const { id } = moved.body
    expect(await debtorOf(invoiceId)).toEqual({ debtorId: id, clientId: to })
    expect((await tenant.api.get(`/debtors/${debtorId}`)).status).toBe(404)
    const bound = await tenant.holding(
      ['ReadDebtorNotes', 'GetDebtorToDo', 'ReadDebtorLabels', 'ReadContacts', 'ReadInvoice'],
      { clientId: to },
    )
    for (const rest of [`debtors/${id}/labels`, `debtor/todo/${id}`, `debtors/${id}/contacts`]) {
      expect((await bound.get(`/${rest}`)).body.data, rest).toHaveLength(1)
    }
    expect((await bound.get(`/invoices/${invoiceId}`)).status).toBe(200)
    expect((await tenant.api.get(`/debtors/${id}/notes`)).body.data).toHaveLength(1)
    expect((await traceOf(at, debtorId)).events).toContain('deleted')
    expect((await traceOf(at, id)).events).toContain('created')
    const former = await tenant.holding(['ReadInvoice'], { clientId: from })
    expect((await former.get(`/invoices/${invoiceId}`)).status).toBe(404)
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('stays as it was where its claims are booked and settled, and says where it went', async () => {
    const debtor = newDebtor()
    const settled = await activated(at, tenant, from, { debtor })
    const { debtorId } = await debtorOf(settled)
    const open = await move(debtorId, { clientId: to })
    expect([open.status, open.body.code]).toEqual([409, 'DEBTOR_HAS_CLAIMS'])
    await emptied(tenant, settled)
    const draft = await createdInvoice(tenant, from, { debtor })
    const moved = await move(debtorId, { clientId: to })
    expect(moved.status).toBe(200)
    expect(await debtorOf(settled)).toEqual({ debtorId, clientId: from })
    expect(await debtorOf(draft)).toEqual({ debtorId: moved.body.id, clientId: to })
    expect((await tenant.api.get(`/debtors/${debtorId}`)).body.movedToId).toBe(moved.body.id)
    const again = await move(debtorId, { clientId: to })
    expect([again.status, again.body.code]).toEqual([409, 'ALREADY_EXISTS'])
    const next = await createdInvoice(tenant, from, { debtor })
    expect(await debtorOf(next)).toEqual({ debtorId, clientId: from })
  })

  test('is refused while something is under way, and nothing is changed', async () => {
    const waiting = await unbooked()
    const productCode = 'INVOICE_SERVICE'
    await tenant.work((unit) => acceptForActivation(unit, waiting.invoiceId, { productCode }))
    const claim = await activated(at, tenant, from, { debtor: newDebtor() })
    await tenant.api.put(`/factoring-decisions/${claim}/factoring`, {})
    const { debtorId: asked } = await debtorOf(claim)
    for (const id of [waiting.debtorId, asked]) {
      const answer = await move(id, { clientId: to })
      expect([answer.status, answer.body.code]).toEqual([409, 'DEBTOR_BUSY'])
      expect((await tenant.api.get(`/debtors/${id}`)).body.clientId).toBe(from)
    }
  })

  test('keeps its number free of others, and goes nowhere that the caller does not see', async () => {
    const { debtor, debtorId } = await unbooked()
    const { debtorId: there } = await unbooked(to, { customerNumber: debtor['customerNumber'] })
    const taken = await move(debtorId, { clientId: to })
    expect(taken).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_EXISTS', existingId: there },
    })
    const same = await move(debtorId, { clientId: from })
    expect([same.status, same.body.errors[0].code]).toEqual([400, 'SAME_CLIENT'])
    const other = await tenantIn(at, 'Other')
    const foreign = await move(debtorId, { clientId: await financedClient(other) })
    expect([foreign.status, foreign.body.errors[0].pointer]).toEqual([404, '/clientId'])
    const bound = await tenant.holding(['UpdateDebtorClient'], { clientId: from })
    const away = await bound.put(`/debtors/${debtorId}/client`, { clientId: to })
    expect([away.status, away.body.errors[0].pointer]).toEqual([404, '/clientId'])
    const numbered = await move(debtorId, { clientId: to, customerNumber: `M-${debtorId}` })
    expect(numbered.body).toMatchObject({ clientId: to, customerNumber: `M-${debtorId}` })
  })
})

describe('a debtor that is merged into another', () => {
  test('leaves what is booked, and new invoices with its number go to the other', async () => {
    const debtor = newDebtor()
    const { customerNumber: _, ...same } = debtor
    const double = { ...same, customerNumber: `${String(debtor['customerNumber'])}-B` }
    const kept = await createdInvoice(tenant, from, { debtor })
    const { debtorId: target } = await debtorOf(kept)
    const settled = await activated(at, tenant, from, { debtor: double })
    const { debtorId: source } = await debtorOf(settled)
    await emptied(tenant, settled)
    const draft = await createdInvoice(tenant, from, { debtor: double })
    const merged = await move(source, { clientId: from, debtorId: target })
    expect([merged.status, merged.body.id]).toEqual([200, target])
    expect((await debtorOf(draft)).debtorId).toBe(target)
    expect((await debtorOf(settled)).debtorId).toBe(source)
    const next = await createdInvoice(tenant, from, { debtor: double })
    expect((await debtorOf(next)).debtorId).toBe(target)
    const elsewhere = await move(target, { clientId: to })
    expect(elsewhere.status).toBe(200)
    const { body } = await tenant.api.get(`/debtors/${source}`)
    expect(body.movedToId).toBe(elsewhere.body.id)
  })

  test('is not another one, nor of another client, nor itself', async () => {
    const [one, other] = [await unbooked(), await unbooked()]
    const different = await move(one.debtorId, { clientId: from, debtorId: other.debtorId })
    expect([different.status, different.body.code]).toEqual([409, 'NOT_SAME_DEBTOR'])
    const itself = await move(one.debtorId, { clientId: from, debtorId: one.debtorId })
    expect([itself.status, itself.body.errors[0].code]).toEqual([400, 'SAME_DEBTOR'])
    const elsewhere = await move(one.debtorId, { clientId: to, debtorId: other.debtorId })
    expect([elsewhere.status, elsewhere.body.errors[0].code]).toEqual([400, 'OTHER_CLIENT'])
  })

  test('takes two people where the tenant wants that', async () => {
    const key = '/system-setting/dualControl.DEBTOR_MERGE'
    expect((await tenant.api.put(key, { value: 'ALWAYS' })).status).toBe(200)
    const { debtorId } = await unbooked()
    const first = await move(debtorId, { clientId: to })
    expect(first.status).toBe(202)
    expect((await tenant.api.get(`/debtors/${debtorId}`)).body.clientId).toBe(from)
    const same = await move(debtorId, { clientId: to })
    expect([same.status, same.body.code]).toEqual([409, 'SAME_APPROVER'])
    const second = await tenant.holding(['UpdateDebtorClient'])
    expect((await second.put(`/debtors/${debtorId}/client`, { clientId: to })).status).toBe(200)
  })
})
