import { z } from 'zod'
import type { Simulated } from '../../activities/payments/matching/simulate-matching.ts'
import { decimal, rateText } from '../../domain/money.ts'
import { matchReasons, type MatchPart } from '../../domain/payments/matching/facts.ts'
import {
  matchFields,
  matchOperators,
  matchSteps,
  operatorsOf,
} from '../../domain/payments/matching/rule.ts'
import {
  PaymentMatchingEngine,
  PaymentMatchingEngineClient,
} from '../../entities/payment-matching.ts'
import { amountShown, currencyCode } from '../../kernel/read/amounts.ts'
import { id } from '../../kernel/read/fields.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { viewOf } from '../../kernel/read/view.ts'
import type { Unit } from '../../kernel/write/unit.ts'

const condition = z
  .object({
    field: z.enum(matchFields),
    operator: z.enum(matchOperators),
    value: z.string().nullable(),
  })
  .meta({ id: 'MatchCondition' })

const tolerance = z
  .object({ amount: amountShown, currency: currencyCode })
  .meta({ id: 'MatchTolerance' })

export const engineView = viewOf(
  PaymentMatchingEngine,
  ['id', 'name', 'priority', 'scope', 'action', 'allowOverpayment', 'versioned'],
  {
    more: {
      conditions: z.array(condition),
      order: z.array(z.enum(matchSteps)),
      tolerance: tolerance.nullable(),
      tolerancePercent: z.string().nullable().meta({ example: '0.5' }),
      clientIds: z.array(id('Client')),
    },
    facts: clientsOf,
    show: (engine, clients: Clients) => ({
      conditions: engine.conditions.map((one) => ({ ...one })),
      order: [...engine.steps],
      tolerance: toleranceOf(engine),
      tolerancePercent: engine.tolerancePercent == null ? null : rateText(engine.tolerancePercent),
      clientIds: (clients.get(engine.id) ?? []).map(({ clientId }) => clientId),
    }),
  },
)

function toleranceOf({ toleranceAmount, currency }: PaymentMatchingEngine) {
  if (toleranceAmount == null || currency == null) return null
  return { amount: decimal(toleranceAmount, currency), currency }
}

type Clients = ReadonlyMap<string, readonly { clientId: string }[]>

async function clientsOf(unit: Unit, rows: readonly PaymentMatchingEngine[]): Promise<Clients> {
  const engineId = rows.map((row) => row.id)
  const fields = ['engineId', 'clientId'] as const
  const links = await rowsOf(unit, PaymentMatchingEngineClient, { engineId }, fields)
  const sorted = links.toSorted((a, b) => (a.clientId < b.clientId ? -1 : 1))
  return Map.groupBy(sorted, (link) => link.engineId)
}

export const fieldsView = z.object({
  data: z.array(
    z
      .object({ field: z.enum(matchFields), operators: z.array(z.enum(matchOperators)) })
      .meta({ id: 'MatchField' }),
  ),
})

export const matchFieldsShown = () => ({
  data: matchFields.map((field) => ({ field, operators: [...operatorsOf[field]] })),
})

const partView = z
  .object({
    claimId: id('Invoice'),
    amount: amountShown,
    currency: currencyCode,
    status: z.enum(['CONFIRMED', 'PROPOSED']),
    score: z.int().meta({ example: 92 }),
    reasons: z.array(z.enum(matchReasons)),
  })
  .meta({ id: 'SimulatedLink' })

export const simulatedView = z
  .object({
    data: z.array(
      z
        .object({
          transactionId: id('PaymentTransaction'),
          /** TIE where several claims are as good, which a person has to tell apart. */
          outcome: z.enum(['LINKED', 'PROPOSED', 'TIE', 'NOTHING']),
          links: z.array(partView),
        })
        .meta({ id: 'SimulatedPayment' }),
    ),
    /** False where the batch has more payments than were looked at. */
    isWhole: z.boolean(),
  })
  .meta({ id: 'SimulatedMatching' })

export const simulatedShown = ({ payments, isWhole }: Simulated) => ({
  data: payments.map(({ payment, finding: { parts, isTie } }) => ({
    transactionId: payment.id,
    outcome: isTie ? ('TIE' as const) : outcomeOf(parts),
    links: parts.map(({ id: claimId, amount, status, score, reasons }) => ({
      claimId,
      amount: decimal(amount, payment.currency),
      currency: payment.currency,
      status,
      score,
      reasons: [...reasons],
    })),
  })),
  isWhole,
})

function outcomeOf(parts: readonly MatchPart[]): 'NOTHING' | 'LINKED' | 'PROPOSED' {
  if (parts.length === 0) return 'NOTHING'
  return parts.some(({ status }) => status === 'CONFIRMED') ? 'LINKED' : 'PROPOSED'
}
