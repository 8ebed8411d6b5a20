import type { Finding } from './bank-file.ts'

/** What a bank says of something that it was to pay. */
export interface StatusRead {
  place: string
  /** Of one payment, or of all that went by this message or this part of it. */
  level: 'MESSAGE' | 'PART' | 'PAYMENT'
  /** What we called it: of a payment its end-to-end id. */
  id: string
  status: string
  /** The bank's code for why, and its words. */
  reason: string | null
  /** In minor units, with the currency, where the bank repeats it. */
  amount: string | null
  currency: string | null
  /** When it left the account, where that is known. */
  day?: string | null
}

export interface StatusReportRead {
  findings: readonly Finding[]
  findingCount: number
}

/** DONE has left the account, REJECTED never will; WAITING is on its way. */
export type PaidOutcome = 'DONE' | 'WAITING' | 'REJECTED'

const outcomes: Readonly<Record<string, PaidOutcome>> = {
  ACSC: 'DONE',
  ACCC: 'DONE',
  ACTC: 'WAITING',
  ACCP: 'WAITING',
  ACSP: 'WAITING',
  ACWC: 'WAITING',
  ACWP: 'WAITING',
  ACFC: 'WAITING',
  ACPD: 'WAITING',
  PART: 'WAITING',
  PATC: 'WAITING',
  PDNG: 'WAITING',
  RCVD: 'WAITING',
  RJCT: 'REJECTED',
  CANC: 'REJECTED',
  BLCK: 'REJECTED',
}

/** Undefined for a code that is none of ISO 20022 for payments. */
export const outcomeOf = (status: string): PaidOutcome | undefined => outcomes[status]

/** What we asked a bank to pay, as far as its answer is held against it. */
export interface Asked {
  id: string
  amount: bigint
  currency: string
}

/** Why an answer cannot be about this payment. */
export function misfitOf(
  { id, amount, currency }: Pick<StatusRead, 'id' | 'amount' | 'currency'>,
  asked: Asked | undefined,
): Pick<Finding, 'code' | 'message'> | undefined {
  if (asked === undefined) {
    return { code: 'PAYMENT_UNKNOWN', message: `${id} is nothing that was to be paid` }
  }
  if (amount === null || currency === null) return undefined
  if (BigInt(amount) === asked.amount && currency === asked.currency) return undefined
  return { code: 'SUM_DIFFERS', message: `${id} was of another amount` }
}
