import { idOfUuid } from '../../src/domain/id-forms.ts'
import { acceptManyForActivation } from '../../src/activities/invoices/accept-for-activation.ts'
import { activateChunk } from '../../src/activities/invoices/activate-chunk.ts'
import { bookPayments } from '../../src/activities/payments/book-payments.ts'
import { createPayment } from '../../src/activities/payments/create-payment.ts'
import { copied, idsAfter, statementsAs } from './activations.ts'
import { grounded, made, type Ground } from './ground.ts'
import type { Statements } from './pgbench.ts'
import { statementsFor } from './replay.ts'
import type { Stage } from './stage.ts'
import { countsOf, writtenBy, type Written } from './written.ts'

/** A tenant whose invoices are all alike, and are paid one by one. */
export interface Till extends Ground {
  /** An invoice, what is planned for it once it is ACTIVATED, and a payment that is for it. */
  invoice: readonly Written[]
  planned: readonly Written[]
  payment: readonly Written[]
}

/** Three rows of ten hours, with VAT. */
export const amount = '35643.75'
const debtors = 20

export async function openTill(stage: Stage): Promise<Till> {
  const ground = await grounded(stage)
  // Of each debtor one, so that the next is of one that is known.
  await made(ground, debtors)
  const inserted = async (work: () => Promise<unknown>) => {
    const written = await writtenBy(stage, ground.tenantId, work)
    return written.filter(({ kind }) => kind === 'insert')
  }
  const invoice = await inserted(() => made(ground, 1))
  const till = { ...ground, invoice, planned: [], payment: [] }
  const [claim] = idsAfter(await issued(till, 1), 1)
  const activated = await inserted(() => activate(till, [claim!]))
  const planned = activated.filter(({ table }) => table === 'invoice_ledger_event')
  const payment = await inserted(() => entered(till, claim!))
  return { ...till, planned, payment }
}

/** Waits to be booked. */
const entered = ({ work, clientId }: Till, claim: string) =>
  work((unit) =>
    createPayment(unit, {
      clientId,
      amount,
      currency: 'SEK',
      claims: [{ id: claim }],
      book: false,
    }),
  )

const rowOf = (written: readonly Written[], name: string) =>
  written.find(({ table, kind }) => table === name && kind === 'insert')!.row

/** So many invoices of a known debtor, CREATED. */
async function issued({ stage, caller, invoice }: Till, count: number) {
  const { id, invoice_number: number } = rowOf(invoice, 'invoice')
  const begins = await copied(stage, caller, invoice, { words: [number!], times: count })
  return begins.get(id!)!
}

const acceptedAtOnce = 200
let batches = 0

/** So many claims on which all is owed. */
export async function owed(till: Till, count: number): Promise<string[]> {
  const ids = idsAfter(await issued(till, count), count)
  await activate(till, ids)
  return ids
}

async function activate({ stage, tenantId, work }: Till, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += acceptedAtOnce) {
    const some = ids.slice(at, at + acceptedAtOnce)
    await work((unit) => acceptManyForActivation(unit, some, { productCode: 'INVOICE_SERVICE' }))
  }
  const batch = `paid-${++batches}`
  await stage.owner(
    `update invoice_activation set batch_id = $3 where tenant_id = $1 and invoice_id = any($2)`,
    [tenantId, ids, batch],
  )
  const task = { runtime: stage.runtime, tenantId, now: new Date(), workflowId: 'bench' }
  while ((await activateChunk({ ...task, entityId: batch })).open);
}

/** What the ids of rows begin with that are there many times, by the uuid of the one. */
type Pools = ReadonlyMap<string, string>

/** As many of these rows as there are claims, of one claim each. */
async function beside(till: Till, rows: readonly Written[], invoice: string, times: number) {
  const claim = rowOf(till.payment, 'payment_link')['claim_id']!
  const pooled = new Map([[plain(claim), invoice]])
  return copied(till.stage, till.caller, rows, { pooled, times })
}

const plain = (uuid: string) => uuid.replaceAll('-', '')

/** Payments that wait to be booked, each for a claim of its own on which all is owed. */
export async function matched(till: Till, count: number): Promise<string[]> {
  const invoice = await issued(till, count)
  await activate(till, idsAfter(invoice, count))
  const pools = await beside(till, till.payment, invoice, count)
  return idsAfter(pools.get(rowOf(till.payment, 'payment_transaction')['id']!)!, count)
}

/** What the booking of one leaves, left again by statements alone: so many in one transaction. */
export interface BookedAgain {
  counts: string
  again: (times: number) => Statements
}

export async function bookedAgain(till: Till, size: number): Promise<BookedAgain> {
  const { stage, caller, tenantId, work } = till
  // The first of a tenant finds accounts and counters that no later one has to make.
  const [first, one] = await matched(till, 2)
  await work((unit) => bookPayments.one(unit, first!, {}))
  const written = await writtenBy(stage, tenantId, () =>
    work((unit) => bookPayments.one(unit, one!, {})),
  )
  const pooled = await poolOf(till, written, size)
  const words = [...pooled.keys()].map(idOfUuid)
  const again = (times: number): Statements => {
    const replay = { pooled, words, ...(times > 1 && { times }) }
    const statements = statementsAs(caller, statementsFor(written, replay))
    const url = stage.installed.runUrl
    return { url, statements, oneTrip: true, pool: size, step: times }
  }
  await prove(till, written, again(1))
  return { counts: countsOf(written), again }
}

/** So many of each row that one payment changes alone, in its place. */
async function poolOf(till: Till, written: readonly Written[], size: number): Promise<Pools> {
  const invoice = await issued(till, size)
  const rows = [...till.payment, ...till.planned]
  const begins = await beside(till, rows, invoice, size)
  const changed = written.filter(({ kind, table }) => kind === 'update' && ofOne.has(table))
  return new Map(
    changed.map(({ table, row }) => {
      const like = rows.find((each) => each.table === table && each.row['type'] === row['type'])
      return [plain(row['id']!), like === undefined ? invoice : begins.get(like.row['id']!)!]
    }),
  )
}

const ofOne = new Set(['invoice', 'invoice_ledger_event', 'payment_transaction', 'payment_link'])

/** Both leave as many rows; counters stay as they are on the other side, which only locks them. */
async function prove({ stage, tenantId }: Till, written: readonly Written[], again: Statements) {
  const theirs = await writtenBy(stage, tenantId, () => stage.once(again.statements))
  const [ours, others] = [written, theirs].map((all) =>
    countsOf(all.filter(({ kind, table }) => kind === 'insert' || ofOne.has(table))),
  )
  if (ours !== others) throw new Error(`ours leaves ${ours}; theirs ${others}`)
}
