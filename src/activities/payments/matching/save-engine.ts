import { z } from 'zod'
import { isBound } from '../../../domain/access/scope.ts'
import { minorOf } from '../../../domain/money.ts'
import {
  matchFields,
  matchOperators,
  matchSteps,
  operatorsOf,
  takesValue,
  toleranceMost,
  type MatchCondition,
} from '../../../domain/payments/matching/rule.ts'
import { invalid, notFound } from '../../../domain/refusal.ts'
import {
  PaymentMatchingEngine,
  PaymentMatchingEngineClient,
} from '../../../entities/payment-matching.ts'
import { currencyCode, positiveAmountSent } from '../../../kernel/read/amounts.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import { change } from '../../../kernel/read/fields.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { amountIn } from '../../clients/accounts/amount-in.ts'

const conditionSent = z
  .strictObject({
    field: z.enum(matchFields),
    operator: z.enum(matchOperators),
    value: z.string().trim().min(1).max(140).nullish(),
  })
  .meta({ example: { field: 'PAYER_NAME', operator: 'CONTAINS', value: 'Klarna' } })

const percentSent = z
  .string()
  .regex(/^(?:10(?:\.0{1,4})?|\d(?:\.\d{1,4})?)$/, `From 0 to ${toleranceMost.percent}`)
  .meta({ example: '0.5' })

const toleranceSent = z.strictObject({
  amount: positiveAmountSent.meta({ example: '5.00' }),
  currency: currencyCode,
})

const further = {
  /** All of them hold of a payment, or the row is not for it; without any, it is for all. */
  conditions: z.array(conditionSent).max(20),
  /** By what claims are sought where no reference names one; what is left out is not tried. */
  order: z
    .array(z.enum(matchSteps))
    .max(matchSteps.length)
    .refine((steps) => new Set(steps).size === steps.length, 'Each step at most once'),
  /** The most by which a payment may differ; with a percentage as well, the lesser counts. */
  tolerance: toleranceSent.nullable(),
  tolerancePercent: percentSent.nullable(),
}

const columns = ['name', 'priority', 'scope', 'action', 'allowOverpayment'] as const

export const createEngineInput = bodyOf(PaymentMatchingEngine, columns, {
  priority: 100,
  scope: 'ALL',
  allowOverpayment: false,
}).extend({
  conditions: further.conditions.default([]),
  order: further.order.default([...matchSteps]),
  tolerance: further.tolerance.default(null),
  tolerancePercent: further.tolerancePercent.default(null),
})

export const updateEngineInput = bodyOf(PaymentMatchingEngine, columns).extend(further).partial()
type EngineChange = z.output<typeof updateEngineInput>

/** A row that says how payments are matched; of no clients yet, where it is for some alone. */
export async function createEngine(
  unit: Unit,
  sent: z.output<typeof createEngineInput>,
): Promise<PaymentMatchingEngine> {
  const { order, conditions, tolerance, tolerancePercent, ...rest } = sent
  return unit.add(PaymentMatchingEngine, {
    ...rest,
    steps: order,
    conditions: conditionsOf(conditions),
    tolerancePercent,
    ...toleranceOf(tolerance),
  })
}

export async function updateEngine(
  unit: Unit,
  id: string,
  sent: EngineChange,
): Promise<PaymentMatchingEngine> {
  const { order, conditions, tolerance, ...rest } = sent
  return change(await heldEngine(unit, id), {
    ...rest,
    steps: order,
    ...(conditions !== undefined && { conditions: conditionsOf(conditions) }),
    ...(tolerance !== undefined && toleranceOf(tolerance)),
  })
}

/** What it has found before stays as it is. */
export async function deleteEngine(unit: Unit, id: string): Promise<void> {
  const engine = await heldEngine(unit, id)
  for (const link of await unit.all(PaymentMatchingEngineClient, { engineId: id })) {
    unit.remove(link)
  }
  await unit.flush()
  unit.remove(engine)
}

/** An engine is the tenant's: to whom is bound to a client or debtor it is not there. */
export async function heldEngine(unit: Unit, id: string): Promise<PaymentMatchingEngine> {
  return isBound(unit.scope) ? notFound() : loadHeld(unit, PaymentMatchingEngine, id)
}

function conditionsOf(sent: readonly z.output<typeof conditionSent>[]): MatchCondition[] {
  const of = sent.find(({ field, operator }) => field === 'CURRENCY' && operator === 'EQUALS')
  const currency = of?.value?.toUpperCase()
  return sent.map(({ field, operator, value }, at) => {
    const within = `/conditions/${at}`
    if (!operatorsOf[field].includes(operator)) {
      const asks = operatorsOf[field].join(', ')
      invalid(`${within}/operator`, 'NOT_OF_FIELD', `Of ${field} can be asked: ${asks}`)
    }
    if (takesValue(operator) !== (value != null)) {
      const says = takesValue(operator) ? 'Say with what' : `${operator} compares with nothing`
      invalid(`${within}/value`, takesValue(operator) ? 'REQUIRED' : 'NOT_TAKEN', says)
    }
    const isAmount = field === 'AMOUNT'
    if (isAmount && !positiveAmountSent.safeParse(value).success) {
      invalid(`${within}/value`, 'INVALID', 'An amount in decimal notation')
    }
    if (isAmount && currency !== undefined) amountIn(value ?? '', currency, `${within}/value`)
    return { field, operator, value: value ?? null }
  })
}

function toleranceOf(sent: z.output<typeof toleranceSent> | null) {
  if (sent === null) return { toleranceAmount: null, currency: null }
  const { amount, currency } = sent
  const pointer = '/tolerance/amount'
  const toleranceAmount = amountIn(amount, currency, pointer)
  if (toleranceAmount > minorOf(toleranceMost.amount, currency)) {
    invalid(pointer, 'OUT_OF_RANGE', `At most ${toleranceMost.amount}`)
  }
  return { toleranceAmount, currency }
}
