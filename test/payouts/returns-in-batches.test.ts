import { expect, test } from 'vitest'
import { postingsOf, dayFromNow } from '../factoring/ground.ts'
import { camt } from '../payments/files.ts'
import { bankOf } from '../payments/imported.ts'
import { driftsOf } from '../support/books.ts'
import { generateJob } from '../../src/activities/payouts/jobs.ts'
import { errandsOf } from '../support/jobs.ts'
import { tenantIn, world, type Answered } from '../support/world.ts'
import { bankIn, batchesOf } from './batches-ground.ts'
import { pain002 } from './pain002.ts'

const at = await world()
const tenant = await tenantIn(at)
await bankIn(tenant)
const ground = batchesOf(at, tenant)
const bank = bankOf(at, tenant)

const codeOf = ({ status, body }: Answered) => [status, body.code]
const returnOf = async (id: string) =>
  (await tenant.api.get(`/payment-transactions-returns/${id}`)).body
const payoutsOf = async (returnId: string) =>
  (await tenant.api.post('/payouts/search', { filters: { returnId } })).body.data
const unplacedOf = async (id: string) => (await tenant.api.get(`/unplaced-payments/${id}`)).body

const inEuros = { amount: '9.00', currency: 'EUR', payerAccount: 'FI2112345600000785' }

interface Back {
  unplaced: string
  id: string
}

/** Money on no claim, which two people agree to send back. */
async function agreed(paid: object = {}, asked: object = {}): Promise<Back> {
  const payer = { payerName: 'Träslöv & Co', payerAccount: '5050-1055', reference: '1000010000174' }
  const sent = { amount: '100.00', currency: 'SEK', ...payer, ...paid }
  const payment = (await tenant.api.post('/payments', sent)).body
  const { data } = (await tenant.api.post('/unplaced-payments/search', { limit: 200 })).body
  const one = data.find(
    ({ transactionId }: Record<string, unknown>) => transactionId === payment.id,
  )
  const { body } = await tenant.api.put(`/unplaced-payments/${one.id}/return`, asked)
  const path = `/payment-transactions-returns/${body.id}`
  expect((await tenant.api.put(`${path}/authorize`)).body.status).toBe('AUTHORIZED')
  return { unplaced: one.id, id: body.id }
}

/** The same, booked by a person. */
async function goingBack(paid: object = {}, asked: object = {}): Promise<Back> {
  const back = await agreed(paid, asked)
  const path = `/payment-transactions-returns/${back.id}/return`
  expect((await tenant.api.put(path)).body.status).toBe('RETURNED')
  return back
}

async function sent() {
  await ground.generate()
  const [batch] = await ground.all({ status: 'CREATED' })
  await ground.put(batch.id, 'authorize')
  expect((await ground.exported(batch.id)).said).toEqual([])
  return batch
}

