import { z } from 'zod'
import { lifeOfReconciliation } from '../../../domain/payments/reconciliation.ts'
import { PaymentReconciliation } from '../../../entities/payment-reconciliation.ts'
import { filled } from '../../../kernel/read/fields.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { compareBooks, leaveDifferences } from './compare-books.ts'

export const explainInput = z
  .strictObject({ explanation: filled(500) })
  .meta({ example: { explanation: 'The bank’s fee, booked on the first of next month' } })

/** Why they differ as they do now, by whoever says so; it holds until one of them changes. */
export async function explainDifference(
  unit: Unit,
  id: string,
  { explanation }: z.output<typeof explainInput>,
): Promise<PaymentReconciliation> {
  const row = await compareBooks(unit, id)
  const status = lifeOfReconciliation.move(row.status, 'explain')
  unit.update(PaymentReconciliation, row, {
    status,
    explanation,
    explainedBy: unit.principal.id,
  })
  await leaveDifferences(unit, [row])
  return row
}
