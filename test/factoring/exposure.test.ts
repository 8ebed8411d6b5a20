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

test('what is financed follows its debtor to another identity, and is freed there', async () => {
  const clientId = await financedClient(tenant)
  const debtor = newDebtor({ identificationNumber: '5591110011' })
  const invoiceId = await activated(at, tenant, clientId, { debtor })
  await asked(at, tenant, invoiceId)
  const held = await activated(at, tenant, clientId, {
    debtor,
    articleRows: [{ quantity: '1', price: '100', vatPercentage: 0 }],
  })
  await at.owner(`update client_product set manual_control = true where client_id = $1`, [clientId])
  const heldId = await asked(at, tenant, held)
  const left = await tenant.api.put(`/factoring-decisions/${heldId}/move`, { status: 'REFINANCE' })
  expect(left.body).toMatchObject({ status: 'REFINANCE', reserved: '100.00' })
  expect(await countedOn('5591110011')).toEqual({ utilised: 1_250_000, reserved: 10_000 })

  const { debtorId } = await decisionOf(invoiceId)
  const corrected = await tenant.api.put(`/debtors/${debtorId}`, {
    identificationNumber: '559111-0029',
  })
  expect(corrected.status).toBe(200)
  expect(await countedOn('5591110011')).toEqual({ utilised: 0, reserved: 0 })
  expect(await countedOn('5591110029')).toEqual({ utilised: 1_250_000, reserved: 10_000 })

  const denied = await tenant.api.put(`/factoring-decisions/${heldId}/move-external`, {
    decision: 'DENIED',
  })
  expect(denied.body).toMatchObject({ systemDebtorId: corrected.body.systemDebtorId })
  const recourse = { reasonCode: 'FRAUD' }
  await tenant.api.put(`/invoice-refinancing/${invoiceId}/use-recourse`, recourse)
  expect(await countedOn('5591110029')).toEqual({ utilised: 0, reserved: 0 })
})

test('so it does when an invoice says who the debtor is, also through a client’s token', async () => {
  const clientId = await financedClient(tenant)
  const { identificationNumber: _, ...nobody } = newDebtor()
  const invoiceId = await activated(at, tenant, clientId, { debtor: nobody })
  await asked(at, tenant, invoiceId)
  expect(await decisionOf(invoiceId)).toMatchObject({ financeDecision: 'APPROVED' })
  const bound = await tenant.holding(['CreateInvoices'], { clientId, kind: 'CLIENT' })
  const made = await bound.post('/invoices', {
    invoiceNumber: 'says-who-1',
    debtor: { ...nobody, identificationNumber: '559111-0037' },
    dates: { invoiceDate: '2026-11-20', expireDate: '2026-12-20' },
    articleRows: [{ quantity: '1', price: '1', vatPercentage: 0 }],
  })
  expect(made.status).toBe(201)
  expect(await countedOn('5591110037')).toEqual({ utilised: 1_250_000, reserved: 0 })
})

test('whoever asks and decides meanwhile waits to hear who the debtor is, and counts it there', async () => {
  const clientId = await financedClient(tenant)
  const debtor = newDebtor({ identificationNumber: '5591110045' })
  await at.owner(`update client_product set manual_control = true where client_id = $1`, [clientId])
  const invoiceId = await activated(at, tenant, clientId, { debtor })
  const { debtorId } = (await tenant.api.get(`/invoices/${invoiceId}`)).body
  const move = { status: 'DECIDED', financeDecision: 'APPROVED' }
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const answered = { at: 0 }
  const deciding = await tenant.work(async (unit) => {
    const further = {}
    await updateDebtor(unit, debtorId, { identificationNumber: '5591110052', further })
    await tenant.api.put(`/factoring-decisions/${invoiceId}/factoring`, {})
    const answer = tenant.api.put(`/factoring-decisions/${invoiceId}/move`, move).finally(() => {
      answered.at = Date.now()
    })
    while (answered.at === 0 && (await at.owner(waiting)).length === 0);
    return { answer }
  })
  expect(await deciding.answer).toMatchObject({ status: 200 })
  expect(await countedOn('5591110052')).toEqual({ utilised: 1_250_000, reserved: 0 })
})

test('a debtor is said to be somebody else while one of its claims is at work', async () => {
  const clientId = await financedClient(tenant)
  const debtor = newDebtor({ identificationNumber: '5591110060' })
  const invoiceId = await activated(at, tenant, clientId, { debtor })
  await asked(at, tenant, invoiceId)
  await at.owner('begin')
  await at.owner('select 1 from invoice where id = $1 for no key update', [invoiceId])
  const made = await tenant.api.post('/invoices', {
    ...invoiceBody({ clientId }),
    debtor: { ...debtor, identificationNumber: '559111-0078' },
  })
  await at.owner('commit')
  expect(made.status).toBe(201)
  expect(await countedOn('5591110078')).toEqual({ utilised: 1_250_000, reserved: 0 })
})
