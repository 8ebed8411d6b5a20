import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateDebtor } from '../../src/activities/debtors/update-debtor.ts'
import { invoiceBody } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { activated, asked, financedClient, newDebtor } from './ground.ts'

let at: World
let tenant: TestTenant

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  await tenant.api.post('/reason-code', { code: 'FRAUD', type: 'DISPUTE', name: 'Fraud' })
})
afterAll(() => at.close())

/** What is counted on the identity behind a number: used, held. */
async function countedOn(number: string) {
  const rows = await at.owner(
    `select s.utilised::int as utilised, s.reserved::int as reserved
     from system_debtor_credit_status s
     join system_debtor d on d.id = s.system_debtor_id and d.tenant_id = s.tenant_id
     where d.tenant_id = $1 and d.identification_number = $2`,
    [tenant.id, number],
  )
  return rows[0]
}

const decisionOf = async (invoiceId: string) =>
  (await tenant.api.get(`/factoring-decisions/invoice/${invoiceId}`)).body

test('who a debtor is stays while claims on it are financed, and may be corrected after', async () => {
  const clientId = await financedClient(tenant, { terms: { recourse: true, recourseDays: 30 } })
  const debtor = newDebtor({ identificationNumber: '5591110019' })
  const invoiceId = await activated(at, tenant, clientId, { debtor })
  await asked(at, tenant, invoiceId)
  const { debtorId, systemDebtorId } = await decisionOf(invoiceId)
  const path = `/debtors/${debtorId}`
  for (const other of [
    { identificationNumber: '559111-0027' },
    { identificationNumber: null },
    { countryCode: 'DE' },
  ]) {
    const refused = await tenant.api.put(path, other)
    expect(refused).toMatchObject({ status: 409, body: { code: 'DEBTOR_IS_FINANCED' } })
  }
  const draft = await tenant.api.post('/invoices', {
    ...invoiceBody({ clientId }),
    debtor: { ...debtor, identificationNumber: '559111-0027' },
  })
  expect(draft).toMatchObject({ status: 409, body: { code: 'DEBTOR_IDENTITY_DIFFERS' } })
  expect((await tenant.api.put(path, { identificationNumber: '559111-0019' })).status).toBe(200)
  expect(await countedOn('5591110019')).toEqual({ utilised: 1_250_000, reserved: 0 })
  expect((await tenant.api.get(path)).body).toMatchObject({ systemDebtorId })

  const recourse = { reasonCode: 'FRAUD' }
  await tenant.api.put(`/invoice-refinancing/${invoiceId}/use-recourse`, recourse)
  expect(await countedOn('5591110019')).toEqual({ utilised: 0, reserved: 0 })
  expect((await tenant.api.put(path, { identificationNumber: '559111-0027' })).status).toBe(200)
})

test('what is held for a decision follows its debtor to another identity', async () => {
  const clientId = await financedClient(tenant, { terms: { manualControl: true } })
  const debtor = newDebtor({ identificationNumber: '5591110084' })
  const heldId = await asked(at, tenant, await activated(at, tenant, clientId, { debtor }))
  const left = await tenant.api.put(`/factoring-decisions/${heldId}/move`, { status: 'REFINANCE' })
  expect(left.body).toMatchObject({ status: 'REFINANCE', reserved: '12500.00' })
  expect(await countedOn('5591110084')).toEqual({ utilised: 0, reserved: 1_250_000 })

  const { debtorId } = left.body
  const corrected = await tenant.api.put(`/debtors/${debtorId}`, {
    identificationNumber: '559111-0092',
  })
  expect(corrected.status).toBe(200)
  expect(await countedOn('5591110084')).toEqual({ utilised: 0, reserved: 0 })
  expect(await countedOn('5591110092')).toEqual({ utilised: 0, reserved: 1_250_000 })

  const denied = await tenant.api.put(`/factoring-decisions/${heldId}/move-external`, {
    decision: 'DENIED',
  })
  expect(denied.body).toMatchObject({ systemDebtorId: corrected.body.systemDebtorId })
  expect(await countedOn('5591110092')).toEqual({ utilised: 0, reserved: 0 })
})

test('what is financed is counted once an invoice says who the debtor is, also by a client’s token', async () => {
  const clientId = await financedClient(tenant)
  const { identificationNumber: _, ...nobody } = newDebtor()
  const invoiceId = await activated(at, tenant, clientId, { debtor: nobody })
  const id = await asked(at, tenant, invoiceId)
  const approval = { status: 'DECIDED', financeDecision: 'APPROVED' }
  expect((await tenant.api.put(`/factoring-decisions/${id}/move`, approval)).status).toBe(200)
  const bound = await tenant.holding(['CreateInvoices'], { clientId, kind: 'CLIENT' })
  const made = await bound.post('/invoices', {
    invoiceNumber: 'says-who-1',
    debtor: { ...nobody, identificationNumber: '559111-0035' },
    dates: { invoiceDate: '2026-11-20', expireDate: '2026-12-20' },
    articleRows: [{ quantity: '1', price: '1', vatPercentage: 0 }],
  })
  expect(made.status).toBe(201)
  expect(await countedOn('5591110035')).toEqual({ utilised: 1_250_000, reserved: 0 })
})

test('whoever asks and decides meanwhile waits to hear who the debtor is, and counts it there', async () => {
  const clientId = await financedClient(tenant)
  const debtor = newDebtor({ identificationNumber: '5591110043' })
  await at.owner(`update client_product set manual_control = true where client_id = $1`, [clientId])
  const invoiceId = await activated(at, tenant, clientId, { debtor })
  const { debtorId } = (await tenant.api.get(`/invoices/${invoiceId}`)).body
  const move = { status: 'DECIDED', financeDecision: 'APPROVED' }
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const answered = { at: 0 }
  const deciding = await tenant.work(async (unit) => {
    const further = {}
    await updateDebtor(unit, debtorId, { identificationNumber: '5591110050', further })
    await tenant.api.put(`/factoring-decisions/${invoiceId}/factoring`, {})
    const answer = tenant.api.put(`/factoring-decisions/${invoiceId}/move`, move).finally(() => {
      answered.at = Date.now()
    })
    while (answered.at === 0 && (await at.owner(waiting)).length === 0);
    return { answer }
  })
  expect(await deciding.answer).toMatchObject({ status: 200 })
  expect(await countedOn('5591110050')).toEqual({ utilised: 1_250_000, reserved: 0 })
})

test('a debtor is said to be somebody while one of its claims is at work', async () => {
  const clientId = await financedClient(tenant)
  const { identificationNumber: _, ...nobody } = newDebtor()
  const invoiceId = await activated(at, tenant, clientId, { debtor: nobody })
  const id = await asked(at, tenant, invoiceId)
  const approval = { status: 'DECIDED', financeDecision: 'APPROVED' }
  expect((await tenant.api.put(`/factoring-decisions/${id}/move`, approval)).status).toBe(200)
  await at.owner('begin')
  await at.owner('select 1 from invoice where id = $1 for no key update', [invoiceId])
  const made = await tenant.api.post('/invoices', {
    ...invoiceBody({ clientId }),
    debtor: { ...nobody, identificationNumber: '559111-0076' },
  })
  await at.owner('commit')
  expect(made.status).toBe(201)
  expect(await countedOn('5591110076')).toEqual({ utilised: 1_250_000, reserved: 0 })
})
