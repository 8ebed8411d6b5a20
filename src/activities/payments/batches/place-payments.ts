import { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import type { Refused } from '../../../domain/refusal.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import type { Judged } from '../../../kernel/write/registered.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { bookPayments } from '../book-payments.ts'
import { bookReversal } from './book-reversal.ts'
import { matchPayments } from './match-payments.ts'

/** One of a batch goes into the books, with what it is found to be for. */
export async function placePayment(unit: Unit, id: string): Promise<void> {
  const { refused, reversals } = await placed(unit, [id])
  for (const refusal of refused.values()) throw refusal
  if (reversals.length > 0) await bookReversal(unit, id)
}

/** Many at once; what a bank takes back is done alone, after what it had given. */
export async function placePayments(unit: Unit, ids: readonly string[]): Promise<Judged> {
  const rows = await rowsOf(unit, PaymentTransaction, { id: [...ids] }, ['id', 'kind'])
  const reversals = new Set(rows.flatMap(({ id, kind }) => (kind === 'REVERSAL' ? [id] : [])))
  const { refused } = await placed(
    unit,
    ids.filter((id) => !reversals.has(id)),
  )
  return { refused, aside: [...reversals] }
}

async function placed(
  unit: Unit,
  ids: readonly string[],
): Promise<{ refused: Refused; reversals: string[] }> {
  if (ids.length === 0) return { refused: new Map(), reversals: [] }
  const rows = await rowsOf(unit, PaymentTransaction, { id: [...ids] }, ['id', 'kind', 'status'])
  const waiting = rows.filter(({ status }) => status === 'NEW' || status === 'UNPLACED')
  const matched = await matchPayments.many(
    unit,
    waiting.map(({ id }) => id),
    {},
  )
  await unit.flush()
  const reversals = rows.flatMap(({ id, kind }) => (kind === 'REVERSAL' ? [id] : []))
  const bookable = ids.filter((id) => !matched.refused.has(id) && !reversals.includes(id))
  const booked =
    bookable.length === 0 ? { refused: new Map() } : await bookPayments.many(unit, bookable, {})
  return { refused: new Map([...matched.refused, ...booked.refused]), reversals }
}
