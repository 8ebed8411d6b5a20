import { expect, test } from 'vitest'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { dayIn, plusDays } from '../../src/domain/dates.ts'
import { activated, asked, financedClient } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const clientId = await financedClient(tenant, { terms: { recourse: true, recourseDays: 30 } })

/** Bought, and 10,000.00 of its 12,500.00 sold on. */
async function soldOn(financier: string): Promise<string> {
  const claim = await activated(at, tenant, clientId)
  await asked(at, tenant, claim)
  const terms = { toProviderCode: financier, amount: '10000.00', fee: '0.00', status: 'ACTIVE' }
  expect((await tenant.api.put(`/invoice-refinancing/${claim}`, terms)).status).toBe(200)
  return claim
}

async function paid(claim: string, amount: string): Promise<string> {
  await tenant.api.put(`/invoices/${claim}/actions/payment`, { amount, message: amount })
  const found = await tenant.api.post('/payments/links/search', { filters: { claimId: claim } })
  return found.body.data[0].id
}

async function told(body: object = {}) {
  const path = '/payment-batches/export-external-financed'
  const { status, body: started } = await tenant.api.put(path, { format: 'JSON', ...body })
  expect(status).toBe(202)
  const task = { runtime: at.runtime, tenantId: tenant.id, entityId: started.id }
  for (let open = true, n = 0; open && n < 20; n++) {
    ;({ open } = await workOffTask({ ...task, workflowId: 'test', now: at.clock.now }))
  }
  return (await tenant.api.get('/documents?type=FUNDED_PAYMENTS')).body.data
}

async function bytesOf(id: string): Promise<string> {
  const headers = { Authorization: `Bearer ${tenant.api.token}` }
  return (await at.app.request(`/documents/${id}/file`, { headers })).text()
}

test('a financier is told once of what was paid on its claims, and of what was taken back', async () => {
  const claim = await soldOn('BANK-A')
  const other = await soldOn('BANK-B')
  const { invoiceNumber } = (await tenant.api.get(`/invoices/${claim}`)).body
  expect(await told()).toEqual([])
  // Of 12,500.00 open 10,000.00 are the financier's, and so are four fifths of what is paid.
  const link = await paid(claim, '5000.00')
  await paid(other, '12500.00')
  const [forB, forA, ...more] = (await told()).toSorted((a: Doc, b: Doc) =>
    b.filename.localeCompare(a.filename),
  )
  expect(more).toEqual([])
  expect(JSON.parse(await bytesOf(forA.id))).toMatchObject({
    financier: 'BANK-A',
    currency: 'SEK',
    amount: '5000.00',
    share: '4000.00',
    payments: [{ invoiceNumber, amount: '5000.00', share: '4000.00', currency: 'SEK' }],
  })
  expect(JSON.parse(await bytesOf(forB.id))).toMatchObject({ share: '10000.00' })
  expect((await told()).length).toBe(2)
  expect((await tenant.api.put(`/payments/links/${link}/revert`, {})).status).toBe(200)
  const again = (await told()).find(({ id }: Doc) => ![forA.id, forB.id].includes(id))
  const taken = { amount: '-5000.00', share: '-4000.00' }
  expect(JSON.parse(await bytesOf(again.id))).toMatchObject(taken)
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('a locked day moves the booking of the funding, and stops neither payment nor revert', async () => {
  const claim = await soldOn('BANK-C')
  const lockedUntil = plusDays(dayIn('Europe/Stockholm', at.clock.now), 9)
  const locked = await tenant.api.put('/vouchers/settings/locked-period', { lockedUntil })
  expect(locked.status).toBe(200)
  const link = await paid(claim, '5000.00')
  expect((await tenant.api.put(`/payments/links/${link}/revert`, {})).status).toBe(200)
  const booked = await at.owner(
    `select facts ->> 'variant' as variant, facts ->> 'amount' as amount, book_date::text as day
     from financial_event where tenant_id = $1 and claim_id = $2 and type = 'REFINANCED'
     order by id offset 1`,
    [tenant.id, claim],
  )
  const day = plusDays(lockedUntil, 1)
  expect(booked).toEqual([
    { variant: 'REPAID', amount: '400000', day },
    { variant: 'SOLD', amount: '400000', day },
  ])
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

interface Doc {
  id: string
  filename: string
}
