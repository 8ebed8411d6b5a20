import { describe, expect, test } from 'vitest'
import { activated, newDebtor } from '../factoring/ground.ts'
import { payableBy } from '../payments/requests-ground.ts'
import { Rows } from '../support/rows.ts'
import { emptied } from '../support/trade.ts'
import { movingDebtors } from './moving.ts'

const { at, tenant, from, to, move, debtorOf, unbooked } = await movingDebtors()

const busy = async (debtorId: string) => {
  const { status, body } = await move(debtorId, { clientId: to })
  expect([status, body.code]).toEqual([409, 'DEBTOR_BUSY'])
  expect((await tenant.api.get(`/debtors/${debtorId}`)).body.clientId).toBe(from)
}

describe('a debtor stays where it is', () => {
  test('while an activation of it waits for a second person, until that is taken back', async () => {
    const settings = { authorizationRequired: true }
    await tenant.api.put(`/clients/${from}/settings/invoice`, settings)
    const { invoiceId, debtorId } = await unbooked()
    const sent = { productCode: 'INVOICE_SERVICE' }
    await tenant.api.put(`/invoices/${invoiceId}/activate`, sent)
    expect((await tenant.api.get(`/invoices/${invoiceId}`)).body.statuses.main).toBe(
      'PENDING_AUTHORIZATION',
    )
    await busy(debtorId)
    expect((await tenant.api.put(`/invoices/${invoiceId}/reset`, {})).status).toBe(200)
    expect((await move(debtorId, { clientId: to })).status).toBe(200)
    await tenant.api.put(`/clients/${from}/settings/invoice`, { authorizationRequired: false })
  })

  test('while its payer is asked for money, though the claim is paid by now', async () => {
    const claimId = await activated(at, tenant, from, { debtor: newDebtor() })
    const debtorId = await debtorOf(claimId)
    const { methodId } = await payableBy(tenant, from)
    const { body } = await tenant.api.post('/payment-requests', { methodId, claimId })
    await emptied(tenant, claimId)
    await busy(debtorId)
    expect((await tenant.api.delete(`/payment-requests/${body.id}`)).status).toBe(204)
    expect((await move(debtorId, { clientId: to })).status).toBe(200)
  })

  test('while money goes back to it', async () => {
    const claimId = await activated(at, tenant, from, { debtor: newDebtor() })
    const debtorId = await debtorOf(claimId)
    await emptied(tenant, claimId)
    const account = await at.owner(
      `select id, currency from client_account where tenant_id = $1 and client_id = $2 limit 1`,
      [tenant.id, from],
    )
    const { id: payout } = await new Rows(at, tenant.id).add('payout', {
      clientId: from,
      clientAccountId: account[0]!['id'],
      debtorId,
      claimId,
      amount: 100n,
      currency: account[0]!['currency'],
      plannedDate: '2026-11-27',
      reference: `R-${claimId}`.slice(0, 60),
      status: 'EXPORTED',
      createdBy: tenant.id,
    })
    await busy(debtorId)
    await at.owner(`update payout set status = 'CONFIRMED' where id = $1`, [payout])
    expect((await move(debtorId, { clientId: to })).status).toBe(200)
  })
})

test('an errand of an automation stays one where its debtor goes to another client', async () => {
  const { debtorId } = await unbooked()
  const into = (await unbooked(to, { identificationNumber: undefined })).debtorId
  const left = (id: string, title: string) =>
    tenant.work((unit) => {
      const { CREATE_ERRAND } = unit.runtime.registered.automationActions
      return CREATE_ERRAND.act(unit, { type: 'DEBTOR', id }, { title, data: {} } as never)
    })
  await left(debtorId, 'Look')
  await left(debtorId, 'Call')
  await left(into, 'Call')
  expect((await move(debtorId, { clientId: to, debtorId: into })).status).toBe(200)
  await left(into, 'Look')
  const open = await at.owner(
    `select title from system_errand where tenant_id = $1 and type = 'AUTOMATION'
       and status = 'OPEN' and subject_id = $2 order by title`,
    [tenant.id, into],
  )
  expect(open).toEqual([{ title: 'Call' }, { title: 'Look' }])
})
