import type { ClientStatus } from '../clients/client.ts'

/** Why a payout is blocked, what lifts it, and whether that comes by itself. */
export const blockReasons = {
  CLIENT_PAUSED: { lift: 'Set the client ACTIVE again.', endsByItself: false },
  CLIENT_CLOSED: {
    lift: 'Delete the payout: a closed client is paid no more.',
    endsByItself: false,
  },
  KYC_DENIED: { lift: 'Approve the KYC of the client.', endsByItself: false },
  AML: {
    lift: 'Resolve the errands that the monitoring left about the client.',
    endsByItself: false,
  },
  NEGATIVE_BALANCE: {
    lift: 'It goes on once the account has what its payouts take; or delete one of them.',
    endsByItself: true,
  },
  ACCOUNT_UNVERIFIED: { lift: 'Have two people verify the bank account.', endsByItself: false },
  ACCOUNT_CHANGED: {
    lift: 'Make the bank account what it was; or delete the payout, and make it anew.',
    endsByItself: false,
  },
  ACCOUNT_DISABLED: {
    lift: 'Delete the payout, and make it anew to another account.',
    endsByItself: false,
  },
  DEBTOR_BANKRUPT: {
    lift: 'Delete the payout, and make it anew to the account of the estate.',
    endsByItself: false,
  },
  NOT_POSSIBLE: { lift: 'Ask whoever pays it out.', endsByItself: false },
} as const

export type BlockReason = keyof typeof blockReasons
export const blockReasonCodes = Object.keys(blockReasons) as [BlockReason, ...BlockReason[]]

export interface BlockFacts {
  clientStatus: ClientStatus | null
  isDenied: boolean
  isUnderReview: boolean
  /** Its account has less than its payouts take. */
  isShort: boolean
  /** Its bank account is not the one any more that two people had seen. */
  isAstray: boolean
  isUnverified: boolean
  /** Its payout account was disabled since. */
  isDisabled: boolean
  /** It goes to a debtor that became bankrupt after it was made. */
  isBankrupt: boolean
}

/** What stands against a client is not told to its own people. */
const untold: readonly BlockReason[] = ['CLIENT_PAUSED', 'CLIENT_CLOSED', 'KYC_DENIED', 'AML']

export function reasonsOf(facts: BlockFacts, isToldAll: boolean): BlockReason[] {
  const found: [BlockReason, boolean][] = [
    ['CLIENT_PAUSED', facts.clientStatus === 'PAUSED'],
    ['CLIENT_CLOSED', facts.clientStatus === 'CLOSED'],
    ['KYC_DENIED', facts.isDenied],
    ['AML', facts.isUnderReview],
    ['NEGATIVE_BALANCE', facts.isShort],
    ['ACCOUNT_UNVERIFIED', facts.isUnverified],
    ['ACCOUNT_CHANGED', facts.isAstray && !facts.isUnverified],
    ['ACCOUNT_DISABLED', facts.isDisabled],
    ['DEBTOR_BANKRUPT', facts.isBankrupt],
  ]
  const reasons = found.filter(([, holds]) => holds).map(([reason]) => reason)
  if (isToldAll) return reasons
  const told = reasons.filter((reason) => !untold.includes(reason))
  return told.length === reasons.length && told.length > 0 ? told : [...told, 'NOT_POSSIBLE']
}
