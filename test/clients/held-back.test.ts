import { afterAll, beforeAll, expect, test } from 'vitest'
import { ClientAccount } from '../../src/entities/client-account.ts'
import { activated, financedClient } from '../factoring/ground.ts'
import { enterByHand } from '../support/booked-client.ts'
import { driftsOf } from '../support/books.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

test('what is held back for open claims stays, and what is beyond it goes', async () => {
  const clientId = await financedClient(tenant)
  const invoiceId = await activated(at, tenant, clientId)
  const { body } = await tenant.api.put(`/factoring-decisions/${invoiceId}/factoring`, {})
  const path = `/factoring-decisions/${body.id}/move`
  await tenant.api.put(path, { status: 'READY_FOR_DECISION' })
  await tenant.api.put(path, { status: 'DECIDED', financeDecision: 'APPROVED' })
  const account = (type: 'MAIN' | 'RESERVE') =>
    tenant.work((unit) => unit.load(ClientAccount, { clientId, type, currency: 'SEK' }))
  const [main, reserve] = [await account('MAIN'), await account('RESERVE')]
  expect(reserve.balance).toBe(125_000n)
  const read = async () => (await tenant.api.get(`/client-accounts/${reserve.id}`)).body
  expect(await read()).toMatchObject({ balance: '1250.00', available: '0.00' })
  const listed = await tenant.api.get(`/client-accounts?clientId=${clientId}&type=RESERVE`)
  expect(listed.body.data[0].available).toBe('0.00')
  const move = (amount: string) =>
    tenant.api.put('/client-accounts/transfer', {
      fromId: reserve.id,
      toId: main.id,
      amount,
      text: 'Moved',
    })
  const refused = { status: 409, body: { code: 'BALANCE_TOO_SMALL' } }
  expect(await move('0.01')).toMatchObject(refused)
  expect(await enterByHand(tenant.api, reserve.id, '-0.01')).toMatchObject(refused)
  expect((await enterByHand(tenant.api, reserve.id, '10')).status).toBe(201)
  expect(await read()).toMatchObject({ balance: '1260.00', available: '10.00' })
  expect(await move('10.01')).toMatchObject(refused)
  expect((await move('10')).status).toBe(200)
  const [held] = (
    await tenant.api.get(`/client-account-transactions?clientAccountId=${reserve.id}`)
  ).body.data.filter(({ type }: { type: string }) => type === 'RESERVE_HELD')
  const moved = { transactionId: held.id, toId: main.id, amount: '1' }
  const on = await tenant.api.put('/client-accounts/transfer-from-transaction', moved)
  expect(on).toMatchObject(refused)
  expect(await driftsOf(at, tenant.id)).toEqual([])
})
