import { loanDueJob } from '../../src/activities/loans/due-job.ts'
import { loanNoticesJob } from '../../src/activities/loans/notices-job.ts'
import { generateCharges } from '../../src/activities/reminders/charges/generate-charges.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { dayFromNow } from '../factoring/ground.ts'
import { patiently, type Caller } from './caller.ts'
import type { Step } from './claims.ts'
import { on } from './payments.ts'

const profiles = [
  { loanType: 'INSTALMENT', amortization: 'ANNUITY', instalmentFee: '25', lateFee: '60' },
  { loanType: 'INSTALMENT', amortization: 'STRAIGHT', lateInterestMargin: '8' },
  { loanType: 'CREDIT_LINE', amortization: 'BULLET', setupFee: '100' },
] as const

/** A loan is offered once, by whoever comes first. */
async function profileOf(caller: Caller, n: number): Promise<string | undefined> {
  const code = `STORM-${n}`
  const terms = { rate: '12', graceDays: 2, defaultDays: 9, noticeDays: 14, ...profiles[n] }
  await caller.post('loan profile', '/loan-profiles', {
    code,
    name: `Loan ${n}`,
    currency: 'SEK',
    minAmount: '1',
    maxAmount: '100000',
    minTermMonths: 1,
    maxTermMonths: 12,
    requiresSignature: false,
    ...terms,
  })
  const [row] = await caller.ground.at.owner(
    'select id_text(id) as id from loan_profile where tenant_id = $1 and code = $2',
    [caller.tenant.id, code],
  )
  return row === undefined ? undefined : String(row['id'])
}

const priced = ['LOAN_SETUP', 'LOAN_NOTICE', 'LOAN_LATE'] as const

/** What the tenant lends to its clients, and takes back. */
export const loanSteps: Readonly<Record<string, Step>> = {
  lend: async (caller, a, b) => {
    const loanProfileId = await profileOf(caller, b % profiles.length)
    const sent = { loanProfileId, amount: `${1_000 + b}`, termMonths: 1 + (b % 6) }
    const clientId = caller.ground.clients[a % 2]
    const { status, body } = await caller.post('lend', '/business-loans', { clientId, ...sent })
    if (status !== 201) return
    const decision = `/business-loans/${body.id}/credit-decision`
    await caller.put('ready', `${decision}/move`, { status: 'READY_FOR_DECISION' })
    await caller.put('decide', `${decision}/${b % 9 === 0 ? 'deny' : 'approve'}`, {
      ...(b % 9 === 0 && { reasonCodes: ['NO'] }),
    })
  },
  /** Two who ask for the same do it together. */
  draw: on('business_loan', `status in ('APPROVED', 'ACTIVE')`, async (caller, id, _, b) => {
    const amount = `${[500, 500, 500, 1_000][b % 4]}`
    await caller.put('draw', `/business-loans/${id}/withdraw`, { amount })
  }),
  repay: on('business_loan', `status in ('ACTIVE', 'DEFAULTED')`, async (caller, id, _, b) => {
    const repaid = { type: 'REPAYMENT', amount: `${1 + (b % 900)}.50` }
    const fee = { type: 'FEE', amount: '12.00', text: 'By hand' }
    const sent = [repaid, repaid, fee, { type: 'WRITE_OFF' }][b % 4]!
    await caller.post('repay', `/business-loans/${id}/financial-events`, sent)
  }),
  putOff: on('business_loan', `status in ('ACTIVE', 'PAUSED')`, async (caller, id, _, b) => {
    const { at } = caller.ground
    const days = { from: dayFromNow(at, b % 3), until: dayFromNow(at, 5 + (b % 40)) }
    const verb = b % 3 === 0 ? 'resume' : 'pause'
    await caller.put(verb, `/business-loans/${id}/${verb}`, verb === 'pause' ? days : undefined)
  }),
  /** What becomes of loans by itself. */
  loanDay: async (caller, _, b) => {
    const day = dayFromNow(caller.ground.at, 0)
    for (const job of b % 2 === 0 ? [loanDueJob] : [loanDueJob, loanNoticesJob]) {
      await refusedOr(caller, 'loan day', (unit) => job.chunk(unit, day, ''))
    }
  },
  chargeLoans: async (caller, a, b) => {
    const targetId = caller.ground.clients[a % 2]!
    const prices = priced.map((chargeType) => ({ chargeType, fixed: `${1 + (b % 40)}` }))
    const list = { targetType: 'CLIENT', targetId, currency: 'SEK', prices }
    await caller.put('price loans', '/price-lists/update', list)
    await refusedOr(caller, 'charge loans', async (unit) =>
      generateCharges(unit, targetId, await unit.today()),
    )
  },
}

/** What a job would leave an errand for. */
async function refusedOr(
  caller: Caller,
  what: string,
  work: (unit: Unit) => Promise<unknown>,
): Promise<void> {
  try {
    await patiently(caller, what, () => caller.tenant.work(work))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    caller.note(`${what}: ${error.code}`)
  }
}
