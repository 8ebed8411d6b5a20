import { expect, test } from 'vitest'
import { bankgiroOf } from '../conformance/given-accounts.ts'
import { bookedClient, enterByHand } from '../support/booked-client.ts'
import { tenantIn, worldWithTenant, type Answered, type TestTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()

let made = 0
/** An account that two people have seen longer ago than the cool-down is. */
async function bankOf(of: TestTenant, clientId: string, more: object = {}): Promise<string> {
  const bank = { kind: 'BANKGIRO', number: bankgiroOf(950_000 + ++made), holderName: 'AB', ...more }
  const { body } = await of.api.post('/client-bank-account', { clientId, ...bank })
  await at.owner(
    `update client_bank_account set status = 'VERIFIED', verified_at = now() - interval '3 days'
     where id = $1`,
    [body.id],
  )
  return body.id
}
const refusalOf = ({ status, body }: Answered) => [status, body.code, body.errors?.[0]?.pointer]
const aged = (id: string) =>
  at.owner(`update payout_account set verified_at = now() - interval '3 days' where id = $1`, [id])

test('an account is paid to its payout account, once that has cooled down', async () => {
  const { id: clientId, mainId } = await bookedClient(tenant)
  await enterByHand(tenant.api, mainId, '1000')
  const bank = await bankOf(tenant, clientId)
  const sent = { clientAccountId: mainId, clientBankAccountId: bank }
  const added = await tenant.api.post('/payout-accounts', sent)
  expect([added.status, added.body]).toMatchObject([201, { status: 'VERIFIED', clientId }])
  const pay = () => tenant.api.put(`/client-accounts/${mainId}/payout`, { amount: '400' })
  expect(refusalOf(await pay())).toEqual([409, 'PAYOUT_ACCOUNT_COOLING_DOWN', undefined])
  await aged(added.body.id)
  const paid = await pay()
  expect(paid.body).toMatchObject({ payoutAccountId: bank, status: 'CREATED' })
  expect(refusalOf(await tenant.api.post('/payout-accounts', sent))[1]).toBe('ALREADY_EXISTS')
  // Disabled by one, what was to go there is held, and the profile counts again.
  const path = `/payout-accounts/${added.body.id}`
  expect((await tenant.api.put(path, { status: 'DISABLED' })).body.status).toBe('DISABLED')
  const held = (await tenant.api.get(`/blocked-payouts/${paid.body.id}`)).body
  expect(held.reasons.map(({ code }: { code: string }) => code)).toEqual(['ACCOUNT_DISABLED'])
  expect(refusalOf(await tenant.api.put(path, { status: 'VERIFIED' }))[1]).toBe(
    'PAYOUT_ACCOUNT_DISABLED',
  )
  expect((await pay()).body.payoutAccountId).not.toBe(bank)
  const found = await tenant.api.post('/payout-accounts/search', { filters: { clientId } })
  expect(found.body.data.map(({ status }: { status: string }) => status)).toEqual(['DISABLED'])
})

test('it takes two people of the tenant; what the client says waits for them', async () => {
  const two = await tenantIn(at, 'Two accounts', {})
  const { id: clientId, mainId } = await bookedClient(two)
  const { id: bank } = await two.work(async (unit) => {
    const { ClientBankAccount } = await import('../../src/entities/client-bank-account.ts')
    const [one] = await unit.all(ClientBankAccount, { clientId })
    return one!
  })
  const sent = { clientAccountId: mainId, clientBankAccountId: bank }
  const rights = ['CreatePayoutAccounts', 'UpdatePayoutAccounts', 'ReadPayoutAccount'] as const
  const [first, second] = [await two.holding(rights), await two.holding(rights)]
  expect((await first.post('/payout-accounts', sent)).status).toBe(202)
  expect((await first.post('/payout-accounts', sent)).body.code).toBe('SAME_APPROVER')
  const added = await second.post('/payout-accounts', sent)
  expect([added.status, added.body.status]).toEqual([201, 'VERIFIED'])
  expect(
    (await first.put(`/payout-accounts/${added.body.id}`, { status: 'DISABLED' })).status,
  ).toBe(200)
  const own = await two.holding(rights, { clientId })
  const said = await own.post('/payout-accounts', sent)
  expect([said.status, said.body.status]).toEqual([201, 'UNVERIFIED'])
  const path = `/payout-accounts/${said.body.id}`
  expect((await own.put(path, { status: 'VERIFIED' })).status).toBe(403)
  await enterByHandBy(two, mainId)
  const pay = await two.api.put(`/client-accounts/${mainId}/payout`, { amount: '10' })
  expect(pay.body.code).toBe('PAYOUT_ACCOUNT_NOT_VERIFIED')
  expect((await second.put(path, { status: 'VERIFIED' })).status).toBe(202)
  expect((await first.put(path, { status: 'VERIFIED' })).body.status).toBe('VERIFIED')
})

const enterByHandBy = (of: TestTenant, id: string) =>
  at.owner('update client_account set balance = 100000 where tenant_id = $1 and id = $2', [
    of.id,
    id,
  ])

test('no account of another client, none revoked, and no giro for euros', async () => {
  const [one, other] = [await bookedClient(tenant), await bookedClient(tenant)]
  const theirs = await bankOf(tenant, other.id)
  const add = (clientAccountId: string, clientBankAccountId: string) =>
    tenant.api.post('/payout-accounts', { clientAccountId, clientBankAccountId })
  expect(refusalOf(await add(one.mainId, theirs))).toEqual([
    404,
    'NOT_FOUND',
    '/clientBankAccountId',
  ])
  const mine = await bankOf(tenant, one.id)
  await tenant.api.put(`/client-bank-account/${mine}`, { status: 'REVOKED' })
  expect(refusalOf(await add(one.mainId, mine))[1]).toBe('BANK_ACCOUNT_REVOKED')
  const sent = { clientId: one.id, type: 'MAIN', currency: 'EUR' }
  const euros = (await tenant.api.post('/client-accounts', sent)).body.id
  const giro = await bankOf(tenant, one.id)
  expect(refusalOf(await add(euros, giro))).toEqual([
    409,
    'PAYOUT_ACCOUNT_UNFIT',
    '/clientBankAccountId',
  ])
  const iban = await bankOf(tenant, one.id, { kind: 'IBAN', number: 'DE89370400440532013000' })
  expect((await add(euros, iban)).status).toBe(201)
})
