import Big from 'big.js'
import { daysBetween, type BusinessDate } from '../dates.ts'
import { decimal } from '../money.ts'

export const outcomes = ['PASS', 'DENY', 'MANUAL'] as const
export type Outcome = (typeof outcomes)[number]

/** All facts that the engine's rules need, as they are at the time of the decision. */
export interface EngineFacts {
  today: BusinessDate
  amount: bigint
  currency: string
  invoiceDate: BusinessDate
  expireDate: BusinessDate
  product: {
    enabled: boolean
    manualControl: boolean
    limitsApply: boolean
    validFrom: BusinessDate
    minTenorDays?: number | null | undefined
    maxTenorDays?: number | null | undefined
  }
  /** The client must be identified (KYC) and active. */
  client: { status: string; kycStatus: string }
  debtor: {
    blocked: boolean
    status: string
    type: string
    /** Whether it has an identification number, and whether that is valid in its country. */
    number: 'VALID' | 'FAULTY' | 'MISSING'
    /** The debtor is the client itself. */
    isClient: boolean
  }
  /** The monitoring has an open finding about client or debtor. */
  underReview: boolean
  /** What is left of each limit; null where nobody has set one. */
  available: { client: bigint | null; debtor: bigint | null }
  concentration: {
    maxShare: string | null
    /** What the client uses in total, and on this debtor, without this claim. */
    ofAll: bigint
    ofDebtor: bigint
  }
  country: {
    code: string
    isHome: boolean
    rule: {
      enabled: boolean
      currencies: readonly string[]
      maxLimit: bigint | null
      maxLimitCurrency: string | null
      requiresInsurance: boolean
    } | null
    /** All that would be open there with this claim, in the limit's currency; null if unknown. */
    exposure: bigint | null
  }
  /** Claims on the same debtor of the same day and amount, that were asked for or financed. */
  duplicates: number
  /** Claims of other clients with the same day and amount, or the same number and one of these. */
  ofOthers: number
  /** It was bought before, and came back by recourse. */
  soldBefore: boolean
}

interface Judged {
  value: string | null
  bound: string | null
  outcome: Outcome
}

export interface Criterion extends Judged {
  criterion: string
}

/** Until a tenant has engine rules of its own. */
const maxAgeDays = 90
/** A weekend between writing an invoice and its date is usual; more is not yet a claim. */
const maxDaysAhead = 3

const judged = (value: unknown, bound: unknown, passes: boolean, otherwise: Outcome): Judged => ({
  value: value == null ? null : String(value),
  bound: bound == null ? null : String(bound),
  outcome: passes ? 'PASS' : otherwise,
})

/**
 * The rule set: each criterion reads the facts it needs and gives its outcome. The order is the
 * order in which they are shown.
 */
const criteria: Readonly<Record<string, (facts: EngineFacts) => Judged>> = {
  PRODUCT_ENABLED: ({ product }) => judged(product.enabled, true, product.enabled, 'MANUAL'),
  PRODUCT_VALID: ({ product, today }) =>
    judged(today, product.validFrom, today >= product.validFrom, 'MANUAL'),
  MANUAL_CONTROL: ({ product }) =>
    judged(product.manualControl, false, !product.manualControl, 'MANUAL'),
  CLIENT_STATUS: ({ client: { status } }) =>
    judged(status, 'ACTIVE', status === 'ACTIVE', 'MANUAL'),
  KYC: ({ client: { kycStatus } }) => {
    const otherwise = kycStatus === 'DENIED' ? 'DENY' : 'MANUAL'
    return judged(kycStatus, 'APPROVED', kycStatus === 'APPROVED', otherwise)
  },
  UNDER_REVIEW: ({ underReview }) => judged(underReview, false, !underReview, 'MANUAL'),
  AMOUNT: ({ amount, currency }) => judged(decimal(amount, currency), '> 0', amount > 0n, 'DENY'),
  AGE: ({ invoiceDate, today }) => {
    const days = daysBetween(invoiceDate, today)
    return judged(days, maxAgeDays, days <= maxAgeDays, 'MANUAL')
  },
  DATED_AHEAD: ({ invoiceDate, today }) => {
    const days = daysBetween(today, invoiceDate)
    return judged(Math.max(days, 0), maxDaysAhead, days <= maxDaysAhead, 'MANUAL')
  },
  NOT_DUE: ({ expireDate, today }) => judged(today, expireDate, today <= expireDate, 'DENY'),
  MIN_TENOR: ({ expireDate, today, product }) => tenor(today, expireDate, product.minTenorDays, 1),
  MAX_TENOR: ({ expireDate, today, product }) => tenor(today, expireDate, product.maxTenorDays, -1),
  DEBTOR_BLOCKED: ({ debtor }) => judged(debtor.blocked, false, !debtor.blocked, 'DENY'),
  DEBTOR_STATUS: ({ debtor }) =>
    judged(debtor.status, 'ACTIVE', debtor.status === 'ACTIVE', 'DENY'),
  DEBTOR_NUMBER: ({ debtor: { number } }) => judged(number, 'VALID', number === 'VALID', 'MANUAL'),
  DEBTOR_TYPE: ({ debtor: { type } }) => judged(type, 'COMPANY', type === 'COMPANY', 'MANUAL'),
  OWN_DEBTOR: ({ debtor: { isClient } }) => judged(isClient, false, !isClient, 'DENY'),
  CLIENT_LIMIT: (facts) => limit(facts, facts.available.client, 'MANUAL'),
  DEBTOR_LIMIT: (facts) => limit(facts, facts.available.debtor, 'PASS'),
  CONCENTRATION: concentration,
  COUNTRY: ({ country: { code, isHome, rule } }) => {
    if (rule === null) return judged(code, null, isHome, 'MANUAL')
    return judged(code, 'enabled', rule.enabled, 'DENY')
  },
  COUNTRY_CURRENCY: ({ currency, country: { rule } }) => {
    const currencies = rule?.currencies ?? []
    const passes = currencies.length === 0 || currencies.includes(currency)
    return judged(currency, currencies.join(' ') || null, passes, 'DENY')
  },
  COUNTRY_LIMIT: countryLimit,
  COUNTRY_INSURANCE: ({ country: { rule } }) => {
    const needed = rule?.requiresInsurance ?? false
    return judged(needed, false, !needed, 'MANUAL')
  },
  SOLD_BEFORE: ({ soldBefore }) => judged(soldBefore, false, !soldBefore, 'MANUAL'),
  DUPLICATE: ({ duplicates }) => judged(duplicates, 0, duplicates === 0, 'MANUAL'),
  FINANCED_ELSEWHERE: ({ ofOthers }) => judged(ofOthers, 0, ofOthers === 0, 'MANUAL'),
}

