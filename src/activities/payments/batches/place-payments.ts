import { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import { absent, notFound, type Refusal } from '../../../domain/refusal.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import type { Judged } from '../../../kernel/write/task-work.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { bookPayments } from '../book-payments.ts'
import { linksWaiting } from '../links-waiting.ts'
import { bookReversal } from './book-reversal.ts'
import { heldBatches } from './count-batches.ts'
import { matchPayments } from './match-payments.ts'

/** One of a batch goes into the books, with what it is found to be for. */
export async function placePayment(unit: Unit, id: string): Promise<void> {
  const [row] = await rowsOf(unit, PaymentTransaction, { id: [id] }, ['kind', 'status'])
  if (row === undefined) return notFound()
  if (row.kind === 'REVERSAL') return bookReversal(unit, id)
  for (const refusal of (await placed(unit, [{ id, ...row }])).values()) throw refusal
}

/** Many at once; what a bank takes back is done alone, after what it had given. */
export async function placePayments(unit: Unit, ids: readonly string[]): Promise<Judged> {
  const fields = ['id', 'kind', 'status'] as const
  const rows = await rowsOf(unit, PaymentTransaction, { id: [...ids] }, fields)
  const isReversal = ({ kind }: { kind?: string | null | undefined }) => kind === 'REVERSAL'
  const refused = await placed(
    unit,
    rows.filter((row) => !isReversal(row)),
  )
  const there = new Set(rows.map(({ id }) => id))
  for (const id of ids) if (!there.has(id)) refused.set(id, absent())
  return { refused, aside: rows.filter(isReversal).map(({ id }) => id) }
}

type Placed = Pick<PaymentTransaction, 'id' | 'status'>

async function placed(unit: Unit, rows: readonly Placed[]): Promise<Map<string, Refusal>> {
  const waiting = rows.filter(({ status }) => status === 'NEW' || status === 'UNPLACED')
  const idsOf = (some: readonly Placed[]) => some.map(({ id }) => id)
  const isMixed = waiting.length > 0 && waiting.length < rows.length
  const beside = isMixed ? await claimsBeside(unit, idsOf(rows)) : []
  const matched = await matchPayments.many(unit, idsOf(waiting), { beside })
  await unit.flush()
  const found = rows.filter(({ id }) => !matched.refused.has(id))
  const booked = await bookPayments.many(unit, idsOf(found), {})
  return new Map([...matched.refused, ...booked.refused])
}

/** The claims of those that were matched before: held in one order with what is found of others. */
async function claimsBeside(unit: Unit, ids: readonly string[]): Promise<string[]> {
  const payments = await unit.held(PaymentTransaction, ids)
  const { confirmed } = await linksWaiting(unit, ids)
  await heldBatches(unit, payments)
  return [...confirmed.values()].flat().map(({ claimId }) => claimId)
}
