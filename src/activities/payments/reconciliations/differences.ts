import { isBound } from '../../../domain/access/scope.ts'
import { refuse } from '../../../domain/refusal.ts'
import { PaymentReconciliation } from '../../../entities/payment-reconciliation.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { askedOf, linesSql, sidesSql, type Side } from './sides.ts'

export const linesMax = 100

export interface DifferingLine extends Record<string, unknown> {
  side: 'STATEMENT' | 'BOOKS'
  subjectType: 'PaymentTransaction' | 'Voucher'
  subjectId: string
  date: string
  stated: string
  booked: string
  text: string
  total: number
}

export interface Differences {
  row: PaymentReconciliation
  side: Side
  lines: readonly DifferingLine[]
}

/** Both sides as they are now, and the lines that only one of them has. */
export async function differencesOf(unit: Unit, id: string): Promise<Differences> {
  if (isBound(unit.scope)) refuse('ACCESS_DENIED')
  const row = await unit.load(PaymentReconciliation, id)
  const asked = await askedOf(unit, [row])
  const [side] = await unit.transaction.query<Side>(sidesSql, asked)
  const lines = await unit.transaction.query<DifferingLine>(linesSql, [...asked, linesMax])
  return { row, side: side!, lines }
}
