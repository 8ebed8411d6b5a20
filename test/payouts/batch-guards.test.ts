import { expect, test } from 'vitest'
import { SystemBankAccount } from '../../src/entities/payment-account.ts'
import type { Right } from '../../src/policy/rights.ts'
import { bankOf } from '../payments/imported.ts'
import { bookedClient } from '../support/booked-client.ts'
import { driftsOf } from '../support/books.ts'
import {
  apiAs,
  tenantIn,
  world,
  type Answered,
  type Api,
  type TestTenant,
} from '../support/world.ts'
import { bankIn, batchesOf } from './batches-ground.ts'
import { pain002 } from './pain002.ts'

// Who may not, and who comes too late: nothing is paid that two people did not see.
const at = await world({ connections: 8 })
const refusalOf = ({ status, body }: Answered) => [status, body?.code]

const rights: Right[] = [
  'GeneratePayoutBatches',
  'AuthorizePayoutBatches',
  'ExportPayoutBatches',
  'BookkeepPayoutBatches',
  'DeletePayoutBatches',
  'ReadPayoutBatch',
  'ReadPayoutBatches',
]
const ofMachines: Right[] = [
  'GenerateToken',
  'CreateServiceAccount',
  'RotateSecretServiceAccount',
  'GenerateTokenServiceAccount',
]

/** A tenant where two are needed, with a batch that one person had put together. */
async function gathered(tenant: TestTenant, maker: Api, amount = '400') {
  const of = batchesOf(at, tenant)
  const { id: clientId } = await of.due(amount)
  await of.generate({ clientIds: [clientId] }, maker)
  const [batch] = await of.all({ status: 'CREATED' })
  return { of, clientId, id: String(batch.id) }
}

interface Account {
  id: string
  secret: string
}

/** What a person has a hand in, by the way in which they can act through it. */
const machines: Record<string, (tenant: TestTenant, maker: Api, of: Account) => Promise<Api>> = {
  'another token of theirs': async (_, maker) =>
    apiAs(at, (await maker.post('/token/generate', { rights })).body.token),
  'a service account of theirs': async ({ id: tenantId }, _, { id, secret }) => {
    const sent = { tenantId, serviceAccountId: id, secret }
    return apiAs(at, (await apiAs(at, '').post('/login/service-account', sent)).body.token)
  },
  'a token of that account': async (_, maker, { id }) =>
    apiAs(at, (await maker.put(`/service-accounts/${id}/generate-token`)).body.token),
}

test.each(Object.keys(machines))('whoever put it together is %s as well', async (how) => {
  const tenant = await tenantIn(at, 'Two', {})
  await bankgiroIn(tenant)
  const maker = await tenant.holding([...rights, ...ofMachines])
  const other = await tenant.holding(rights)
  const role = await tenant.api.post('/roles', { name: 'Payer', rights })
  const account = { name: 'Machine', roleIds: [role.body.id] }
  const { body } = await maker.post('/service-accounts', account)
  const machine = await machines[how]!(tenant, maker, body)
  const { of, id } = await gatheredInTwo(tenant, maker)
  expect((await machine.get(`/payout-batches/${id}`)).status).toBe(200)
  for (const one of [maker, machine]) {
    expect(refusalOf(await of.put(id, 'authorize', {}, one))).toEqual([409, 'PAYOUT_BATCH_OWN'])
  }
  // Nor does it help to put it together by the machine.
  const again = await gatheredInTwo(tenant, machine)
  expect(refusalOf(await of.put(again.id, 'authorize', {}, maker))[1]).toBe('PAYOUT_BATCH_OWN')
  expect((await of.put(id, 'authorize', {}, other)).body.status).toBe('AUTHORIZED')
})

/** Without the second person whom that takes. */
const bankgiroIn = (tenant: TestTenant) =>
  tenant.work(async (unit) =>
    unit.add(SystemBankAccount, {
      instanceProviderId: null,
      name: 'Client funds',
      kind: 'BANKGIRO',
      number: '50501055',
      bic: null,
      currency: 'SEK',
      active: true,
    }),
  )

