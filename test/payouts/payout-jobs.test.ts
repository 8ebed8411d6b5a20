import { expect, test } from 'vitest'
import { chaseJob, generateJob } from '../../src/activities/payouts/jobs.ts'
import { confirmPayouts } from '../../src/activities/payouts/outcomes.ts'
import { businessDayFrom, plusDays } from '../../src/domain/dates.ts'
import { isDueToPay, periodBegin, statusOfBatch } from '../../src/domain/payouts/batch.ts'
import { closedDaysOf } from '../../src/ports/calendar/closed-days.ts'
import { driftsOf } from '../support/books.ts'
import { tenantIn, world } from '../support/world.ts'
import { bankIn, batchesOf } from './batches-ground.ts'

const at = await world()
const tenant = await tenantIn(at)
const ground = batchesOf(at, tenant)
const errand = async (like: string) =>
  (
    await at.owner(
      'select status, title from system_errand where tenant_id = $1 and dedupe_key like $2',
      [tenant.id, like],
    )
  )[0]

test('a schedule is due once in its day, its week from Monday, or its month', () => {
  // 2026-11-26 is a Thursday.
  expect(periodBegin('WEEKLY', '2026-11-26')).toBe('2026-11-23')
  expect(periodBegin('WEEKLY', '2026-11-23')).toBe('2026-11-23')
  expect(periodBegin('WEEKLY', '2026-11-29')).toBe('2026-11-23')
  expect(periodBegin('MONTHLY', '2026-11-26')).toBe('2026-11-01')
  expect(isDueToPay('WEEKLY', '2026-11-23', '2026-11-29')).toBe(false)
  expect(isDueToPay('WEEKLY', '2026-11-22', '2026-11-23')).toBe(true)
  expect(isDueToPay('MONTHLY', '2026-11-30', '2026-12-01')).toBe(true)
  expect(isDueToPay('DAILY', '2026-11-26', '2026-11-26')).toBe(false)
  expect(isDueToPay('DAILY', null, '2026-11-26')).toBe(true)
  expect(isDueToPay('ON_REQUEST', null, '2026-11-26')).toBe(false)
  expect(isDueToPay(null, null, '2026-11-26')).toBe(false)
})

test('a batch is where its payouts are', () => {
  expect(statusOfBatch('EXPORTED', { EXPORTED: 1, BOOKED: 1 })).toBe('EXPORTED')
  expect(statusOfBatch('EXPORTED', { BOOKED: 1, REJECTED: 1 })).toBe('BOOKED')
  expect(statusOfBatch('EXPORTED', { CONFIRMED: 2 })).toBe('CLOSED')
  expect(statusOfBatch('BOOKED', { CONFIRMED: 1, REJECTED: 1 })).toBe('CLOSED')
  expect(statusOfBatch('CLOSED', { REJECTED: 2 })).toBe('CLOSED')
})

test('each morning what is due is gathered, and what the bank does not answer is chased', async () => {
  await ground.due('100')
  const today = await tenant.work((unit) => unit.today())
  const pay = (day = today) => tenant.work((unit) => generateJob.chunk(unit, day, ''))
  expect(await pay()).toEqual({ counts: { accounts: 0, unpaid: 1 }, after: null })
  expect(await errand('payout-bank-account')).toMatchObject({ status: 'OPEN' })
  await bankIn(tenant)
  // A day that was missed is paid today.
  expect((await pay(plusDays(today, -2))).counts).toEqual({ accounts: 1, unpaid: 0 })
  expect(await errand('payout-bank-account')).toMatchObject({ status: 'RESOLVED' })
  await pay()
  const [batch, ...others] = await ground.all()
  expect(others).toEqual([])
  const executionDate = businessDayFrom(today, closedDaysOf('SE'))
  expect(batch).toMatchObject({ count: 1, total: '100.00', executionDate })
  await ground.put(batch.id, 'authorize')
  await ground.exported(batch.id)
  const chase = (day: string) => tenant.work((unit) => chaseJob.chunk(unit, day, ''))
  expect((await chase(plusDays(executionDate, 2))).counts).toEqual({ unconfirmed: 0 })
  expect((await chase(plusDays(executionDate, 3))).counts).toEqual({ unconfirmed: 1 })
  await chase(plusDays(executionDate, 4))
  const about = `payout-batch-unconfirmed/${batch.id}`
  expect(await errand(about)).toMatchObject({
    status: 'OPEN',
    title: expect.stringMatching(/1 payo/),
  })
  const ids = (await ground.payouts(batch.id)).map(({ id }) => id)
  await tenant.work((unit) => confirmPayouts(unit, ids))
  expect(await errand(about)).toMatchObject({ status: 'RESOLVED' })
  expect((await ground.all())[0]).toMatchObject({ status: 'CLOSED' })
  expect((await chase(plusDays(executionDate, 9))).counts).toEqual({ unconfirmed: 0 })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})
