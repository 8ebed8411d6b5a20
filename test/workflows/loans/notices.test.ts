import { expect, test } from 'vitest'
import { plusDays } from '../../../src/domain/dates.ts'
import { plusMonths } from '../../../src/domain/loans/day-count.ts'
import { published } from '../../support/base-rates.ts'
import { enterByHand } from '../../support/booked-client.ts'
import { jobDone } from '../../support/jobs.ts'
import { approved, good, loanDay, placeIn, withdrawn, type Place } from '../../support/loans.ts'
import { startNotice } from '../../support/notices.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { worldWithEngine } from '../../support/temporal.ts'

const { at, temporal } = await worldWithEngine()
at.clock.now = new Date('2027-01-10T08:00:00Z')

const address = 'lan@klient.example'

/** A loan of 100,000 that was paid out, whose client is told of its instalments. */
async function lent(terms: object = {}, email: string | null = address) {
  const of = await placeIn(at)
  if (email !== null) await reachedAt(of, email)
  const more = { loanNumber: 'L-17' }
  const id = await approved(of, { noticeDays: 14, instalmentFee: '25', ...terms }, more)
  await withdrawn(of, id, '100000')
  return { of, id, due: plusMonths(of.today, 1) }
}

async function reachedAt({ tenant, client }: Place, email: string): Promise<void> {
  const contactInformation = { email, phone: '+46 8 123 45 67' }
  good(await tenant.api.put(`/clients/${client.id}`, { contactInformation }))
}

async function noticeDay(of: Place, day: string): Promise<void> {
  await loanDay(of, day)
  expect(await jobDone(at, of.tenant, 'loan.notices', day)).toMatchObject({ status: 'DONE' })
}

interface Told {
  id: string
  filename: string
  distributionStatus: string
}

const noticesOf = async ({ tenant, client }: Place): Promise<Told[]> => {
  const path = `/documents?type=LOAN_NOTICE&clientId=${client.id}`
  return good(await tenant.api.get(path)).data
}

const filesOf = async (of: Place) =>
  (await noticesOf(of)).map(({ filename }) => filename).toSorted()
const sent = async ({ tenant }: Place, { id }: Told) =>
  (await startNotice(temporal, tenant, id)).result()
const lettersOf = ({ id }: Told) => at.letters.filter(({ messageId }) => messageId === id)
const readBy = async ({ tenant }: Place, { id }: Told): Promise<string> => {
  const { token } = tenant.api
  const answer = await at.app.request(`/documents/${id}/file`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const pages = pdfText(new Uint8Array(await answer.arrayBuffer()))
  return pages.flat().join(' ').replaceAll(/\s/g, ' ')
}

test('an instalment is announced once, by a mail with its notice', async () => {
  const { of, id, due } = await lent({ autoSetOff: false })
  await noticeDay(of, plusDays(due, -15))
  expect(await noticesOf(of)).toEqual([])
  await noticeDay(of, plusDays(due, -14))
  await noticeDay(of, plusDays(due, -13))
  const [notice, ...others] = await noticesOf(of)
  expect(others).toEqual([])
  expect(notice).toMatchObject({ distributionStatus: 'QUEUED' })
  const begun = `select 1 from outbox where kind = 'start' and workflow_id = $1`
  const process = `send-notice/${of.tenant.id}/${notice!.id}`
  expect(await at.owner(begun, [process])).toHaveLength(1)
  expect(await sent(of, notice!)).toBe('SENT')
  expect(await sent(of, notice!)).toBe('SENT')
  const [letter, ...more] = lettersOf(notice!)
  expect(more).toEqual([])
  expect(letter).toMatchObject({ to: address })
  expect(letter!.subject).toContain(`förfaller ${due}`)
  expect(letter!.attachments).toMatchObject([{ mimeType: 'application/pdf' }])
  const text = await readBy(of, notice!)
  for (const part of ['Låneavi', 'L-17-1', 'Amortering', '16 254,84', 'Ränta', '1 000,00']) {
    expect(text).toContain(part)
  }
  // With the fee of 25 it is 17,279.84.
  for (const part of ['Aviavgift', '25,00', 'SEK 17 279,84', due]) expect(text).toContain(part)
  const events = good(await of.tenant.api.get(`/business-loans/events?businessLoanId=${id}`))
  expect(events.data[0]).toMatchObject({ type: 'NOTIFIED', date: plusDays(due, -14) })
}, 60_000)

test('the job that was missed for two days tells of what came due meanwhile', async () => {
  const { of, due } = await lent({ autoSetOff: false, noticeDays: 1 })
  await noticeDay(of, plusDays(due, -2))
  await noticeDay(of, plusDays(due, 1))
  expect(await filesOf(of)).toEqual(['Låneavi L-17-1.pdf'])
  await noticeDay(of, plusDays(due, 2))
  await noticeDay(of, plusDays(plusMonths(due, 1), -1))
  expect(await filesOf(of)).toEqual([1, 2].map((n) => `Låneavi L-17-${n}.pdf`))
}, 60_000)

test('a notice tells what is overdue, and what that bears until its day', async () => {
  const terms = { rate: '6', amortization: 'STRAIGHT', lateInterestMargin: '10', noticeDays: 5 }
  const { of, due } = await lent({ ...terms, graceDays: 5, instalmentFee: '0' })
  await published(at, of.tenant, { '2020-01-01': '2' })
  good(await enterByHand(of.tenant.api, of.client.mainId, '-100000'), 201)
  await loanDay(of, plusDays(due, 6))
  await noticeDay(of, plusDays(due, 25))
  const notices = await noticesOf(of)
  expect(notices).toHaveLength(1)
  const text = await readBy(of, notices[0]!)
  // 16,666.67 and 500 are open for 27 days of 360, at 6 and at 12 per cent: 75.00 and 4.50.
  for (const part of ['Obetalt av avi 1', '17 166,67', 'Dröjsmålsränta på avi 1', '79,50']) {
    expect(text).toContain(part)
  }
}, 60_000)

test('the interest of a credit line is announced, and taken from the account', async () => {
  const { of, due } = await lent({ loanType: 'CREDIT_LINE', amortization: 'BULLET' })
  await noticeDay(of, plusDays(due, -14))
  const [notice] = await noticesOf(of)
  const text = await readBy(of, notice!)
  expect(text).toContain('1 025,00')
  expect(text).not.toContain('Amortering')
  expect(text).toContain('klientkonto')
}, 60_000)

test('without an address it waits for a person, and what is paid is announced no more', async () => {
  const { of, id, due } = await lent({}, null)
  await noticeDay(of, plusDays(due, -14))
  const [notice] = await noticesOf(of)
  expect(await sent(of, notice!)).toBe('FAILED')
  const errands = `/errands/system?subjectId=${notice!.id}&type=DISTRIBUTION`
  const [errand] = good(await of.tenant.api.get(errands)).data
  expect(errand).toMatchObject({ status: 'OPEN', data: { code: 'CLIENT_EMAIL_MISSING' } })
  expect(errand.title).toContain('instalment 1 of loan L-17')
  await reachedAt(of, address)
  const perform = `/errands/system/${errand.id}/perform`
  good(await of.tenant.api.put(perform, { action: 'RETRY_SENDING' }))
  const wish = { type: 'REPAYMENT', amount: '50000' }
  good(await of.tenant.api.post(`/business-loans/${id}/financial-events`, wish))
  // Another plan stands since.
  expect(await sent(of, notice!)).toBe('CANCELLED')
  expect(lettersOf(notice!)).toEqual([])
}, 60_000)
