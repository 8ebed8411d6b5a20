import { describe, expect, test } from 'vitest'
import { acceptForActivation } from '../../src/activities/invoices/accept-for-activation.ts'
import { Client } from '../../src/entities/client.ts'
import { personIn, traceOf } from '../access/people.ts'
import { activated, financedClient, newDebtor } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { Rows } from '../support/rows.ts'
import { createdInvoice, emptied, invoiceBody } from '../support/trade.ts'
import { tenantIn } from '../support/world.ts'
import { movingDebtors } from './moving.ts'

const { at, tenant, from, to, move, placeOf, debtorOf, unbooked } = await movingDebtors()

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
    expect(await placeOf(invoiceId)).toEqual({ debtorId: id, clientId: to })
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
    const debtorId = await debtorOf(settled)
    const open = await move(debtorId, { clientId: to })
    expect([open.status, open.body.code]).toEqual([409, 'DEBTOR_HAS_CLAIMS'])
    await emptied(tenant, settled)
    const draft = await createdInvoice(tenant, from, { debtor })
    const moved = await move(debtorId, { clientId: to })
    expect(moved.status).toBe(200)
    expect(await placeOf(settled)).toEqual({ debtorId, clientId: from })
    expect(await placeOf(draft)).toEqual({ debtorId: moved.body.id, clientId: to })
    expect((await tenant.api.get(`/debtors/${debtorId}`)).body.movedToId).toBe(moved.body.id)
    const again = await move(debtorId, { clientId: to })
    expect([again.status, again.body.code]).toEqual([409, 'ALREADY_EXISTS'])
  })

  test('is refused while something is under way, and nothing is changed', async () => {
    const waiting = await unbooked()
    const productCode = 'INVOICE_SERVICE'
    await tenant.work((unit) => acceptForActivation(unit, waiting.invoiceId, { productCode }))
    const claim = await activated(at, tenant, from, { debtor: newDebtor() })
    await tenant.api.put(`/factoring-decisions/${claim}/factoring`, {})
    const asked = await debtorOf(claim)
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

describe('a debtor that has moved away', () => {
  test('is found by its former client’s calls no more, and what was theirs stays theirs', async () => {
    const debtor = newDebtor()
    const settled = await activated(at, tenant, from, { debtor })
    await emptied(tenant, settled)
    const debtorId = await debtorOf(settled)
    const draft = await createdInvoice(tenant, from, { debtor: newDebtor() })
    const former = await tenant.holding(
      ['CreateInvoices', 'UpdateInvoices', 'ReadInvoice', 'CreateContact', 'CreateNote'],
      { clientId: from },
    )
    expect((await move(debtorId, { clientId: to })).status).toBe(200)
    for (const [api, named] of [
      [former, {}],
      [tenant.api, { clientId: from }],
    ] as const) {
      for (const answer of [
        await api.post('/invoices', invoiceBody({ ...named, debtor })),
        await api.put(`/invoices/${draft}`, { debtor }),
      ]) {
        expect(answer).toMatchObject({
          status: 404,
          body: { errors: [{ pointer: '/debtor/customerNumber' }] },
        })
      }
      const contact = await api.post('/contacts', { debtorId, name: 'Astrid Berg' })
      expect([contact.status, contact.body.errors[0].pointer]).toEqual([404, '/debtorId'])
      const note = { targetType: 'DEBTOR', targetId: debtorId, text: 'Gone', visibility: 'CLIENT' }
      const noted = await api.post('/notes', note)
      expect([noted.status, noted.body.errors[0].pointer]).toEqual([404, '/targetId'])
    }
    expect((await former.get(`/invoices/${settled}`)).body.clientId).toBe(from)
    const renumbered = { ...debtor, customerNumber: `${String(debtor['customerNumber'])}-N` }
    const anew = await createdInvoice(tenant, from, { debtor: renumbered })
    expect(await debtorOf(anew)).not.toBe(debtorId)
  })

  test('takes along later what came to it all the same', async () => {
    const debtor = newDebtor()
    const settled = await activated(at, tenant, from, { debtor })
    await emptied(tenant, settled)
    const debtorId = await debtorOf(settled)
    const { id } = (await move(debtorId, { clientId: to })).body
    const late = await createdInvoice(tenant, from, { debtor: newDebtor() })
    await at.owner('update invoice set debtor_id = $1 where id = $2', [debtorId, late])
    const again = await move(debtorId, { clientId: to, debtorId: id })
    expect([again.status, again.body.id]).toEqual([200, id])
    expect(await placeOf(late)).toEqual({ debtorId: id, clientId: to })
  })

  test('leaves no invoice behind that is made in that moment', async () => {
    const stranded: string[] = []
    for (let n = 0; n < 8; n++) {
      const debtor = newDebtor()
      const settled = await activated(at, tenant, from, { debtor })
      await emptied(tenant, settled)
      const debtorId = await debtorOf(settled)
      const [moved, ...made] = await Promise.all([
        move(debtorId, { clientId: to }),
        tenant.api.post('/invoices', invoiceBody({ clientId: from, debtor })),
        tenant.api.post('/invoices', invoiceBody({ clientId: from, debtor })),
      ])
      expect([200, 409]).toContain(moved?.status)
      for (const { status, body } of made) {
        expect([201, 404]).toContain(status)
        if (moved?.status === 200 && status === 201) {
          if ((await placeOf(body.id)).clientId === from) stranded.push(body.id)
        }
      }
    }
    expect(stranded).toEqual([])
  })
})

const rowsOf = (text: string, ...values: unknown[]) => at.owner(text, values)

describe('what hangs on a debtor that is moved', () => {
  test('is no client’s but of its new one: guarantors, files, and whoever is to do something', async () => {
    const { invoiceId, debtorId } = await unbooked()
    const guarantor = { name: 'Astrid Berg', type: 'PERSON', identificationNumber: '811218-9876' }
    const added = await tenant.api.post(`/invoices/${invoiceId}/guarantors`, guarantor)
    expect(added.status).toBe(201)
    const theirs = await personIn(at, tenant, {
      rights: ['GetDebtorToDo', 'ReadDebtor'],
      clientId: from,
    })
    const ours = await personIn(at, tenant, { rights: ['GetDebtorToDo', 'ReadDebtor'] })
    for (const [title, assigneeUserId] of [
      ['Theirs', theirs.id],
      ['Ours', ours.id],
    ]) {
      const todo = { targetId: debtorId, title, assigneeUserId }
      expect((await tenant.api.post('/debtor/todo', todo)).status).toBe(201)
    }
    const { body } = await move(debtorId, { clientId: to })
    const bound = await tenant.holding(['ReadInvoiceGuarantors', 'GetDebtorToDo'], { clientId: to })
    const guarantors = await bound.get(`/invoices/${invoiceId}/guarantors`)
    expect(guarantors.body.data).toMatchObject([{ clientId: to, name: 'Astrid Berg' }])
    const { data } = (await bound.get(`/debtor/todo/${body.id}`)).body
    const assignees = data.map((toDo: Record<string, unknown>) => [
      toDo['title'],
      toDo['assigneeUserId'],
    ])
    expect(Object.fromEntries(assignees)).toEqual({ Theirs: null, Ours: ours.id })
  })
})

describe('what was chosen for a debtor that is moved', () => {
  test('keeps its switches, and those of the other where both have one', async () => {
    const [key, other] = ['invoice.yourReferenceRequired', 'invoice.electronicDistribution']
    const choose = (id: string, settings: object) =>
      tenant.api.put(`/settings/debtor/flag/${id}`, { settings })
    const chosenFor = async (id: string) => {
      const [row] = await rowsOf(
        'select client_id, value from debtor_setting where tenant_id = $1 and debtor_id = $2',
        tenant.id,
        id,
      )
      return row
    }
    const { debtorId } = await unbooked()
    expect((await choose(debtorId, { [key]: true })).status).toBe(200)
    const moved = await move(debtorId, { clientId: to })
    expect(moved.status).toBe(200)
    expect(await chosenFor(moved.body.id)).toEqual({ client_id: to, value: { [key]: true } })
    expect(await chosenFor(debtorId)).toBeUndefined()
    const into = (await unbooked(to, { identificationNumber: undefined })).debtorId
    await choose(moved.body.id, { [other]: true })
    await choose(into, { [key]: false })
    expect((await move(moved.body.id, { clientId: to, debtorId: into })).status).toBe(200)
    const value = { [key]: false, [other]: true }
    expect(await chosenFor(into)).toEqual({ client_id: to, value })
  })
})

describe('what is under way about a debtor that is moved', () => {
  test('asks its former client for nothing more, whose own words stay with it', async () => {
    const { invoiceId, debtorId } = await unbooked()
    const rights = ['CreateClientInvoiceRequest', 'ReadClientInvoiceRequest'] as const
    const [former, next] = [
      await tenant.holding(rights, { clientId: from }),
      await tenant.holding(rights, { clientId: to }),
    ]
    const asked = { invoiceId, type: 'OTHER', text: 'Between us' }
    const { body: request } = await former.post('/client-invoice-request', asked)
    const way = { direction: 'EXPORT', status: 'PENDING', attempts: 0 }
    const exporting = { clientId: from, externalId: invoiceId, invoiceId, ...way }
    await new Rows(at, tenant.id).add('client_sync_invoice', exporting)
    const within = await unbooked()
    expect((await move(debtorId, { clientId: to })).status).toBe(200)
    const ended = await former.get(`/client-invoice-request/${request.id}`)
    expect(ended.body).toMatchObject({
      status: 'DECLINED',
      comments: [{ text: 'The invoice was moved to another client.' }],
    })
    expect((await next.get(`/client-invoice-request/${request.id}`)).status).toBe(404)
    const exported = await rowsOf(
      'select status from client_sync_invoice where tenant_id = $1 and invoice_id = $2',
      tenant.id,
      invoiceId,
    )
    expect(exported).toEqual([{ status: 'ABORTED' }])
    expect((await traceOf(at, request.id)).events).toContain('declined')
    const other = { invoiceId: within.invoiceId, type: 'OTHER', text: 'Still ours' }
    const { body: kept } = await former.post('/client-invoice-request', other)
    const same = (await unbooked(from, { identificationNumber: undefined })).debtorId
    await move(within.debtorId, { clientId: from, debtorId: same })
    expect((await former.get(`/client-invoice-request/${kept.id}`)).body.status).toBe('OPEN')
  })
})

test('a credit note that moves settles nothing of its former client any more', async () => {
  const debtor = newDebtor()
  const settled = await activated(at, tenant, from, { debtor })
  await emptied(tenant, settled)
  const credit = await createdInvoice(tenant, from, { debtor, type: 'CREDIT_INVOICE' })
  const former = await tenant.holding(['CreateClientInvoiceRequest', 'ReadClientInvoiceRequest'], {
    clientId: from,
  })
  const data = { creditId: credit }
  const asked = { invoiceId: settled, type: 'CREDIT', text: 'With this', data }
  const { body: request } = await former.post('/client-invoice-request', asked)
  expect((await move(await debtorOf(credit), { clientId: to })).status).toBe(200)
  const ended = await former.get(`/client-invoice-request/${request.id}`)
  expect(ended.body).toMatchObject({ status: 'DECLINED' })
})

test.each(['PAUSED', 'OFFBOARDING', 'CLOSED'] as const)(
  'a debtor does not go to a client that is %s, and its duplicates there still become one',
  async (status) => {
    const elsewhere = await financedClient(tenant)
    const [one, other] = [
      await unbooked(elsewhere),
      await unbooked(elsewhere, { identificationNumber: undefined }),
    ]
    const { debtorId } = await unbooked()
    await tenant.work(async (unit) => {
      Object.assign(await unit.load(Client, elsewhere), { status })
    })
    const refused = await move(debtorId, { clientId: elsewhere })
    expect([refused.status, refused.body.code]).toEqual([409, `CLIENT_${status}`])
    const merged = await move(other.debtorId, { clientId: elsewhere, debtorId: one.debtorId })
    expect(merged.status).toBe(200)
  },
)

describe('what is added to a debtor that is moved', () => {
  test('is with whoever has it, also where it is added in that moment', async () => {
    const { body: label } = await tenant.api.post('/labels', { name: `Moving ${Date.now()}` })
    for (let n = 0; n < 8; n++) {
      const { invoiceId, debtorId } = await unbooked()
      const calls = [
        move(debtorId, { clientId: to }),
        tenant.api.post(`/debtors/${debtorId}/labels`, { labelId: label.id }),
        tenant.api.post('/notes', { targetType: 'DEBTOR', targetId: debtorId, text: 'n' }),
        tenant.api.post('/notes', { targetType: 'INVOICE', targetId: invoiceId, text: 'n' }),
        tenant.api.post('/debtor/todo', { targetId: debtorId, title: 't' }),
        tenant.api.post('/contacts', { debtorId, name: 'c' }),
        tenant.api.post('/client-invoice-request', { invoiceId, type: 'OTHER', text: 'x' }),
      ]
      const [moved, ...added] = await Promise.all(calls)
      expect([200, 409]).toContain(moved?.status)
      for (const { status } of added) expect([201, 404]).toContain(status)
    }
    const lost = await rowsOf(
      `select k from (
         select 'label' as k, target_id, client_id, tenant_id from label_assignment
         union all select 'note', target_id, client_id, tenant_id from note
         union all select 'to-do', target_id, client_id, tenant_id from to_do) t
       where tenant_id = $1
         and not exists (select from debtor d where d.id = target_id and d.client_id = t.client_id)
         and not exists (select from invoice i where i.id = target_id and i.client_id = t.client_id)
       union all
       select 'request' from client_invoice_request r join invoice i on i.id = r.invoice_id
       where r.tenant_id = $1 and r.status = 'OPEN' and i.client_id <> r.client_id`,
      tenant.id,
    )
    expect(lost).toEqual([])
  })
})