/** Where the schedule of an account cannot be chosen by one person alone. */
async function gatheredInTwo(tenant: TestTenant, maker: Api) {
  const of = batchesOf(at, tenant)
  const client = await bookedClient(tenant)
  await at.owner(
    `update client_account set balance = 40000, payout_schedule = 'DAILY' where id = $1`,
    [client.mainId],
  )
  const known = new Set((await of.all()).map(({ id }: { id: string }) => id))
  await of.generate({ clientIds: [client.id] }, maker)
  const batch = (await of.all()).find(({ id }: { id: string }) => !known.has(id))
  return { of, id: String(batch.id) }
}

test('nobody of another tenant or client sees or moves it, and nobody without the right', async () => {
  const tenant = await tenantIn(at)
  await bankIn(tenant)
  const { of, id, clientId } = await gathered(tenant, tenant.api)
  const stranger = (await tenantIn(at)).api
  const own = await tenant.holding(rights, { kind: 'CLIENT', clientId })
  const bound = await tenant.holding(rights, { clientId })
  const none = await tenant.holding(['ReadClient'])
  const path = `/payout-batches/${id}`
  const verbs: [string, (by: Api) => Promise<Answered>][] = [
    ['read', (by) => by.get(path)],
    ['authorize', (by) => by.put(`${path}/authorize`, {})],
    ['export', (by) => by.put(`${path}/export`, {})],
    ['bookkeep', (by) => by.put(`${path}/bookkeep`, {})],
    ['dissolve', (by) => by.delete(path)],
  ]
  for (const [what, ask] of verbs) {
    for (const by of [stranger, own, bound])
      expect([what, (await ask(by)).status]).toEqual([what, 404])
    expect([what, (await ask(none)).status]).toEqual([what, 403])
  }
  for (const by of [own, bound]) {
    expect((await by.put('/payout-batches/generate', {})).status).toBe(403)
    expect((await by.get('/payout-batches')).body.data).toEqual([])
  }
  // A client of another tenant is none at all.
  const foreign = await bookedClient(await tenantIn(at))
  const asked = await tenant.api.put('/payout-batches/generate', { clientIds: [foreign.id] })
  expect([asked.status, asked.body.errors?.[0]?.pointer]).toEqual([404, '/clientIds/0'])
  expect((await of.all())[0]).toMatchObject({ status: 'CREATED', total: '400.00' })
})

test('all who generate at once pay each account once', async () => {
  const tenant = await tenantIn(at)
  await bankIn(tenant)
  const of = batchesOf(at, tenant)
  const clients = []
  for (const amount of ['1', '2', '3', '4', '5']) clients.push(await of.due(amount))
  const callers = await Promise.all([1, 2, 3, 4].map(() => tenant.holding(rights)))
  const asked = await Promise.all(callers.map((by) => by.put('/payout-batches/generate', {})))
  const begun = asked.filter(({ status }) => status === 202)
  expect(begun.length).toBeGreaterThan(0)
  for (const each of asked) {
    if (!begun.includes(each)) expect(refusalOf(each)).toEqual([409, 'TASK_RUNNING'])
  }
  const ids = begun.map(({ body }) => String(body.id))
  await Promise.allSettled([...ids, ...ids, ...ids].map((id) => of.chunk(id)))
  for (const id of ids) while ((await of.chunk(id)).open);
  const batches = await of.all()
  const payouts = await Promise.all(batches.map(({ id }: { id: string }) => of.payouts(id)))
  const amounts = payouts.flat().map(({ amount }) => amount)
  expect(amounts.toSorted()).toEqual(['1.00', '2.00', '3.00', '4.00', '5.00'])
  for (const { mainId } of clients) {
    expect((await tenant.api.get(`/client-accounts/${mainId}`)).body.available).toBe('0.00')
  }
})

