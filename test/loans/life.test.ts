import { expect, test } from 'vitest'
import type { z } from 'zod'
import { plusDays } from '../../src/domain/dates.ts'
import { allByOne } from '../../src/domain/topics.ts'
import { bookEntered } from '../../src/activities/clients/accounts/enter-transaction.ts'
import { createPayment } from '../../src/activities/payments/create-payment.ts'
import { linkUnplaced } from '../../src/activities/payments/link-unplaced.ts'
import { revertLink } from '../../src/activities/payments/revert-link.ts'
import { PaymentLink } from '../../src/entities/payment-link.ts'
import { UnplacedPayment } from '../../src/entities/unplaced-payment.ts'
import { enterLoanEvent, type enterLoanEventInput } from '../../src/activities/loans/repay-loan.ts'
import { pauseLoan, resumeLoan } from '../../src/activities/loans/pause-loan.ts'
import { summarizeLoan } from '../../src/activities/loans/summarize-instalments.ts'
import { withdrawFromLoan } from '../../src/activities/loans/withdraw-from-loan.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { published } from '../support/base-rates.ts'
import { bookedClient } from '../support/booked-client.ts'
import { driftsOf } from '../support/books.ts'
import { jobDone } from '../support/jobs.ts'
import { tenantIn, world, type TestTenant } from '../support/world.ts'
import { chance } from '../support/chance.ts'
import { seed } from '../support/seed.ts'

const at = await world()

const kinds = [
  { loanType: 'INSTALMENT', amortization: 'ANNUITY' },
  { loanType: 'INSTALMENT', amortization: 'STRAIGHT' },
  { loanType: 'BULLET', amortization: 'BULLET' },
  { loanType: 'CREDIT_LINE', amortization: 'BULLET', minInstalment: '1500' },
] as const
const dayCounts = ['THIRTY_360', 'ACT_360', 'ACT_365'] as const
const modes = ['SMALLER', 'FEWER'] as const

type Pick = (bound: number) => number

/** A loan of a kind that was just paid out, with terms that follow from chance. */
async function running(tenant: TestTenant, pick: Pick, kind: number, dayCount: number) {
  const client = await bookedClient(tenant)
  const rate = pick(2) === 0 ? { rate: String(pick(30)) } : floats
  const profile = {
    ...kinds[kind],
    ...rate,
    code: `ANY-${kind}`,
    name: `Any ${kind}`,
    currency: 'SEK',
    dayCount: dayCounts[dayCount],
    rateNoticeDays: 1 + pick(9),
    noticeDays: 1 + pick(20),
    minAmount: '1',
    maxAmount: '1000000',
    minTermMonths: 1,
    maxTermMonths: 60,
    requiresSignature: false,
    instalmentFee: String(pick(50)),
    lateFee: String(pick(100)),
    lateFeesMost: pick(2) === 0 ? null : String(pick(200)),
    lateInterestMargin: pick(2) === 0 ? null : String(pick(20)),
    pauseInterest: pick(2) === 0 ? 'BEARS' : 'NONE',
    graceDays: pick(6),
    defaultDays: 10 + pick(30),
    autoSetOff: pick(3) > 0,
  }
  const made = await tenant.api.post('/loan-profiles', profile)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const wish = { clientId: client.id, loanProfileId: made.body.id, amount: '50000' }
  const applied = await tenant.api.post('/business-loans', { ...wish, termMonths: 2 + pick(3) })
  const { id } = applied.body
  const path = `/business-loans/${id}/credit-decision`
  await tenant.api.put(`${path}/move`, { status: 'READY_FOR_DECISION' })
  await tenant.api.put(`${path}/approve`, {})
  await tenant.work((unit) => withdrawFromLoan(unit, id, { amount: '30000' }))
  return { id, mainId: client.mainId, links: [] as string[] }
}

const floats = { baseRateCode: 'SE_REFERENCE', margin: '5' }

type Running = Awaited<ReturnType<typeof running>>

