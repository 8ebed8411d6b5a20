import { issueToken } from '../../src/activities/access/issue-token.ts'
import { rightNames } from '../../src/policy/rights.ts'
import { financedClient } from '../factoring/ground.ts'
import { apiAs, tenantIn, type World } from '../support/world.ts'
import { stepsBeside } from './beside.ts'
import { chargeSteps } from './charges.ts'
import { claimSteps, type Step } from './claims.ts'
import { financingSteps } from './financing.ts'
import { loanSteps } from './loans.ts'
import { moneySteps } from './money.ts'
import { moveSteps } from './moves.ts'
import { payoutSteps } from './payouts.ts'
import { paymentSteps } from './payments.ts'
import { roomSteps } from './rooms.ts'
import { Caller, type Ground } from './caller.ts'

export const steps: Readonly<Record<string, Step>> = {
  ...claimSteps,
  ...chargeSteps,
  ...financingSteps,
  ...loanSteps,
  ...moneySteps,
  ...moveSteps,
  ...paymentSteps,
  ...payoutSteps,
  ...roomSteps,
  ...stepsBeside,
}

/** Without claims, links and purchases nothing else meets anything. */
const often =
  `book book book book credit credit link link link link link unlink unlink finance finance finance
  finance finance request move recourse recourse reverse reverse refinance refinance external
  debtor debtor label unlabel resolve night pay pay pay payMany payMany place place file file feed
  feed feed batch batch fileAgain revertLink askBack goBack goBack payOut paySchedule gather
  gather payBatch payBatch payBatch bankOnPayout bankOnPayout bankFile bankFile charge
  bill bookFile sendFile sendFile moveDebtor moveDebtor askPayer askPayer rail rail rail
  automate close close close schedule letIn letIn letIn watch plan give give role role right toggle
  second second second task lend draw draw draw repay loanDay`.split(/\s+/)
const named = [...often, ...often, ...Object.keys(steps)]

/** Of histories in which money goes out: what a payout needs comes before it often enough. */
export const payingOut =
  `book pay pay enter place place placeOn placeOn revertLink fund fund fund fund days days
  askBack askBack goBack goBack goBack
  paySchedule gather gather gather payBatch payBatch payBatch payBatch bankFile bankFile bankFile bankOnPayout callOff payOut chase
  price charge charge uncharge approve bill bill billing bookFile bookFile sendFile sendFile
  days clientStatus lock unlock`.split(/\s+/)

/** Of histories in which money is lent: what falls due does so as the days go by. */
export const lending = `book pay fund fund fund lend lend lend lend draw draw draw draw draw draw
  repay repay repay putOff putOff loanDay loanDay loanDay loanDay days days days days chargeLoans
  chargeLoans approve bill billing paySchedule gather payBatch payOut callOff clientStatus lock
  unlock`.split(/\s+/)

export type Taken = readonly [name: string, a: number, b: number]

export const someStep = (next: (below: number) => number, among = named): Taken => [
  among[next(among.length)]!,
  next(1000),
  next(10_000),
]

/** A tenant whose two clients sell their claims, on terms of their own. */
export async function groundIn(at: World): Promise<Ground> {
  const tenant = await tenantIn(at)
  for (const [code, type] of [
    ['BREACH', 'OVERRIDE'],
    ['NO', 'DENY'],
  ]) {
    await tenant.api.post('/reason-code', { code, type, name: 'A reason' })
  }
  const terms = { recourse: true, recourseDays: 30 }
  const clients = [
    await financedClient(tenant, { terms }),
    await financedClient(tenant, {
      limit: null,
      terms: { ...terms, advanceRate: '0.7', reserveRate: '0.3', commissionRate: '0' },
    }),
  ]
  for (const type of ['MAIN', 'RESERVE']) {
    await tenant.api.post('/client-accounts', { clientId: clients[0], type, currency: 'EUR' })
  }
  const made = { claims: [], vouchers: [], transactions: [] }
  return { at, tenant, clients, ...made }
}

/** Callers who are different people: they may do anything, some of them for one client alone. */
export async function callersAt(ground: Ground, count: number, done: string[]): Promise<Caller[]> {
  const { at, tenant, clients } = ground
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const boundTo = n % 4 === 3 ? clients[0]! : null
      const { token } = await tenant.work((unit) =>
        issueToken(unit, {
          name: `Caller ${n}`,
          lifetimeMs: 366 * 86_400_000,
          ...(boundTo === null
            ? { kind: 'SYSTEM', superUser: true }
            : { kind: 'CLIENT', clientId: boundTo, rights: rightNames }),
        }),
      )
      return new Caller(ground, { api: apiAs({ app: at.app }, token), boundTo }, done)
    }),
  )
}
