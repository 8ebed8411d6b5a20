import { refuse } from '../refusal.ts'
import type { FinancialEventType } from './ledger.ts'
import { credit, debit, fact, type RuleInput } from './rule-lines.ts'

/** With whom the tenant settles in bulk; `OTHER` is whoever is named by nothing that was booked. */
export const counterpartyTypes = [
  'FINANCIER',
  'COLLECTION_PARTNER',
  'PSP',
  'INSURER',
  'OTHER',
] as const
export type CounterpartyType = (typeof counterpartyTypes)[number]

export interface Counterparty {
  counterpartyType: CounterpartyType
  counterpartyCode: string | null
}

const ofFunding = ['SOLD', 'REPAID', 'FEE'] as const
export const settlementTypes = [
  ...ofFunding,
  'PAYMENT',
  'MANUAL',
  'CLIENT_ACCOUNT',
  'REVERSAL',
] as const
export type SettlementType = (typeof settlementTypes)[number]

type Facts = Readonly<Record<string, unknown>>

/** With whom an event is settled, as its facts say it. */
export function counterpartyOf(facts: Facts): Counterparty {
  const counterpartyType = counterpartyTypes.find((type) => type === facts['counterpartyType'])
  const code = facts['counterpartyCode']
  if (counterpartyType === undefined || code == null) {
    return { counterpartyType: 'OTHER', counterpartyCode: null }
  }
  return { counterpartyType, counterpartyCode: String(code) }
}

export function settlementTypeOf(type: FinancialEventType, facts: Facts): SettlementType {
  if (type === 'REVERSAL') return 'REVERSAL'
  if (type === 'REFINANCED') return ofFunding.find((one) => one === facts['variant']) ?? 'REPAID'
  if (type !== 'SETTLEMENT') return 'CLIENT_ACCOUNT'
  return facts['variant'] === 'PAID' ? 'PAYMENT' : 'MANUAL'
}

/** On the other side of what is entered by hand: money, a cost, or what the tenant earns by it. */
export const settlementCounterRoles = [
  'BANK',
  'BANK_OWN',
  'PAYABLE',
  'REFINANCING_COST',
  'FEE_REV',
  'FIN_REV',
  'COLLECTION_REV',
  'CREDIT_LOSS',
  'ROUNDING',
] as const

/** A financier takes over a part of a bought claim, and is settled with. */
export function soldOn({ facts }: RuleInput) {
  const amount = fact(facts, 'amount')
  return { tenant: [debit('SETTLEMENT', amount), credit('AR_PURCHASED', amount)] }
}

/** What a financier keeps for it. */
export function keptByFinancier({ facts }: RuleInput) {
  const amount = fact(facts, 'amount')
  return { tenant: [debit('REFINANCING_COST', amount), credit('SETTLEMENT', amount)] }
}

/** What the counterparty has paid, which was unplaced until somebody knew that it was of them. */
export function settledByPayment({ facts }: RuleInput) {
  const amount = fact(facts, 'amount')
  return { tenant: [debit('UNALLOCATED', amount), credit('SETTLEMENT', amount)] }
}

/** P29: above zero the counterparty owes the tenant more. */
export function settled({ facts }: RuleInput) {
  const amount = fact(facts, 'amount')
  const counterRole = settlementCounterRoles.find((role) => role === facts['counterRole'])
  if (counterRole === undefined) {
    refuse('ACCOUNT_MISSING', { detail: 'Nothing is settled against such an account.' })
  }
  return { tenant: [debit('SETTLEMENT', amount), credit(counterRole, amount)] }
}