test('returns leave with a batch: one arrives, one is rejected and is unplaced again', async () => {
  const one = await goingBack()
  const account = 'SE4550000000058398257466'
  const other = await goingBack({ amount: '41.50' }, { toAccount: account, override: true })
  const [first] = await payoutsOf(one.id)
  expect(first).toMatchObject({
    type: 'PAYMENT_RETURN',
    clientId: null,
    clientAccountId: null,
    amount: '100.00',
    payoutKind: 'BANKGIRO',
    payoutHolder: 'Träslöv & Co',
    remittanceText: 'RETURN 1000010000174',
    status: 'CREATED',
  })
  const [second] = await payoutsOf(other.id)
  const batch = await sent()
  expect(batch).toMatchObject({ count: 2, total: '141.50' })
  const { text } = await ground.file(batch.id)
  expect(text).toContain(`<EndToEndId>${first.id}</EndToEndId>`)
  expect(text).toContain('<Id>50501055</Id><SchmeNm><Prtry>BGNR</Prtry>')
  expect(text).toContain('<Nm>Traslov + Co</Nm>')
  expect(text).toContain('<Ustrd>RETURN 1000010000174</Ustrd>')
  expect(text).toContain(`<IBAN>${account}</IBAN>`)
  // Both were booked as they were made, and are taken from no account.
  expect(await ground.booked(batch.id)).toMatchObject({ succeeded: 2, failed: 0 })
  expect(await postingsOf(at, tenant, `payment-return/${one.id}`)).toEqual([
    'T IN_TRANSIT -10000',
    'T UNALLOCATED 10000',
  ])
  expect(await driftsOf(at, tenant.id)).toEqual([])

  const rejected = { id: second.id, status: 'RJCT', reason: 'AC04', amount: '41.50' }
  await bank.imported(pain002([{ id: first.id, status: 'ACSC', amount: '100.00' }, rejected]))
  expect(await returnOf(one.id)).toMatchObject({ status: 'CONFIRMED' })
  expect(await postingsOf(at, tenant, `payment-return/${one.id}/confirmed`)).toEqual([
    'T BANK -10000',
    'T IN_TRANSIT 10000',
  ])
  expect(await returnOf(other.id)).toMatchObject({ status: 'REJECTED' })
  expect((await payoutsOf(other.id))[0]).toMatchObject({
    status: 'REJECTED',
    rejectionCode: 'AC04',
  })
  expect(await unplacedOf(other.unplaced)).toMatchObject({ status: 'OPEN', amountOpen: '41.50' })
  expect((await ground.all({ status: 'CLOSED' })).map(({ id }: { id: string }) => id)).toEqual([
    batch.id,
  ])
  expect(await errandsOf(at, tenant, 'PAYOUT')).toMatchObject([
    { status: 'OPEN', title: `The bank rejected payout ${second.id}: AC04 Closed` },
  ])
  // Told once more, nothing more comes of it.
  await bank.imported(pain002([rejected, { id: first.id, status: 'ACSC', amount: '100.00' }]))
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('a statement shows that it left, and one that comes back later is a payment', async () => {
  const { id } = await goingBack({ amount: '77.00' })
  const batch = await sent()
  const [payout] = await payoutsOf(id)
  const own = { iban: 'SE3550000000054910000003', date: dayFromNow(at, 0) }
  const left = { amount: '77.00', endToEndId: payout.id, ref: 'L77', isOut: true }
  await bank.imported(camt({ ...own, id: 'L77', entries: [[left]] }))
  expect(await returnOf(id)).toMatchObject({ status: 'CONFIRMED' })
  expect((await payoutsOf(id))[0]).toMatchObject({ status: 'CONFIRMED', batchId: batch.id })
  const back = { amount: '77.00', endToEndId: payout.id, ref: 'R77', isReturn: true }
  const came = await bank.imported(camt({ ...own, id: 'R77', entries: [[back]] }))
  expect(came).toMatchObject({ status: 'IMPORTED', entryCount: 1 })
  expect((await payoutsOf(id))[0]).toMatchObject({ status: 'CONFIRMED' })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('somebody calls it off, or sends it at the bank, before a batch takes it along', async () => {
  const [off, byHand, kept] = [await goingBack(), await goingBack(), await goingBack()]
  const [payout] = await payoutsOf(off.id)
  expect((await tenant.api.delete(`/payouts/${payout.id}`)).status).toBe(204)
  expect(await returnOf(off.id)).toMatchObject({ status: 'REJECTED' })
  expect(await unplacedOf(off.unplaced)).toMatchObject({ status: 'OPEN', amountOpen: '100.00' })
  const say = (id: string, status: string) =>
    tenant.api.put(`/payment-transactions-returns/${id}`, { status })
  expect((await say(byHand.id, 'CONFIRMED')).body.status).toBe('CONFIRMED')
  expect((await payoutsOf(byHand.id))[0].status).toBe('CONFIRMED')
  await ground.generate()
  const [batch] = await ground.all({ status: 'CREATED' })
  expect((await ground.payouts(batch.id)).map(({ id }) => id)).toEqual([
    (await payoutsOf(kept.id))[0].id,
  ])
  // What stands in a batch is not at the bank yet: nobody has rejected it.
  expect(codeOf(await say(kept.id, 'REJECTED'))).toEqual([409, 'PAYOUT_NOT_POSSIBLE'])
  expect(codeOf(await tenant.api.delete(`/payouts/${(await payoutsOf(kept.id))[0].id}`))).toEqual([
    409,
    'PAYOUT_NOT_POSSIBLE',
  ])
  expect((await tenant.api.delete(`/payout-batches/${batch.id}`)).status).toBe(204)
  expect((await say(kept.id, 'REJECTED')).body.status).toBe('REJECTED')
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('where no file of a bank would take it, it waits for a person at the bank', async () => {
  const { id } = await goingBack({ payerAccount: 'DK-ACCOUNT 12' })
  expect(await payoutsOf(id)).toEqual([])
  await tenant.api.put(`/payment-transactions-returns/${id}`, { status: 'CONFIRMED' })
  expect(await returnOf(id)).toMatchObject({ status: 'CONFIRMED' })
  // Of euros no bank account of the tenant pays any: the task says so.
  const iban = { payerAccount: 'FI2112345600000785', currency: 'EUR' }
  await goingBack(iban)
  expect((await ground.generate({ currency: 'EUR' })).codes).toEqual([
    'PAYOUT_BANK_ACCOUNT_MISSING',
  ])
})

test('called off and gathered at once, it is either, and never both', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => goingBack()))
  const payouts = await Promise.all(all.map(async ({ id }) => (await payoutsOf(id))[0].id))
  const [, ...off] = await Promise.all([
    ground.generate({ currency: 'SEK' }),
    ...payouts.map((id) => tenant.api.delete(`/payouts/${id}`)),
  ])
  for (const [n, answer] of off.entries()) {
    const [payout] = await payoutsOf(all[n]!.id)
    const { status } = await returnOf(all[n]!.id)
    expect([payout.status, status, (answer as Answered).status]).toEqual(
      payout.status === 'CANCELLED'
        ? ['CANCELLED', 'REJECTED', 204]
        : ['IN_BATCH', 'RETURNED', 409],
    )
  }
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('no client’s people see it, whosever the money is', async () => {
  const { id } = await goingBack()
  const [payout] = await payoutsOf(id)
  const bound = await tenant.holding(['ReadPayout', 'SearchPayouts'], {
    clientId: (await ground.due('10')).id,
  })
  expect((await bound.get(`/payouts/${payout.id}`)).status).toBe(404)
})

/** The job of a day, chunk by chunk, and how many it came to. */
async function morning(day: string) {
  const all: Record<string, number> = {}
  for (let after: string | null = ''; after !== null;) {
    const from: string = after
    const chunk = await tenant.work((unit) => generateJob.chunk(unit, day, from))
    for (const [name, count] of Object.entries(chunk.counts)) all[name] = (all[name] ?? 0) + count
    after = chunk.after
  }
  return all
}

test('what was agreed to leaves by itself in the morning, or when somebody gathers payouts', async () => {
  const day = await tenant.work((unit) => unit.today())
  const { id: clientId } = await ground.due('10')
  const [one, other] = [await agreed({ amount: '11.00' }), await agreed({ amount: '12.00' })]
  const byHand = await agreed({ payerAccount: 'DK-ACCOUNT 12', amount: '13.00' })
  const wanted = `select (${generateJob.wanted}) as wanted from (select $2::int as tenant_id) t`
  expect(await at.owner(wanted, [day, tenant.id])).toEqual([{ wanted: true }])
  expect(await morning(day)).toMatchObject({ returns: 2, unsent: 1 })
  const [batch] = await ground.all({ status: 'CREATED' })
  const gathered = await ground.payouts(batch.id)
  expect(gathered.map(({ amount }) => amount).toSorted()).toEqual(
    expect.arrayContaining(['10.00', '11.00', '12.00']),
  )
  expect(gathered.some((payout) => payout.clientId === clientId)).toBe(true)
  for (const { id, unplaced } of [one, other]) {
    expect(await returnOf(id)).toMatchObject({ status: 'RETURNED', bookDate: day })
    expect(await unplacedOf(unplaced)).toMatchObject({ status: 'RETURNED', amountOpen: '0.00' })
    expect((await payoutsOf(id))[0]).toMatchObject({ status: 'IN_BATCH', batchId: batch.id })
  }
  expect(await postingsOf(at, tenant, `payment-return/${one.id}`)).toEqual([
    'T IN_TRANSIT -1100',
    'T UNALLOCATED 1100',
  ])
  // What no file takes stays agreed to, and a person is told once.
  expect(await returnOf(byHand.id)).toMatchObject({ status: 'AUTHORIZED' })
  const told = async () =>
    (await errandsOf(at, tenant, 'PAYOUT')).filter(({ subject }) => subject === byHand.id)
  const aboutIt = { status: 'OPEN', title: expect.stringContaining('send it at the bank') }
  expect(await told()).toMatchObject([aboutIt])
  await morning(day)
  expect(await told()).toMatchObject([aboutIt])
  const path = `/payment-transactions-returns/${byHand.id}`
  expect((await tenant.api.put(`${path}/return`)).body.status).toBe('RETURNED')
  expect(await told()).toMatchObject([{ status: 'RESOLVED' }])
  expect(await driftsOf(at, tenant.id)).toEqual([])

  const [later, euros] = [await agreed({ amount: '14.00' }), await agreed({ ...inEuros })]
  const refused = await agreed({ payerAccount: 'DK-ACCOUNT 12', amount: '15.00' })
  const task = await ground.generate()
  expect(new Set(task.codes)).toEqual(
    new Set(['PAYOUT_BANK_ACCOUNT_MISSING', 'PAYOUT_NOT_POSSIBLE']),
  )
  expect(await returnOf(later.id)).toMatchObject({ status: 'RETURNED' })
  await morning(day)
  const unpaid = (await errandsOf(at, tenant, 'PAYOUT')).filter(
    ({ subject }) => subject === euros.id,
  )
  expect(unpaid).toMatchObject([{ status: 'OPEN', title: expect.stringContaining('pays its') }])
  for (const { id } of [euros, refused]) {
    expect(await returnOf(id)).toMatchObject({ status: 'AUTHORIZED' })
    expect(await payoutsOf(id)).toEqual([])
  }
  expect((await tenant.api.delete(`/payment-transactions-returns/${refused.id}`)).status).toBe(204)
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('agreed to, called off and gathered at once, it is one of these', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => agreed({ amount: '21.00' })))
  const [, ...answers] = await Promise.all([
    ground.generate({ currency: 'SEK' }),
    ...all.map(({ id }, n) =>
      n % 2 === 0
        ? tenant.api.delete(`/payment-transactions-returns/${id}`)
        : tenant.api.put(`/payment-transactions-returns/${id}/return`),
    ),
  ])
  for (const [n, { id, unplaced }] of all.entries()) {
    const { status: answered } = answers[n] as Answered
    const { status } = await unplacedOf(unplaced)
    const isGone = n % 2 === 0 && answered === 204
    expect([answered, status]).toEqual(
      isGone ? [204, 'OPEN'] : [n % 2 === 1 && answered === 200 ? 200 : 409, 'RETURNED'],
    )
    expect(await payoutsOf(id)).toHaveLength(isGone ? 0 : 1)
  }
  expect(await driftsOf(at, tenant.id)).toEqual([])
})
