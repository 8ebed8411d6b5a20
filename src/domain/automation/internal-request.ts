import { life } from '../life.ts'
import type { Topic } from '../topics.ts'

export const requestStatuses = ['OPEN', 'APPROVED', 'REJECTED', 'EXPIRED', 'CANCELLED'] as const

/** CANCELLED by whoever asked, or because what it would do is another thing by now. */
export const lifeOfRequest = life('internalRequest', 'REQUEST_NOT_OPEN', requestStatuses, {
  approve: { from: ['OPEN'], to: 'APPROVED', event: 'approved' },
  reject: { from: ['OPEN'], to: 'REJECTED', event: 'rejected' },
  cancel: { from: ['OPEN'], to: 'CANCELLED', event: 'cancelled' },
  expire: { from: ['OPEN'], to: 'EXPIRED', event: 'expired' },
})

/** What callers that see some clients alone see of what was asked for: nothing that is of others. */
const askedOfClient: Readonly<Record<Topic, readonly string[]>> = {
  ACTIVATION_AUTHORIZATION: ['settings', 'invoice'],
  CHARGES_AUTHORIZED: [],
  CLIENT_ACCOUNT_TRANSACTION: ['clientAccountId', 'bookDate', 'amount', 'counterRole', 'text'],
  CLIENT_BANK_ACCOUNT: ['kind', 'number', 'bic', 'holderName'],
  CREDIT_LIMIT_INCREASE: ['creditLimit', 'temporaryLimit', 'temporaryUntil'],
  CROSS_CLIENT_TRANSFER: ['fromId', 'transactionId', 'amount', 'text'],
  DEBTOR_MERGE: ['from'],
  LOAN_APPROVE: ['amount', 'currency', 'termMonths'],
  LOAN_WRITE_OFF: ['amount', 'currency'],
  LOAN_WITHDRAWAL: ['amount', 'currency'],
  LOCKED_PERIOD_BACK: ['before', 'lockedUntil'],
  MANUAL_VOUCHER: ['clientId', 'date', 'text', 'reason', 'currency', 'postings'],
  PAYMENT_RETURN: ['amount', 'currency', 'isOverride'],
  PAYOUT_ACCOUNT_CHANGE: ['clientBankAccountId', 'kind', 'number', 'bic', 'holderName'],
  PAYOUT_BATCH_AUTHORIZE: [],
  PAYOUT_REQUEST: ['amount', 'currency'],
  PRICE_MASS_UPDATE: [],
  RECOURSE: ['reasonCode', 'text'],
  REFUND: ['amount', 'currency', 'ids'],
  SETTLEMENT_TRANSACTION: [],
  REVERSE_FINANCIAL_EVENT: ['reasonCode', 'bookDate'],
  STAFF_INVITATION: [],
  SYSTEM_BANK_ACCOUNT: [],
  TOGGLE_SUPER_USER: ['superUser'],
}

export const askedSeen = (topic: Topic, asked: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(asked).filter(([name]) => askedOfClient[topic].includes(name)))

/** So long a second person may be found; after that the first begins anew. */
export const requestExpiresAfterMs = 72 * 3_600_000

/** So much one person has waiting of one kind about one thing. */
export const requestsMax = 20

/** For so long the same once more is a repetition, and no new wish. */
export const repetitionMs = 10 * 60_000
