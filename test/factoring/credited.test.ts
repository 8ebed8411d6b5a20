import { describe, expect, test } from 'vitest'
import { driftsOf } from '../support/books.ts'
import { worldWithTenant } from '../support/world.ts'
import { activated, financedClient, newDebtor } from './ground.ts'

const { at, tenant } = await worldWithTenant()

const link = (creditId: string, debits: object[]) =>
  tenant.api.put('/invoices/link-multiple', { creditId, debits })
const linksOf = async (id: string) =>
  (await tenant.api.get(`/invoices/${id}/credit-debit-link-list`)).body.data
const unlink = (eventId: string) =>
  tenant.api.put(`/invoices/events/financial/${eventId}/unlink-credit`)
const read = async (id: string) => (await tenant.api.get(`/invoices/${id}`)).body

/** Asked for by its client, and bought by a person. */
async function sell(open: string): Promise<void> {
  const { id } = (await tenant.api.put(`/factoring-decisions/${open}/factoring`, {})).body
  const move = (body: object) => tenant.api.put(`/factoring-decisions/${id}/move`, body)
  await move({ status: 'READY_FOR_DECISION' })
  expect((await move({ status: 'DECIDED', financeDecision: 'APPROVED' })).status).toBe(200)
}

const ofFiveHundred = {
  articleRows: [{ description: 'Planks', quantity: '1', price: '500.00', vatPercentage: 0 }],
}

