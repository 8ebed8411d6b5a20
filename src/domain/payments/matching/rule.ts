import Big from 'big.js'
import { decimal, larger, shareOf, smaller } from '../../money.ts'

/** What is known of a payment before anybody says what it is for. */
export const matchFields = [
  'AMOUNT',
  'CURRENCY',
  'SOURCE',
  'PAYMENT_ACCOUNT',
  'REFERENCE',
  'MESSAGE',
  'PAYER_NAME',
  'PAYER_ACCOUNT',
  'PAYER_IDENTIFICATION_NUMBER',
  'BANK_REF',
  'END_TO_END_ID',
] as const
export type MatchField = (typeof matchFields)[number]

export const matchOperators = [
  'EQUALS',
  'DIFFERS',
  'CONTAINS',
  'STARTS_WITH',
  'AT_LEAST',
  'AT_MOST',
  'IS_EMPTY',
  'IS_FILLED',
] as const
export type MatchOperator = (typeof matchOperators)[number]

const anyText: readonly MatchOperator[] = [
  'EQUALS',
  'DIFFERS',
  'CONTAINS',
  'STARTS_WITH',
  'IS_EMPTY',
  'IS_FILLED',
]
const isOrNot: readonly MatchOperator[] = ['EQUALS', 'DIFFERS']

/** What can be asked of each field. */
export const operatorsOf: Readonly<Record<MatchField, readonly MatchOperator[]>> = {
  AMOUNT: ['EQUALS', 'DIFFERS', 'AT_LEAST', 'AT_MOST'],
  CURRENCY: isOrNot,
  SOURCE: isOrNot,
  PAYMENT_ACCOUNT: ['EQUALS', 'DIFFERS', 'IS_EMPTY', 'IS_FILLED'],
  REFERENCE: anyText,
  MESSAGE: anyText,
  PAYER_NAME: anyText,
  PAYER_ACCOUNT: anyText,
  PAYER_IDENTIFICATION_NUMBER: anyText,
  BANK_REF: anyText,
  END_TO_END_ID: anyText,
}

export interface MatchCondition {
  field: MatchField
  operator: MatchOperator
  /** Null for what is asked of the field alone. */
  value: string | null
}

/** Whether an operator compares with something. */
export const takesValue = (operator: MatchOperator): boolean =>
  operator !== 'IS_EMPTY' && operator !== 'IS_FILLED'

/**
 * LINK links to one claim, SPLIT to several as well; SUGGEST proposes whatever is found, and IGNORE
 * leaves it to a person.
 */
export const matchActions = ['LINK', 'SPLIT', 'SUGGEST', 'IGNORE'] as const
export type MatchAction = (typeof matchActions)[number]

/** By what a claim is sought where no reference names one, in their usual order. */
export const matchSteps = ['NUMBER', 'PAYER', 'SUM'] as const
export type MatchStep = (typeof matchSteps)[number]

export const matchScopes = ['ALL', 'CLIENTS'] as const
export type MatchScope = (typeof matchScopes)[number]

/** The most that a payment may differ by. */
export const toleranceMost = { amount: '1000', percent: 10 } as const

/** How what is found of a claim is dealt with. */
export interface MatchPolicy {
  action: MatchAction
  steps: readonly MatchStep[]
  allowOverpayment: boolean
  /** In minor units of its currency. */
  toleranceAmount: bigint | null
  currency: string | null
  tolerancePercent: string | null
}

export interface MatchRule extends MatchPolicy {
  id: string
  priority: number
  scope: MatchScope
  clientIds: ReadonlySet<string>
  conditions: readonly MatchCondition[]
}

/** What is in force of claims that no rule is for. */
export const usualPolicy: MatchPolicy = {
  action: 'SPLIT',
  steps: matchSteps,
  allowOverpayment: true,
  toleranceAmount: null,
  currency: null,
  tolerancePercent: null,
}