test('of those who authorize and dissolve at once one side wins, whole', async () => {
  const tenant = await tenantIn(at)
  await bankIn(tenant)
  for (let round = 0; round < 5; round++) {
    const { of, id } = await gathered(tenant, tenant.api, `${10 + round}`)
    const path = `/payout-batches/${id}`
    const ends = await Promise.all([
      tenant.api.put(`${path}/authorize`, {}),
      tenant.api.put(`${path}/export`, {}),
      tenant.api.delete(path),
      tenant.api.put(`${path}/authorize`, {}),
    ])
    for (const { status } of ends) expect(status).toBeLessThan(500)
    const { status, count } = (await tenant.api.get(path)).body
    const payouts = await of.payouts(id)
    expect(payouts.map((one) => one.status)).toEqual(Array(count).fill('AUTHORIZED'))
    expect([status, count]).toEqual(status === 'DISSOLVED' ? ['DISSOLVED', 0] : ['AUTHORIZED', 1])
  }
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('all who export at once make one file, which counts as one', async () => {
  const tenant = await tenantIn(at)
  await bankIn(tenant)
  const { of, id } = await gathered(tenant, tenant.api)
  await of.put(id, 'authorize')
  const asked = await Promise.all([1, 2, 3, 4].map(() => of.put(id, 'export')))
  const tasks = new Set(asked.flatMap(({ status, body }) => (status === 202 ? [body.id] : [])))
  for (const task of tasks) while ((await of.chunk(String(task))).open);
  expect((await of.file(id)).timesExported).toBe(1)
  const files = await tenant.api.post('/payout-files/search', { filters: { batchId: id } })
  expect(files.body.data).toHaveLength(1)
  expect(refusalOf(await of.put(id, 'export'))).toEqual([409, 'PAYOUT_BATCH_EXPORTED'])
  expect(refusalOf(await of.put(id, 'export', { again: 'yes' }))[0]).toBe(400)
})

test('what the bank says of a payout that was never sent, or came back, is told and moves nothing', async () => {
  const tenant = await tenantIn(at)
  await bankIn(tenant)
  const { id, clientId, of } = await gathered(tenant, tenant.api)
  const [payout] = await of.payouts(id)

  const bank = bankOf(at, tenant)
  const failures = async () =>
    (
      await at.owner(
        `select i.code from background_task_item i
         where i.tenant_id = $1 and i.code is not null order by i.code`,
        [tenant.id],
      )
    ).map(({ code }) => code)
  await bank.imported(pain002([{ id: payout!.id, status: 'ACSC' }]))
  expect(await failures()).toEqual(['PAYOUT_NOT_POSSIBLE'])
  await of.put(id, 'authorize')
  await of.exported(id)
  await bank.imported(pain002([{ id: payout!.id, status: 'RJCT', reason: 'AC04' }]))
  await bank.imported(pain002([{ id: payout!.id, status: 'ACSC' }]))
  expect(await failures()).toEqual(['PAYOUT_NOT_POSSIBLE', 'PAYOUT_NOT_POSSIBLE'])
  const { data } = (await tenant.api.get(`/client-accounts?clientId=${clientId}`)).body
  expect(data.map(({ balance }: { balance: string }) => balance).toSorted()).toEqual([
    '0.00',
    '400.00',
  ])
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('batches below what takes two take two as well, once they are as much together', async () => {
  const tenant = await tenantIn(at, 'Small batches', { PAYOUT_BATCH_AUTHORIZE: 'ABOVE:1000' })
  await bankgiroIn(tenant)
  const [maker, other] = [await tenant.holding(rights), await tenant.holding(rights)]
  const gatheredAgain = () => gatheredInTwo(tenant, maker)
  const authorized = async () => {
    const { of, id } = await gatheredAgain()
    return refusalOf(await of.put(id, 'authorize', {}, maker))[0]
  }
  expect([await authorized(), await authorized()]).toEqual([200, 200])
  const { of, id } = await gatheredAgain()
  expect(refusalOf(await of.put(id, 'authorize', {}, maker))).toEqual([409, 'PAYOUT_BATCH_OWN'])
  expect((await of.put(id, 'authorize', {}, other)).status).toBe(200)
})
