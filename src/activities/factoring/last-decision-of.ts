import { notFound } from '../../domain/refusal.ts'
import { FactoringDecision } from '../../entities/factoring-decision.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** The decision about an invoice: of several, one after the other, the last. */
export async function lastDecisionOf(unit: Unit, invoiceId: string): Promise<FactoringDecision> {
  const all = await unit.all(FactoringDecision, { invoiceId })
  return all.toSorted((a, b) => (a.id < b.id ? 1 : -1))[0] ?? notFound()
}
