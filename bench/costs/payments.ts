import { acceptManyForActivation } from '../../src/activities/invoices/accept-for-activation.ts'
import { activateChunk } from '../../src/activities/invoices/activate-chunk.ts'
import { bookPayments } from '../../src/activities/payments/book-payments.ts'
import { createPayment } from '../../src/activities/payments/create-payment.ts'
import { statementsAs } from '../shared/activations.ts'
import { median } from '../shared/goal.ts'
import { grounded, made, measured, type Ground, type Measured } from '../shared/ground.ts'
import { statementsFor } from '../shared/replay.ts'
import { onStage, type Stage } from '../shared/stage.ts'
import { writtenBy, type Written } from '../shared/written.ts'

// What payments cost Node and the database, without HTTP: entered and booked until their claim is
// CLOSED, and booked alone and fifty together after they were matched; beside the same rows
// written by statements alone, and the one statement that inserts a payment.
//
//     node bench/costs/payments.ts [payments a round] [rounds]

const [count = 400, rounds = 3] = process.argv.slice(2).map(Number)
const together = 50
let batches = 0

/** Claims on which all is owed. */
async function owed(ground: Ground, many: number): Promise<string[]> {
  const { stage, tenantId, work } = ground
  const ids = await made(ground, many)
  for (let at = 0; at < ids.length; at += 200) {
    const some = ids.slice(at, at + 200)
    await work((unit) => acceptManyForActivation(unit, some, { productCode: 'INVOICE_SERVICE' }))
  }
  const batch = `payments-${++batches}`
  await stage.owner(
    `update invoice_activation set batch_id = $3 where tenant_id = $1 and invoice_id = any($2)`,
    [tenantId, ids, batch],
  )
  const task = { runtime: stage.runtime, tenantId, now: new Date(), workflowId: 'bench' }
  while ((await activateChunk({ ...task, entityId: batch })).open);
  return ids
}

/** Three rows of ten hours, with VAT and rounded: all of it is paid. */
const amount = '35644.00'

const entered = ({ work, clientId }: Ground, claim: string, book: boolean) =>
  work((unit) =>
    createPayment(unit, { clientId, amount, currency: 'SEK', claims: [{ id: claim }], book }),
  )

async function matched(ground: Ground): Promise<string[]> {
  const ids: string[] = []
  for (const claim of await owed(ground, count)) {
    ids.push((await entered(ground, claim, false)).id)
  }
  return ids
}

const steps = ['entered', 'alone', 'together', 'rows', 'insert'] as const
type Told = Record<(typeof steps)[number], Measured>

/** What one payment leaves, its claim the same: only what is new is written again. */
async function leaves(ground: Ground, work: (claim: string) => Promise<unknown>) {
  const [claim] = await owed(ground, 1)
  return writtenBy(ground.stage, ground.tenantId, () => work(claim!))
}

async function again(
  { stage, tenantId }: Ground,
  written: readonly Written[],
  times: number,
): Promise<Measured> {
  const caller = { tenantId } as Parameters<typeof statementsAs>[0]
  const statements = statementsAs(caller, statementsFor(written, { times }))
  return measured(stage, count, async () => {
    for (let done = 0; done < count; done += times) await stage.once(statements, ++numbers)
  })
}
let numbers = Date.now() * 1000

async function round(ground: Ground, n: number): Promise<Told> {
  const { stage, work } = ground
  const claims = await owed(ground, count)
  const [some, others] = [await matched(ground), await matched(ground)]
  if (n < 2) await stage.analyzed()
  const whole = await measured(stage, count, async () => {
    for (const claim of claims) await entered(ground, claim, true)
  })
  const alone = await measured(stage, count, async () => {
    for (const id of some) await work((unit) => bookPayments.one(unit, id, {}))
  })
  const all = await measured(stage, count, async () => {
    for (let at = 0; at < others.length; at += together) {
      await work((unit) => bookPayments.many(unit, others.slice(at, at + together), {}))
    }
  })
  const written = await leaves(ground, (claim) => entered(ground, claim, true))
  const payment = written.filter(({ table }) => table === 'payment_transaction')
  return {
    entered: whole,
    alone,
    together: all,
    rows: await again(ground, written, together),
    insert: await again(ground, payment, 1),
  }
}

async function main(stage: Stage): Promise<void> {
  const ground = await grounded(stage)
  // The first only warms up.
  await round(ground, 0)
  const told: Told[] = []
  for (let n = 1; n <= rounds; n++) told.push(await round(ground, n))
  for (const name of steps) {
    const of = (field: keyof Measured) => told.map((each) => each[name][field])
    const [node, database] = [of('node'), of('database')]
    console.log(
      [
        name.padEnd(8),
        `Node ${median(node).toFixed(0)} (lowest ${Math.min(...node).toFixed(0)}) µs`,
        `PostgreSQL ${median(database).toFixed(0)} (${Math.min(...database).toFixed(0)}) µs`,
        `${median(of('statements')).toFixed(2)} messages`,
        `${median(of('perSecond')).toFixed(0)}/s`,
      ].join(', '),
    )
  }
  const rate = (name: keyof Told) => median(told.map((each) => each[name].perSecond))
  console.log(`Booked together: ${(rate('together') / rate('rows')).toFixed(2)} of the rows alone`)
  console.log(`Entered: ${(rate('insert') / rate('entered')).toFixed(2)} times the one insert`)
}

await onStage(main)
