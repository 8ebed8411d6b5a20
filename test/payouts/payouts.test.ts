import { expect, test } from 'vitest'
import { changeCompliance } from '../../src/activities/clients/change-compliance.ts'
import { bookedClient, enterByHand } from '../support/booked-client.ts'
import { driftsOf } from '../support/books.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()

async function clientWith(amount = '1000') {
  const client = await bookedClient(tenant)
  await enterByHand(tenant.api, client.mainId, amount)
  return client
}
const paid = async (accountId: string, amount: string): Promise<string> =>
  (await tenant.api.put(`/client-accounts/${accountId}/payout`, { amount })).body.id
const account = async (id: string) => (await tenant.api.get(`/client-accounts/${id}`)).body
const statusOf = async (id: string) => (await tenant.api.get(`/payouts/${id}`)).body.status

test('a payout is read, listed, found, and called off once: its money is available again', async () => {
  const { id: clientId, mainId } = await clientWith()
  const id = await paid(mainId, '400')
  const one = await tenant.api.get(`/payouts/${id}`)
  expect(one.body).toMatchObject({ id, clientId, amount: '400.00', type: 'CLIENT' })
  expect(one.body.payoutNumber).toMatch(/^•••• \d{4}$/)
  const found = await tenant.api.post('/payouts/search', { filters: { clientId } })
  expect(found.body.data).toEqual([one.body])
  const before = await account(mainId)
  expect(before).toMatchObject({ balance: '1000.00', available: '600.00' })
  const gone = await tenant.api.delete(`/payouts/${id}`)
  expect(gone.status).toBe(204)
  const after = await account(mainId)
  expect(after).toMatchObject({ balance: '1000.00', available: '1000.00' })
  expect(after.version).toBeGreaterThan(before.version)
  expect(await statusOf(id)).toBe('CANCELLED')
  expect(await tenant.api.delete(`/payouts/${id}`)).toMatchObject({
    status: 409,
    body: { code: 'PAYOUT_NOT_POSSIBLE' },
  })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('calling one off lets the other go that the account then covers', async () => {
  const { mainId } = await clientWith()
  const [first, second] = [await paid(mainId, '600'), await paid(mainId, '400')]
  await enterByHand(tenant.api, mainId, '-400')
  expect([await statusOf(first), await statusOf(second)]).toEqual(['BLOCKED', 'BLOCKED'])
  expect((await tenant.api.delete(`/payouts/${second}`)).status).toBe(204)
  expect([await statusOf(first), await statusOf(second)]).toEqual(['CREATED', 'CANCELLED'])
})

test('each reason for a block says what lifts it, and is gone with what it is about', async () => {
  const { id: clientId, mainId } = await clientWith()
  const id = await paid(mainId, '400')
  const blocked = () => tenant.api.get(`/blocked-payouts/${id}`)
  expect((await blocked()).status).toBe(404)
  await enterByHand(tenant.api, mainId, '-700')
  await tenant.work((unit) => changeCompliance(unit, clientId, { kycStatus: 'DENIED' }))
  await tenant.api.put(`/clients/${clientId}`, { status: 'PAUSED' })
  const told = { eventId: `block-${id}`, providerRef: id, type: 'SANCTION', result: 'HIT' }
  const about = { subjectType: 'PAYOUT', subjectId: id }
  await tenant.api.post('/events/aml-monitoring-result', { ...told, ...about })
  const codes = async () => (await blocked()).body.reasons.map(({ code }: { code: string }) => code)
  expect(await codes()).toEqual(['CLIENT_PAUSED', 'KYC_DENIED', 'AML', 'NEGATIVE_BALANCE'])
  const [, , , short] = (await blocked()).body.reasons
  expect(short).toMatchObject({
    endsByItself: true,
    lift: expect.stringMatching(/once the account/),
  })
  await tenant.api.put(`/clients/${clientId}`, { status: 'ACTIVE' })
  await enterByHand(tenant.api, mainId, '100')
  expect(await codes()).toEqual(['KYC_DENIED', 'AML'])
  const bound = await tenant.holding(['ReadPayout', 'ReadPayouts'], { clientId })
  const seen = (await bound.get(`/blocked-payouts/${id}`)).body
  expect(seen.reasons).toEqual([
    { code: 'NOT_POSSIBLE', lift: 'Ask whoever pays it out.', endsByItself: false },
  ])
  const list = (await bound.get('/blocked-payouts')).body.data
  expect(list).toEqual([seen])
  expect(JSON.stringify(list)).not.toMatch(/AML|KYC|monitor/i)
})

test('a payout to an account that was changed or revoked says which of the two', async () => {
  const { id: clientId, mainId } = await clientWith()
  const id = await paid(mainId, '400')
  const of = { filters: { clientId } }
  const [bank] = (await tenant.api.post('/client-bank-account/search', of)).body.data
  const change = (sent: object) => tenant.api.put(`/client-bank-account/${bank.id}`, sent)
  expect((await change({ holderName: 'Somebody Else AB' })).status).toBe(200)
  const codes = async () =>
    (await tenant.api.get(`/blocked-payouts/${id}`)).body.reasons.map(
      ({ code }: { code: string }) => code,
    )
  expect(await codes()).toEqual(['ACCOUNT_CHANGED'])
  await change({ status: 'REVOKED' })
  expect(await codes()).toEqual(['ACCOUNT_UNVERIFIED'])
})
