import { buildApp, type App } from '../../src/kernel/http/app.ts'
import { createKernel } from '../../src/kernel/http/kernel.ts'
import { areas } from '../../src/operations.ts'
import { statementsAs } from '../shared/activations.ts'
import { median } from '../shared/goal.ts'
import { measured, type Measured } from '../shared/ground.ts'
import { amount, openTill, owed, type Till } from '../shared/paid.ts'
import { statementLoop, transactions, type Statements } from '../shared/pgbench.ts'
import { statementsFor } from '../shared/replay.ts'
import { onStage, type Stage } from '../shared/stage.ts'
import { writtenBy, type Written } from '../shared/written.ts'

// What one `POST /payments` costs one caller until its claim is CLOSED, by notes and step by step,
// without the HTTP server: its time against that of the one INSERT of the payment, and of the same
// rows in one trip; its messages, and an empty one.
//
//     node bench/costs/entering.ts [payments a round] [rounds]

const [count = 200, rounds = 5] = process.argv.slice(2).map(Number)
const seconds = 2

async function enter(app: App, { caller, clientId }: Till, claim: string): Promise<void> {
  const answer = await app.request('http://bench/payments', {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, amount, currency: 'SEK', claims: [{ id: claim }] }),
  })
  if (answer.status !== 201) throw new Error(await answer.text())
}

async function entered(app: App, till: Till): Promise<Measured> {
  const claims = await owed(till, count)
  return measured(till.stage, count, async () => {
    for (const claim of claims) await enter(app, till, claim)
  })
}

async function main(stage: Stage): Promise<void> {
  const till = await openTill(stage)
  const kernel = await createKernel(stage.runtime, { rateLimit: 0, bodyLimit: 1e6 })
  const apps = {
    'by notes': buildApp(areas, kernel),
    'step by step': buildApp(areas, { ...kernel, stepByStep: true }),
  }
  const other = await openTill(stage)
  const [first, claim] = await owed(other, 2)
  await enter(apps['by notes'], other, first!)
  const written = await writtenBy(stage, other.tenantId, () =>
    enter(apps['by notes'], other, claim!),
  )
  const url = stage.installed.runUrl
  const as = (some: readonly Written[]): Statements => ({
    url,
    statements: statementsAs(other.caller, statementsFor(some)),
    oneTrip: true,
  })
  const insert = as(written.filter(({ table }) => table === 'payment_transaction'))
  for (const app of Object.values(apps)) await entered(app, till)
  await stage.analyzed()
  const told = new Map<string, Measured[]>()
  const theirs = { insert: [] as number[], rows: [] as number[], empty: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    for (const [way, app] of Object.entries(apps)) {
      told.set(way, [...(told.get(way) ?? []), await entered(app, till)])
    }
    theirs.insert.push(1000 / (await transactions(insert, 1, seconds)))
    theirs.rows.push(1000 / (await transactions(as(written), 1, seconds)))
    const nothing = { url, statements: ['select 1'], oneTrip: true }
    theirs.empty.push(1000 / (await transactions(nothing, 1, seconds)))
  }
  const [oneInsert, rows, empty] = [theirs.insert, theirs.rows, theirs.empty].map(median)
  const of = (n: number) => n.toFixed(2)
  console.log(
    `${statementLoop}: the INSERT ${of(oneInsert!)} ms, all ${written.length} rows in one trip ` +
      `${of(rows!)} ms, an empty message ${of(empty!)} ms`,
  )
  for (const [way, all] of told) {
    const by = (field: keyof Measured) => median(all.map((each) => each[field]))
    const ms = median(all.map(({ perSecond }) => 1000 / perSecond))
    console.log(
      `${way}: ${of(ms)} ms, ${of(ms / oneInsert!)} x the INSERT, ${of(ms / rows!)} x its rows; ` +
        `${of(by('statements'))} messages, Node ${by('node').toFixed(0)} µs, ` +
        `PostgreSQL ${by('database').toFixed(0)} µs`,
    )
  }
}

await onStage(main)