/** The criteria that a client does not see of a decision. */
export const confidential: ReadonlySet<string> = new Set([
  'DEBTOR_BLOCKED',
  'DEBTOR_STATUS',
  'DEBTOR_LIMIT',
  'COUNTRY_LIMIT',
  'FINANCED_ELSEWHERE',
  'UNDER_REVIEW',
])

export interface Evaluation {
  outcome: Outcome
  criteria: Criterion[]
}

/**
 * One criterion that denies is enough to deny; otherwise one that wants a person leaves it to a
 * person; otherwise the engine approves. Under manual control a person decides and sees all
 * criteria.
 */
export function evaluate(facts: EngineFacts): Evaluation {
  const all = Object.entries(criteria).map(([criterion, judge]) => ({ criterion, ...judge(facts) }))
  const has = (outcome: Outcome) => all.some((each) => each.outcome === outcome)
  const denies = has('DENY') && !facts.product.manualControl
  return { outcome: denies ? 'DENY' : has('MANUAL') ? 'MANUAL' : 'PASS', criteria: all }
}

function tenor(
  today: BusinessDate,
  expireDate: BusinessDate,
  bound: number | null | undefined,
  sign: 1 | -1,
): Judged {
  const days = daysBetween(today, expireDate)
  return judged(days, bound, bound == null || sign * (days - bound) >= 0, 'DENY')
}

function limit(
  { amount, currency, product }: EngineFacts,
  available: bigint | null,
  unset: Outcome,
): Judged {
  const value = decimal(amount, currency)
  if (!product.limitsApply) return judged(value, null, true, 'PASS')
  if (available === null) return judged(value, null, unset === 'PASS', unset)
  return judged(value, decimal(available, currency), amount <= available, 'DENY')
}

function concentration({ amount, concentration: { maxShare, ofAll, ofDebtor } }: EngineFacts) {
  if (amount <= 0n) return judged(null, maxShare, true, 'PASS')
  const all = new Big((ofAll + amount).toString())
  const share = new Big((ofDebtor + amount).toString()).div(all).round(4, Big.roundHalfUp)
  const passes = maxShare === null || share.lte(maxShare)
  return judged(share.toFixed(), maxShare === null ? null : new Big(maxShare), passes, 'MANUAL')
}

function countryLimit({ country: { rule, exposure } }: EngineFacts): Judged {
  const { maxLimit = null, maxLimitCurrency = null } = rule ?? {}
  if (maxLimit === null || maxLimitCurrency === null) return judged(null, null, true, 'PASS')
  const bound = decimal(maxLimit, maxLimitCurrency)
  if (exposure === null) return judged(null, bound, false, 'MANUAL')
  return judged(decimal(exposure, maxLimitCurrency), bound, exposure <= maxLimit, 'DENY')
}