test('what is held for a financier who is asked follows what is credited meanwhile', async () => {
  const of = await financedClient(tenant)
  const debtor = newDebtor()
  const [open, note] = [
    await activated(at, tenant, of, { debtor }),
    await activated(at, tenant, of, { debtor, type: 'CREDIT_INVOICE' }),
  ]
  const { id } = (await tenant.api.put(`/factoring-decisions/${open}/factoring`, {})).body
  const move = (body: object) => tenant.api.put(`/factoring-decisions/${id}/move`, body)
  const asks = async () => {
    const { body } = await tenant.api.get(`/factoring-decisions/invoice/${open}`)
    const held = await at.owner(
      `select reserved::text from credit_status where client_id = $1
       union all select s.reserved::text from system_debtor_credit_status s
       join factoring_decision d on d.system_debtor_id = s.system_debtor_id where d.id = $2`,
      [of, id],
    )
    return [body.amount, ...held.map(({ reserved }) => reserved)]
  }
  await move({ status: 'READY_FOR_DECISION' })
  await move({ status: 'REFINANCE', financeDecision: 'REFINANCE' })
  expect(await asks()).toEqual(['12500.00', '1250000', '1250000'])
  await link(note, [{ id: open, amount: '2500.00' }])
  expect(await asks()).toEqual(['10000.00', '1000000', '1000000'])
  await link(note, [{ id: open, amount: '2500.00' }])
  expect(await asks()).toEqual(['7500.00', '750000', '750000'])
  const [, last] = (await linksOf(open)).toSorted((a: { id: string }, b: { id: string }) =>
    a.id < b.id ? -1 : 1,
  )
  expect((await unlink(last.id)).status).toBe(200)
  expect(await asks()).toEqual(['10000.00', '1000000', '1000000'])
  const external = { decision: 'APPROVED', amount: '10000.00' }
  const path = `/factoring-decisions/${id}/move-external`
  expect((await tenant.api.put(path, external)).status).toBe(200)
  expect(await asks()).toEqual(['10000.00', '0', '0'])
  const [limit] = await at.owner('select utilised from credit_status where client_id = $1', [of])
  expect(limit).toEqual({ utilised: '1000000' })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('what was bought for less stays so: a link of before the sale is not taken back', async () => {
  const of = await financedClient(tenant)
  const debtor = newDebtor()
  const open = await activated(at, tenant, of, { debtor })
  const note = await activated(at, tenant, of, { debtor, type: 'CREDIT_INVOICE' })
  await link(note, [{ id: open, amount: '2500.00' }])
  await sell(open)
  const [made] = await linksOf(open)
  const refused = await unlink(made.id)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({
    code: 'EVENT_NOT_REVERSIBLE',
    detail: 'The debit was not financed when it was linked, and is FINANCED now.',
  })
  expect(await driftsOf(at, tenant.id)).toEqual([])
  await tenant.api.post('/reason-code', { code: 'SOLD', type: 'OVERRIDE', name: 'Sold in error' })
  const recourse = { reasonCode: 'SOLD' }
  const path = `/invoice-refinancing/${open}/use-recourse`
  expect((await tenant.api.put(path, recourse)).status).toBe(200)
  expect((await unlink(made.id)).status).toBe(200)
  expect((await read(open)).totals.balance).toBe('12500.00')
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('a link of one purchase is not taken back in the next', async () => {
  const of = await financedClient(tenant)
  const debtor = newDebtor()
  const open = await activated(at, tenant, of, { debtor })
  const note = await activated(at, tenant, of, { debtor, type: 'CREDIT_INVOICE' })
  await sell(open)
  await link(note, [{ id: open, amount: '2500.00' }])
  const [made] = await linksOf(open)
  await tenant.api.post('/reason-code', { code: 'AGAIN', type: 'OVERRIDE', name: 'Sold again' })
  const path = `/invoice-refinancing/${open}/use-recourse`
  expect((await tenant.api.put(path, { reasonCode: 'AGAIN' })).status).toBe(200)
  await sell(open)
  const refused = await unlink(made.id)
  expect(refused.body).toMatchObject({
    code: 'EVENT_NOT_REVERSIBLE',
    detail: 'The debit was financed when it was linked, and is financed anew now.',
  })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

describe('a claim that is credited in full while its financing is asked for', () => {
  const comment = 'Nothing is left to finance: the invoice is credited or paid in full.'
  const decisionOf = async (open: string) =>
    (await tenant.api.get(`/factoring-decisions/invoice/${open}`)).body
  const heldOf = async (of: string) =>
    (await at.owner('select reserved::text from credit_status where client_id = $1', [of]))[0]

  /** A decision that stands there, and a credit note for all of the claim. */
  async function standing(status: string) {
    const of = await financedClient(tenant, { terms: { manualControl: true } })
    const debtor = newDebtor()
    const open = await activated(at, tenant, of, { debtor })
    const note = await activated(at, tenant, of, { debtor, type: 'CREDIT_INVOICE' })
    const { id } = (await tenant.api.put(`/factoring-decisions/${open}/factoring`, {})).body
    if (status !== 'PENDING') {
      const moved = await tenant.api.put(`/factoring-decisions/${id}/move`, { status })
      expect(moved.body.status).toBe(status)
    }
    return { of, open, note, id, debtor }
  }

  test.each(['PENDING', 'READY_FOR_DECISION', 'WAITING', 'REFINANCE'])(
    'ends its decision, which was %s',
    async (status) => {
      const { of, open, note, id } = await standing(status)
      expect((await link(note, [{ id: open }])).status).toBe(200)
      const after = await decisionOf(open)
      expect(after).toMatchObject({
        id,
        status: 'DECIDED',
        financeDecision: 'DENIED_SERVICE',
        decidedBy: 'ENGINE',
        comment,
        amount: '0.00',
        reserved: '0.00',
        limitSnapshot: { currency: 'SEK' },
      })
      expect(after.decidedAt).not.toBeNull()
      expect(after.history.at(-1)).toMatchObject({ status: 'DECIDED', comment })
      expect((await read(open)).statuses).toMatchObject({ main: 'CLOSED', financing: 'DENIED' })
      expect(await heldOf(of)).toEqual({ reserved: '0' })
      const told = await at.owner(
        'select kind, signal from outbox where workflow_id = $1 order by id desc limit 1',
        [`factoring-decision/${tenant.id}/${id}`],
      )
      expect(told).toEqual([{ kind: 'signal', signal: 'moved' }])
      const trail = await at.owner(
        `select (select count(*)::int from event where subject_id = $1 and name = 'deniedService')
           as events,
         (select count(*)::int from changelog where entity_id = $1
           and changes::text like '%DENIED_SERVICE%') as changes`,
        [id],
      )
      expect(trail).toEqual([{ events: 1, changes: 1 }])
      const late = { status: 'DECIDED', financeDecision: 'DENIED' }
      const refused = await tenant.api.put(`/factoring-decisions/${id}/move`, late)
      expect(refused.body.code).toBe('DECISION_DECIDED')
    },
  )

  test('is a service invoice again once it is unlinked, and may be asked for anew', async () => {
    const { of, open, note, id } = await standing('REFINANCE')
    await link(note, [{ id: open }])
    const [made] = await linksOf(open)
    expect((await unlink(made.id)).status).toBe(200)
    expect((await read(open)).statuses).toMatchObject({ main: 'ACTIVATED', financing: 'DENIED' })
    expect(await decisionOf(open)).toMatchObject({ id, status: 'DECIDED', reserved: '0.00' })
    expect(await heldOf(of)).toEqual({ reserved: '0' })
    const again = await tenant.api.put(`/factoring-decisions/${open}/factoring`, {})
    expect(again.body).toMatchObject({ status: 'PENDING', amount: '12500.00' })
    expect(again.body.id).not.toBe(id)
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('is so by whoever is bound to the client too, several at once', async () => {
    const { of, open, note, id, debtor } = await standing('REFINANCE')
    const other = await activated(at, tenant, of, { debtor, ...ofFiveHundred })
    const { body } = await tenant.api.put(`/factoring-decisions/${other}/factoring`, {})
    const bound = await tenant.holding(['LinkMultipleCreditDebitInvoices'], {
      clientId: of,
      kind: 'CLIENT',
    })
    const debits = [{ id: other }, { id: open, amount: '12000.00' }]
    const answer = await bound.put('/invoices/link-multiple', { creditId: note, debits })
    expect(answer.status).toBe(200)
    expect(await decisionOf(other)).toMatchObject({ id: body.id, status: 'DECIDED', comment })
    expect(await decisionOf(open)).toMatchObject({ id, status: 'REFINANCE', reserved: '500.00' })
    expect(await heldOf(of)).toEqual({ reserved: '50000' })
  })
})