export interface Matchable {
  id: string
  amount: bigint
  currency: string
  source: string
  /** Whose money it is, where that is known. */
  clientId: string | null
  paymentAccountId: string | null
  reference: string | null
  message: string | null
  payerName: string | null
  payerAccount: string | null
  payerIdentificationNumber: string | null
  bankRef: string | null
  endToEndId: string | null
}

/** Lower numbers come first; of two with the same, the older. */
export const inOrder = <R extends Pick<MatchRule, 'id' | 'priority'>>(rules: readonly R[]): R[] =>
  rules.toSorted((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1))

/** The rules whose conditions all hold for a payment. */
export const rulesFor = (payment: Matchable, rules: readonly MatchRule[]): readonly MatchRule[] =>
  rules.filter(({ conditions }) => conditions.every((condition) => holds(condition, payment)))

/** Of rules in order, the first that is for the claims of a client. */
export const policyFor = (rules: readonly MatchRule[], clientId: string): MatchPolicy =>
  rules.find(({ scope, clientIds }) => scope === 'ALL' || clientIds.has(clientId)) ?? usualPolicy

/** By how much a payment may differ from what is owed: where both are said, by the lesser. */
export function toleranceOf(policy: MatchPolicy, open: bigint, currency: string): bigint {
  const { toleranceAmount, tolerancePercent } = policy
  const isOther = policy.currency !== currency
  const amount = toleranceAmount === null ? null : isOther ? 0n : toleranceAmount
  const percent =
    tolerancePercent === null ? null : shareOf(open, new Big(tolerancePercent).div(100))
  if (amount === null) return larger(percent ?? 0n, 0n)
  return percent === null ? amount : smaller(amount, percent)
}

const textOf: Readonly<Record<MatchField, (payment: Matchable) => string | null>> = {
  AMOUNT: () => null,
  CURRENCY: ({ currency }) => currency,
  SOURCE: ({ source }) => source,
  PAYMENT_ACCOUNT: ({ paymentAccountId }) => paymentAccountId,
  REFERENCE: ({ reference }) => reference,
  MESSAGE: ({ message }) => message,
  PAYER_NAME: ({ payerName }) => payerName,
  PAYER_ACCOUNT: ({ payerAccount }) => payerAccount,
  PAYER_IDENTIFICATION_NUMBER: ({ payerIdentificationNumber }) => payerIdentificationNumber,
  BANK_REF: ({ bankRef }) => bankRef,
  END_TO_END_ID: ({ endToEndId }) => endToEndId,
}

/** Marks that people write now and then, and mean nothing by. */
const compact: ReadonlySet<MatchField> = new Set([
  'REFERENCE',
  'PAYER_ACCOUNT',
  'PAYER_IDENTIFICATION_NUMBER',
])

function holds({ field, operator, value }: MatchCondition, payment: Matchable): boolean {
  if (field === 'AMOUNT') return amountHolds(operator, value ?? '0', payment)
  const plain = (text: string) =>
    (compact.has(field) ? text.replaceAll(/[\s.,-]/g, '') : text.trim()).toUpperCase()
  const text = plain(textOf[field](payment) ?? '')
  const wanted = plain(value ?? '')
  switch (operator) {
    case 'EQUALS':
      return text === wanted
    case 'DIFFERS':
      return text !== wanted
    case 'CONTAINS':
      return text.includes(wanted)
    case 'STARTS_WITH':
      return text.startsWith(wanted)
    case 'IS_EMPTY':
      return text === ''
    case 'IS_FILLED':
      return text !== ''
    default:
      return false
  }
}

/** Compared as it was said: one that the currency cannot have is the amount of no payment. */
function amountHolds(
  operator: MatchOperator,
  value: string,
  { amount: minor, currency }: Matchable,
): boolean {
  const amount = new Big(decimal(minor, currency))
  switch (operator) {
    case 'EQUALS':
      return amount.eq(value)
    case 'DIFFERS':
      return !amount.eq(value)
    case 'AT_LEAST':
      return amount.gte(value)
    case 'AT_MOST':
      return amount.lte(value)
    default:
      return false
  }
}
