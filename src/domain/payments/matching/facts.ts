import type { LinkStatus } from '../payment.ts'
import type { Matchable, MatchRule } from './rule.ts'

export const matchReasons = [
  'REFERENCE',
  'NUMBER',
  'PAYER',
  'SUM',
  'AMOUNT',
  'TOLERANCE',
  'PART',
  'OVERPAID',
] as const
export type MatchReason = (typeof matchReasons)[number]

/** A claim that takes money, and what is owed on it beyond what was set aside for it before. */
export interface Candidate {
  id: string
  clientId: string
  debtorId: string
  debtorName: string
  currency: string
  /** None of one that takes no money. */
  open: bigint
  /** The same in the currency of its document, where that is another. */
  foreign: { currency: string; open: bigint } | null
}

/** What the references of a payment say. */
export interface NamedClaim {
  /** Null for a reference of which nobody can know what it is of: its part is for nothing else. */
  id: string | null
  /** Where the bank knows it. */
  amount: bigint | null
}

export interface Sought {
  payment: Matchable
  /** What its references name; TIE where only a person can say, null where they name nothing. */
  named: readonly NamedClaim[] | 'TIE' | null
  /** The account is one client's: nothing that comes to it is for others. */
  accountClientId: string | null
  /** Claims whose number stands in its text. */
  numbered: readonly string[]
  /** Debtors that have paid so before, or whose identification number the payer has. */
  debtors: ReadonlySet<string>
  /** The claims of these debtors; null where they are too many to conclude anything. */
  ofDebtors: readonly string[] | null
}

export interface MatchPart {
  id: string
  amount: bigint
  status: Extract<LinkStatus, 'CONFIRMED' | 'PROPOSED'>
  score: number
  reasons: readonly MatchReason[]
}

/** What is found of a payment; of a tie nothing is, and a person has to say. */
export interface Finding {
  parts: readonly MatchPart[]
  isTie: boolean
}

export interface MatchFacts {
  claims: ReadonlyMap<string, Candidate>
  /** In order. */
  rules: readonly MatchRule[]
  /** From which score on what is found is linked, and not only proposed. */
  threshold: number
}
