import { inOrder, type MatchRule } from '../../../domain/payments/matching/rule.ts'
import {
  PaymentMatchingEngine,
  PaymentMatchingEngineClient,
} from '../../../entities/payment-matching.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

const fields = [
  'id',
  'priority',
  'scope',
  'conditions',
  'action',
  'steps',
  'allowOverpayment',
  'toleranceAmount',
  'currency',
  'tolerancePercent',
] as const

/** The rows of the engine in their order, whoever asks: they are the tenant's. */
export async function matchRules(unit: Unit): Promise<MatchRule[]> {
  const [engines, links] = await unit.widened(() =>
    Promise.all([
      rowsOf(unit, PaymentMatchingEngine, {}, fields),
      rowsOf(unit, PaymentMatchingEngineClient, {}, ['engineId', 'clientId']),
    ]),
  )
  const ofEngine = Map.groupBy(links, ({ engineId }) => engineId)
  const rules = engines.map((engine) => ({
    ...engine,
    toleranceAmount: engine.toleranceAmount ?? null,
    currency: engine.currency ?? null,
    tolerancePercent: engine.tolerancePercent ?? null,
    clientIds: new Set((ofEngine.get(engine.id) ?? []).map(({ clientId }) => clientId)),
  }))
  return inOrder(rules)
}
