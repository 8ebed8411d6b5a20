import { expect, test } from 'vitest'
import { confirmPayouts, rejectPayout } from '../../src/activities/payouts/outcomes.ts'
import { bookEntered } from '../../src/activities/clients/accounts/enter-transaction.ts'
import { SystemBankAccount } from '../../src/entities/payment-account.ts'
import { bookedClient, enterByHand } from '../support/booked-client.ts'
import { postingsOf } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { tenantIn, world, type Answered } from '../support/world.ts'
import { bankIn, batchesOf } from './batches-ground.ts'

const at = await world()
const tenant = await tenantIn(at)
const bank = await bankIn(tenant)
const ground = batchesOf(at, tenant)
const refusalOf = ({ status, body }: Answered) => [status, body.code]
const account = async (id: string) => (await tenant.api.get(`/client-accounts/${id}`)).body

test('what is due is paid, authorized, exported, booked and confirmed; a rejection comes back', async () => {
  const [one, other] = [await ground.due('1000'), await ground.due('250.50')]
  const kept = await ground.due('99.99', { payoutSchedule: 'DAILY', minPayout: '100' })
  const asked = await ground.due('700', { payoutSchedule: 'ON_REQUEST' })
  const { succeeded, failed } = await ground.generate()
  expect({ succeeded, failed }).toEqual({ succeeded: 3, failed: 0 })
  const [batch] = await ground.all({ status: 'CREATED' })
  expect(batch).toMatchObject({ count: 2, total: '1250.50', currency: 'SEK' })
  expect(batch.systemBankAccountId).toBe(bank)
  for (const { mainId } of [kept, asked]) {
    expect((await account(mainId)).available).not.toBe('0.00')
  }
  expect(await account(one.mainId)).toMatchObject({ balance: '1000.00', available: '0.00' })
  // The same day once more finds nothing to pay.
  await ground.generate()
  expect(await ground.all()).toHaveLength(1)
  expect(refusalOf(await ground.put(batch.id, 'export'))[1]).toBe('PAYOUT_BATCH_NOT_POSSIBLE')
  const authorized = await ground.put(batch.id, 'authorize')
  expect(authorized.body).toMatchObject({ status: 'AUTHORIZED', count: 2 })
  expect((await ground.exported(batch.id)).said).toEqual([])
  expect(refusalOf(await ground.put(batch.id, 'export'))).toEqual([409, 'PAYOUT_BATCH_EXPORTED'])
  const file = await ground.file(batch.id)
  await ground.exported(batch.id, { again: true })
  const again = await ground.file(batch.id)
  expect([again.text, again.sha256, again.timesExported]).toEqual([file.text, file.sha256, 2])
  expect(await account(one.mainId)).toMatchObject({ balance: '1000.00', available: '0.00' })
  expect(await ground.booked(batch.id)).toMatchObject({ succeeded: 2, failed: 0 })
  const [first, second] = [
    (await ground.payouts(batch.id)).find(({ clientId }) => clientId === one.id)!,
    (await ground.payouts(batch.id)).find(({ clientId }) => clientId === other.id)!,
  ]
  expect([first.status, second.status]).toEqual(['BOOKED', 'BOOKED'])
  expect(await postingsOf(at, tenant, `payout/${first.id}/sent`)).toEqual([
    'T CLIENT_PAYABLE 100000',
    'T IN_TRANSIT -100000',
  ])
  expect(await account(one.mainId)).toMatchObject({ balance: '0.00', available: '0.00' })
  expect(await driftsOf(at, tenant.id)).toEqual([])
  const [settled] = (await tenant.api.get(`/payout-settlements?payoutId=${first.id}`)).body.data
  expect(settled).toMatchObject({
    opening: '0.00',
    adjustments: '1000.00',
    payouts: '-1000.00',
    closing: '0.00',
  })
  const amounts = settled.lines.map(({ type, amount }: { type: string; amount: string }) => [
    type,
    amount,
  ])
  expect(amounts).toEqual([
    ['MANUAL', '1000.00'],
    ['PAYOUT', '-1000.00'],
  ])
  await tenant.work((unit) => confirmPayouts(unit, [first.id]))
  await tenant.work((unit) => confirmPayouts(unit, [first.id]))
  expect(await postingsOf(at, tenant, `payout/${first.id}/confirmed`)).toEqual([
    'C BANK 100000',
    'C CLEARING -100000',
    'T BANK -100000',
    'T IN_TRANSIT 100000',
  ])
  const read = async (id: string) => (await tenant.api.get(`/payouts/${id}`)).body
  expect(await read(first.id)).toMatchObject({ status: 'CONFIRMED', endToEndId: first.id })
  await tenant.work((unit) => rejectPayout(unit, second.id, { code: 'AC04' }))
  await tenant.work((unit) => rejectPayout(unit, second.id, { code: 'AC04' }))
  expect(await read(second.id)).toMatchObject({ status: 'REJECTED', rejectionCode: 'AC04' })
  expect(await postingsOf(at, tenant, `payout/${second.id}/rejected`)).toEqual([
    'T CLIENT_PAYABLE -25050',
    'T IN_TRANSIT 25050',
  ])
  expect(await account(other.mainId)).toMatchObject({ balance: '250.50', available: '250.50' })
  const [closed] = await ground.all({ status: 'CLOSED' })
  expect(closed).toMatchObject({ id: batch.id, count: 2 })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('of two who authorize at once one does, and whoever put it together does not', async () => {
  const two = await tenantIn(at, 'Two batches', {})
  const rights = ['GeneratePayoutBatches', 'AuthorizePayoutBatches', 'ReadPayoutBatches'] as const
  const [maker, first, second] = await Promise.all([1, 2, 3].map(() => two.holding(rights)))
  const of = batchesOf(at, two)
  const client = await bookedClient(two)
  await two.work((unit) =>
    bookEntered(unit, {
      clientAccountId: client.mainId,
      amount: '400',
      counterRole: 'BANK',
      text: 'In',
    }),
  )
  await two.api.put(`/client-accounts/${client.mainId}`, { payoutSchedule: 'WEEKLY' })
  await two.work(async (unit) =>
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
  await of.generate({}, maker)
  const [batch] = await of.all()
  expect(batch).toMatchObject({ status: 'CREATED', total: '400.00' })
  const own = await of.put(batch.id, 'authorize', {}, maker)
  expect(refusalOf(own)).toEqual([409, 'PAYOUT_BATCH_OWN'])
  const answers = await Promise.all(
    [first, second].map((each) => of.put(batch.id, 'authorize', {}, each)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const bound = await two.holding(rights, { clientId: client.id })
  expect((await of.put(batch.id, 'authorize', {}, bound)).status).toBe(404)
  expect((await bound.put('/payout-batches/generate', {})).status).toBe(403)
})

test('a batch is dissolved until it is sent; its payouts wait, and one that is held stops it', async () => {
  const { id: clientId, mainId } = await ground.due('300')
  await ground.generate({ clientIds: [clientId] })
  const [batch] = await ground.all({ status: 'CREATED' })
  const [payout] = await ground.payouts(batch.id)
  expect(refusalOf(await tenant.api.delete(`/payouts/${payout!.id}`))[1]).toBe(
    'PAYOUT_NOT_POSSIBLE',
  )
  expect((await tenant.api.put(`/clients/${clientId}`, { status: 'PAUSED' })).status).toBe(200)
  const stopped = await ground.put(batch.id, 'authorize')
  expect([stopped.status, stopped.body.code, stopped.body.errors]).toEqual([
    409,
    'PAYOUT_BATCH_CHANGED',
    [expect.objectContaining({ code: 'CLIENT_PAUSED', message: `Payout ${payout!.id}` })],
  ])
  expect((await tenant.api.delete(`/payout-batches/${batch.id}`)).status).toBe(204)
  const freed = (await tenant.api.get(`/payouts/${payout!.id}`)).body
  expect(freed).toMatchObject({ status: 'BLOCKED', batchId: null })
  await tenant.api.put(`/clients/${clientId}`, { status: 'ACTIVE' })
  await ground.generate({ clientIds: [clientId] })
  const [next] = await ground.all({ status: 'CREATED' })
  expect(await ground.payouts(next.id)).toMatchObject([{ id: payout!.id, amount: '300.00' }])
  // What was authorized is what is sent.
  await ground.put(next.id, 'authorize')
  await at.owner(`update payout set payout_number = '50501055' where id = $1`, [payout!.id])
  expect((await ground.exported(next.id)).codes).toEqual(['PAYOUT_BATCH_CHANGED'])
  expect((await ground.all({ status: 'AUTHORIZED' }))[0].id).toBe(next.id)
  expect((await tenant.api.delete(`/payout-batches/${next.id}`)).status).toBe(204)
  expect(await account(mainId)).toMatchObject({ balance: '300.00', available: '0.00' })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('each schedule pays once in its period, and without a bank account nothing is lost', async () => {
  const other = await tenantIn(at)
  const of = batchesOf(at, other)
  const { id: clientId, mainId } = await of.due('10')
  const { codes } = await of.generate({ clientIds: [clientId] })
  expect(codes).toEqual(['PAYOUT_BANK_ACCOUNT_MISSING'])
  expect(await of.all()).toEqual([])
  const found = await other.api.post('/payouts/search', { filters: { clientId } })
  expect(found.body.data).toEqual([])
  expect((await other.api.get(`/client-accounts/${mainId}`)).body.available).toBe('10.00')
})

test('settlements go on where the one before ended, each transaction in one', async () => {
  const { id: clientId, mainId } = await ground.due('500')
  const paidOut = async (more: object = {}) => {
    await ground.generate({ clientIds: [clientId], ...more })
    const [batch] = await ground.all({ status: 'CREATED' })
    await ground.put(batch.id, 'authorize')
    await ground.exported(batch.id)
    await ground.booked(batch.id)
  }
  await paidOut()
  await enterByHand(tenant.api, mainId, '70')
  const pay = (amount: string) => tenant.api.put(`/client-accounts/${mainId}/payout`, { amount })
  await pay('20')
  await pay('30')
  await paidOut()
  const { data } = (await tenant.api.get(`/payout-settlements?clientId=${clientId}`)).body
  const sums = data.map(
    ({ opening, adjustments, payouts, closing, lines }: Record<string, string>) => [
      opening,
      adjustments,
      payouts,
      closing,
      lines?.length,
    ],
  )
  expect(sums).toEqual([
    ['0.00', '500.00', '-500.00', '0.00', 2],
    ['0.00', '70.00', '-20.00', '50.00', 2],
    ['50.00', '0.00', '-30.00', '20.00', 1],
  ])
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('what several do at once is done once: booked, confirmed and rejected', async () => {
  const clients = [await ground.due('11'), await ground.due('22'), await ground.due('33')]
  await ground.generate({ clientIds: clients.map(({ id }) => id) })
  const [batch] = await ground.all({ status: 'CREATED' })
  expect(batch).toMatchObject({ count: 3, total: '66.00' })
  await ground.put(batch.id, 'authorize')
  await ground.exported(batch.id)
  const { body: task } = await ground.put(batch.id, 'bookkeep')
  await Promise.allSettled([1, 2, 3].map(() => ground.chunk(task.id)))
  while ((await ground.chunk(task.id)).open);
  const payouts = await ground.payouts(batch.id)
  expect(payouts.map(({ status }) => status)).toEqual(['BOOKED', 'BOOKED', 'BOOKED'])
  for (const { mainId } of clients) expect((await account(mainId)).balance).toBe('0.00')
  const [first] = payouts
  await Promise.allSettled(
    [1, 2, 3, 4].map((n) =>
      tenant.work((unit) =>
        n % 2 === 0
          ? confirmPayouts(unit, [first!.id])
          : rejectPayout(unit, first!.id, { code: 'AC04' }),
      ),
    ),
  )
  // Whether or not it was confirmed before, it has come back, once.
  await tenant.work((unit) => rejectPayout(unit, first!.id, { code: 'AC04' }))
  const { mainId } = clients.find(({ id }) => id === first!.clientId)!
  expect((await account(mainId)).balance).toBe(first!.amount)
  expect(await driftsOf(at, tenant.id)).toEqual([])
})
