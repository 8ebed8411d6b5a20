import { expect, test } from 'vitest'
import { mailNotice } from '../../src/activities/invoices/notices/mail-notice.ts'
import { generateCharges } from '../../src/activities/reminders/charges/generate-charges.ts'
import { plusDays } from '../../src/domain/dates.ts'
import { plusMonths } from '../../src/domain/loans/day-count.ts'
import { chargesOf, done, pricesOf } from '../reminders/ground.ts'
import { driftsOf } from '../support/books.ts'
import { enterByHand } from '../support/booked-client.ts'
import { jobDone } from '../support/jobs.ts'
import { approved, good, loanDay, placeIn, withdrawn, type Place } from '../support/loans.ts'
import { world } from '../support/world.ts'

const at = await world()
const dayMs = 86_400_000

const prices = [
  { chargeType: 'LOAN_SETUP', fixed: '400', percent: '0.5' },
  { chargeType: 'LOAN_NOTICE', fixed: '25' },
  { chargeType: 'LOAN_LATE', percent: '1', min: '60' },
]

/** The first instalment of a loan of 100,000 is announced, sent, and late. */
async function lateLoan(of: Place, terms: object): Promise<void> {
  const { tenant, client, today } = of
  const contactInformation = { email: 'loans@client.example', phone: '+46 8 123 45 67' }
  good(await tenant.api.put(`/clients/${client.id}`, { contactInformation }))
  const id = await approved(of, { noticeDays: 14, graceDays: 3, ...terms })
  await withdrawn(of, id, '100000')
  good(await enterByHand(tenant.api, client.mainId, '-99000'), 201)
  const due = plusMonths(today, 1)
  await loanDay(of, plusDays(due, -14))
  await jobDone(at, tenant, 'loan.notices', plusDays(due, -14))
  const notices = good(await tenant.api.get(`/documents?type=LOAN_NOTICE&clientId=${client.id}`))
  const [{ id: noticeId }, ...others] = notices.data
  expect(others).toEqual([])
  const about = { runtime: tenant.runtime, tenantId: tenant.id, workflowId: 'test' }
  expect(await mailNotice({ ...about, entityId: noticeId, now: at.clock.now })).toMatchObject({
    status: 'SENT',
  })
  for (const day of [due, plusDays(due, 4)]) await loanDay(of, day)
}

/** What is charged of all that, on the day after it, however often that is asked for. */
async function charged(of: Place): Promise<string[]> {
  const before = at.clock.now
  at.clock.now = new Date(before.getTime() + 40 * dayMs)
  for (let n = 0; n < 2; n++) {
    await of.tenant.work(async (unit) => generateCharges(unit, of.client.id, await unit.today()))
  }
  at.clock.now = before
  const rows: Record<string, string>[] = await chargesOf(of.tenant, of.client.id)
  return rows
    .map((row) =>
      ['chargeType', 'sourceType', 'basisAmount', 'amount', 'vatTreatment']
        .map((name) => row[name])
        .join(' '),
    )
    .toSorted()
}

test('what happened to a loan is charged once by the price list, without VAT', async () => {
  const of = await placeIn(at)
  await pricesOf(of.tenant, of.client.id, prices)
  await lateLoan(of, {})
  expect(await charged(of)).toEqual([
    'LOAN_LATE LOAN_INSTALMENT 17254.84 172.55 EXEMPT',
    'LOAN_NOTICE DOCUMENT 17254.84 25.00 EXEMPT',
    'LOAN_SETUP BUSINESS_LOAN 100000.00 900.00 EXEMPT',
  ])
  await done(at, of.tenant, '/charges/authorize', { filter: { clientId: of.client.id } })
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
}, 60_000)

test('what a loan asks for by its own terms is not charged a second time', async () => {
  const of = await placeIn(at)
  await pricesOf(of.tenant, of.client.id, prices)
  await lateLoan(of, { setupFee: '500', instalmentFee: '25', lateFee: '60' })
  expect(await charged(of)).toEqual([])
}, 60_000)