/** All that may be done to a loan on a day; each may be refused. */
function actsOn(tenant: TestTenant, pick: Pick, { id, mainId, links }: Running) {
  const enter = (sent: z.output<typeof enterLoanEventInput>) =>
    tenant.work((unit) => enterLoanEvent(unit, id, sent))
  const bring = (amount: string) =>
    tenant.work((unit) =>
      bookEntered(unit, { clientAccountId: mainId, counterRole: 'BANK', text: 'By hand', amount }),
    )
  const shown = (repayment?: { amount: string; mode: 'SMALLER' | 'FEWER' }) =>
    tenant.work((unit) => summarizeLoan(unit, id, { repayment }))
  /** What was shown before is what is made. */
  const repay = async () => {
    const repayment = { amount: String(1 + pick(15_000)), mode: modes[pick(2)]! }
    const before = await shown(repayment)
    await enter({ type: 'REPAYMENT', ...repayment })
    const { instalments, effectiveRate } = await shown()
    expect({ instalments, effectiveRate }).toMatchObject({
      instalments: before.instalments,
      effectiveRate: before.effectiveRate,
    })
  }
  /** It may have come some days before it is placed. */
  const payByBank = async () => {
    const transactionId = await tenant.work(async (unit) => {
      const bookDate = plusDays(await unit.today(), -pick(4))
      const sent = { amount: String(1 + pick(15_000)), currency: 'SEK', bookDate, book: true }
      return (await createPayment(unit, sent)).id
    })
    await tenant.work(async (unit) => {
      const { id: unplacedId } = await unit.load(UnplacedPayment, { transactionId })
      await linkUnplaced(unit, unplacedId, { claims: [{ id }] })
    })
    links.push(
      await tenant.work(async (unit) => (await unit.load(PaymentLink, { transactionId })).id),
    )
  }
  const takeBack = async () => {
    const [link] = links.splice(pick(links.length), 1)
    if (link !== undefined) await tenant.work((unit) => revertLink(unit, link, {}))
  }
  const pause = () =>
    tenant.work(async (unit) => {
      const from = plusDays(await unit.today(), pick(6))
      return pauseLoan(unit, id, { from, until: plusDays(from, pick(40)) })
    })
  return [
    payByBank,
    payByBank,
    takeBack,
    () => bring(String(1 + pick(20_000))),
    () => bring(`-${1 + pick(20_000)}`),
    repay,
    repay,
    pause,
    () => tenant.work((unit) => resumeLoan(unit, id)),
    () => enter({ type: 'FEE', amount: String(1 + pick(90)), mode: 'SMALLER' }),
    () => tenant.work((unit) => withdrawFromLoan(unit, id, { amount: String(1 + pick(20_000)) })),
    async () => (pick(12) === 0 ? enter({ type: 'WRITE_OFF', mode: 'SMALLER' }) : undefined),
  ]
}

test(`plan, postings and balance agree on every day of a loan (SEED=${seed})`, async () => {
  const pick = chance(seed)
  const tenant = await tenantIn(at, 'Loans', allByOne)
  const rates: Record<string, string> = { '2020-01-01': '2' }
  await published(at, tenant, rates)
  const counts = pick(3)
  const loans: Running[] = []
  for (const kind of kinds.keys()) {
    loans.push(await running(tenant, pick, kind, (counts + kind) % 3))
  }
  const started = at.clock.now
  let day = await tenant.work((unit) => unit.today())
  const done: string[] = []
  for (let step = 0; step < 60; step++) {
    // Now and then a day is missed.
    day = plusDays(day, pick(8) === 0 ? 3 : 1)
    at.clock.now = new Date(`${day}T08:00:00Z`)
    if (pick(12) === 0) {
      rates[plusDays(day, pick(20) - 3)] = String(pick(9))
      await published(at, tenant, rates)
    }
    const run = await jobDone(at, tenant, 'loan.due', day)
    expect(run, done.join('\n')).toMatchObject({ status: 'DONE' })
    for (const [n, loan] of loans.entries()) {
      const acts = actsOn(tenant, pick, loan)
      const act = pick(acts.length * 3)
      done.push(`${day} ${n} ${act}`)
      const refused = await acts[act]?.().then(
        () => undefined,
        (error: unknown) => error,
      )
      if (refused instanceof Error && !(refused instanceof Refusal)) throw refused
    }
    expect(await driftsOf(at, tenant.id), done.join('\n')).toEqual([])
  }
  at.clock.now = started
  const rows = await at.owner(
    'select outstanding_principal as left from business_loan where tenant_id = $1',
    [tenant.id],
  )
  expect(rows).toHaveLength(kinds.length)
  expect(rows.every(({ left }) => Number(left) >= 0)).toBe(true)
}, 180_000)
