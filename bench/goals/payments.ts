import { bookPayments } from '../../src/activities/payments/book-payments.ts'
import { statementsAs } from '../shared/activations.ts'
import { timesOf, type Timed } from '../shared/closed-loop.ts'
import { finding, median, paired, short } from '../shared/goal.ts'
import type { Bench, Finding, Goal } from '../shared/goal.ts'
import { measured, type Measured } from '../shared/ground.ts'
import { call } from '../shared/invoices.ts'
import { familyMicros, processorMicros } from '../shared/machine.ts'
import { amount, bookedAgain, matched, openTill, owed, type Till } from '../shared/paid.ts'
import { statementLoop, transactions, type Statements } from '../shared/pgbench.ts'
import type { Program } from '../shared/programs.ts'
import { statementsFor } from '../shared/replay.ts'
import { writtenBy, type Written } from '../shared/written.ts'

const goal = 'payments'
const inBatch = 50
/** How many a second of the time is worth a round: enough to count, soon over. */
const expected = { booked: 500, entered: 100 }
/** Calls until Node has compiled what they need. */
const warmUp = 400

async function measure(bench: Bench): Promise<Finding[]> {
  const stage = await bench.stage()
  const booking = await measureBooking(bench, await openTill(stage))
  const api = await stage.api()
  try {
    return [booking, ...(await measureEntering(bench, await openTill(stage), api))]
  } finally {
    await api.stop()
  }
}

async function measureBooking(bench: Bench, till: Till): Promise<Finding> {
  const { rounds: count, seconds } = bench
  const { counts, again } = await bookedAgain(await openTill(till.stage), 4_000)
  const many = Math.ceil((seconds * expected.booked) / inBatch) * inBatch
  await booked(till, await matched(till, many))
  await till.stage.analyzed()
  const costs: Measured[] = []
  const theirCosts: number[] = []
  const rounds = await paired(
    count,
    async () => {
      const cost = await booked(till, await matched(till, many))
      costs.push(cost)
      return cost.perSecond
    },
    async () => {
      const before = familyMicros(till.stage.postgresPid)
      const rate = inBatch * (await transactions(again(inBatch), 1, seconds))
      theirCosts.push((familyMicros(till.stage.postgresPid) - before) / (rate * seconds))
      return rate
    },
  )
  const of = (field: keyof Measured) => median(costs.map((cost) => cost[field]))
  return finding({
    goal,
    what: `payments booked, ${inBatch} a transaction : the same rows by ${statementLoop} in one trip`,
    unit: '/s',
    rounds,
    wanted: { of: 'ratio', atLeast: 0.4 },
    cost: { node: of('node'), postgres: of('database') },
    note: `${short(of('statements'))} messages of ours a payment, ${short(median(theirCosts))} µs of theirs; each leaves ${counts}`,
  })
}

function booked({ stage, work }: Till, ids: readonly string[]): Promise<Measured> {
  return measured(stage, ids.length, async () => {
    for (let at = 0; at < ids.length; at += inBatch) {
      const some = ids.slice(at, at + inBatch)
      const { refused } = await work((unit) => bookPayments.many(unit, some, {}))
      for (const refusal of refused.values()) throw refusal
    }
  })
}

/** One caller, who enters what came in: it is on its claim, which is CLOSED, when the answer comes. */
async function measureEntering(bench: Bench, till: Till, api: Program): Promise<Finding[]> {
  const { stage } = till
  const { rows, insert } = await enteredAgain(await openTill(stage), api)
  const count = Math.ceil(bench.seconds * expected.entered)
  await timed(till, api, warmUp)
  await stage.analyzed()
  const findings: Finding[] = []
  for (const [theirs, what] of [
    [insert, 'one INSERT of a payment, committed'],
    [rows, 'the same rows in one trip'],
  ] as const) {
    const own: (Timed & { micros: number })[] = []
    const rounds = await paired(
      bench.rounds,
      async () => {
        own.push(await timed(till, api, count))
        return 1000 / own.at(-1)!.perSecond
      },
      async () => 1000 / (await transactions(theirs, 1, bench.seconds)),
    )
    const micros = median(own.map((each) => each.micros))
    findings.push(
      finding({
        goal,
        what: `POST /payments until its claim is CLOSED : ${what}, by ${statementLoop}, 1 connection`,
        unit: 'ms',
        rounds,
        wanted: { of: 'ratio', atMost: 3 },
        note: `${short(micros)} µs of Node, p50 ${own.map(({ p50Ms }) => short(p50Ms)).join(', ')} ms`,
      }),
    )
  }
  return findings
}

const entered = ({ caller, clientId }: Till, { url }: Program, claim: string) =>
  call(url, caller, 'POST', '/payments', {
    clientId,
    amount,
    currency: 'SEK',
    claims: [{ id: claim }],
  })

async function timed(till: Till, api: Program, count: number) {
  const claims = await owed(till, count)
  const before = processorMicros(api.pid)
  const took = await timesOf(count, 1, (at) => entered(till, api, claims[at]!))
  const micros = (processorMicros(api.pid) - before) / count
  const [left] = await till.stage.owner(
    `select count(*)::int as n from invoice
     where tenant_id = $1 and id = any($2) and main_status <> 'CLOSED'`,
    [till.tenantId, claims],
  )
  if (left?.['n'] !== 0) throw new Error(`${left?.['n']} claims are not CLOSED`)
  return { ...took, micros }
}

/**
 * What the call leaves, in one trip, and its one new payment alone; its claim is always the same.
 * Nobody else may work in the tenant, whose counters it sets to what they were.
 */
async function enteredAgain(till: Till, api: Program) {
  const { stage, caller, tenantId } = till
  const [first, claim] = await owed(till, 2)
  // The first of a tenant finds accounts and counters that no later one has to make.
  await entered(till, api, first!)
  const written = await writtenBy(stage, tenantId, () => entered(till, api, claim!))
  const url = stage.installed.runUrl
  const as = (some: readonly Written[]): Statements => {
    return { url, statements: statementsAs(caller, statementsFor(some)), oneTrip: true }
  }
  const isPayment = ({ table }: Written) => table === 'payment_transaction'
  return { rows: as(written), insert: as(written.filter(isPayment)) }
}

export const payments: Goal = { name: goal, what: 'booking payments', isInShort: true, measure }
