import type {
  ClientAccountTransactionType,
  ClientAccountType,
  FinancialEventType,
} from './ledger.ts'

/** A line of an entry before its account is known: debits are positive. */
export interface RuleLine {
  role: string
  amount: bigint
  /** The account number of an article row, instead of the account with the role. */
  accountNumber?: string
  costCentre?: string
  project?: string
  /** The client account whose balance the line moves, in the tenant's book. */
  clientAccount?: ClientAccountRef
}

/** A client account: one of the client's by its type, or a particular one. */
export type ClientAccountRef = { type: ClientAccountType } | { id: string }

/** What happens to a client account: above zero the tenant owes the client more. */
export interface Movement {
  clientAccount: ClientAccountRef
  type: ClientAccountTransactionType
  amount: bigint
}

export interface RuleInput {
  type: FinancialEventType
  amount: bigint
  facts: Record<string, unknown>
  /** The types of the client accounts that facts name by id. */
  typeOf?: (clientAccountId: string) => ClientAccountType
}

export const main = { clientAccount: { type: 'MAIN' } } as const
export const reserve = { clientAccount: { type: 'RESERVE' } } as const

export const debit = (role: string, amount: bigint, more: Partial<RuleLine> = {}): RuleLine => ({
  role,
  amount,
  ...more,
})
export const credit = (role: string, amount: bigint, more: Partial<RuleLine> = {}): RuleLine =>
  debit(role, -amount, more)

/** An amount among the facts: minor units as text. */
export function fact(facts: Record<string, unknown>, name: string): bigint {
  const value = facts[name]
  if (typeof value === 'bigint') return value
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return BigInt(value)
  throw new Error(`${name} is not an amount among the facts`)
}
