import { refuse } from '../refusal.ts'
import { life } from '../life.ts'
import { voucherRequestStatuses, voucherStatuses, type VoucherStatus } from './ledger.ts'

/** The life of a voucher. A reversed one stays reversed, and is still exported. */
export const lifeOfVoucher = life('voucher', 'VOUCHER_NOT_EXPORTED', voucherStatuses, {
  take: {
    from: ['BOOKED', 'EXPORTED'],
    to: 'EXPORTED',
    refusal: 'VOUCHER_ALREADY_EXPORTED',
    event: 'exported',
  },
  book: { from: ['EXPORTED'], to: 'EXTERNAL_BOOKED', event: 'externallyBooked' },
  fail: { from: ['EXPORTED'], to: 'EXTERNAL_FAILED', event: 'failed' },
  send: { from: ['EXTERNAL_FAILED'], to: 'EXPORTED', refusal: 'VOUCHER_NOT_FAILED' },
  reverse: {
    from: ['BOOKED', 'EXPORTED', 'EXTERNAL_BOOKED', 'EXTERNAL_FAILED'],
    to: 'REVERSED',
    refusal: 'ALREADY_REVERSED',
    event: 'reversed',
  },
})

export const lifeOfVoucherRequest = life(
  'voucher request',
  'VOUCHER_REQUEST_NOT_FAILED',
  voucherRequestStatuses,
  { make: { from: ['PENDING', 'FAILED'], to: 'CREATED', event: 'requestSettled' } },
)

/** A voucher's way into another system. */
export interface Outside {
  status: VoucherStatus
  fileId?: string | null | undefined
  externalSystem?: string | null | undefined
  externalId?: string | null | undefined
  externalError?: string | null | undefined
  externalAttempts: number
}

type Moved = Partial<Outside>

/** The system under whose name a file counts as taken. */
export const fileSystem = 'SIE_FILE'

/** The system of a voucher of which a person says where it stands, and not who took it there. */
const byHand = 'BY_HAND'

const isTaken = ({ externalSystem, fileId }: Outside) => externalSystem != null || fileId != null

/** A connector takes it. A reversed one is exported as well, because its mirror is. */
export function taken(voucher: Outside, system: string): Moved {
  if (isTaken(voucher)) refuse('VOUCHER_ALREADY_EXPORTED')
  return {
    status: after(voucher, 'take'),
    externalSystem: system,
    externalError: null,
    externalAttempts: voucher.externalAttempts + 1,
  }
}

/** It is in a file; asking again gives the same file. */
export function filed(voucher: Outside, fileId: string): Moved {
  if (voucher.fileId === fileId) return {}
  return { ...taken(voucher, fileSystem), fileId }
}

/** The other system has booked it; a repeated message changes nothing. */
export function bookedOutside(voucher: Outside, externalId: string): Moved {
  if (voucher.status === 'EXTERNAL_BOOKED' && voucher.externalId === externalId) return {}
  refuseUnlessUnderWay(voucher)
  return {
    status: after(voucher, 'book'),
    externalId,
    externalError: null,
  }
}

export function failedOutside(voucher: Outside, error: string): Moved {
  refuseUnlessUnderWay(voucher)
  return { status: after(voucher, 'fail'), externalError: error }
}

export const hasFailed = ({ status, externalError }: Outside): boolean =>
  status === 'EXTERNAL_FAILED' || externalError != null

const untaken = { fileId: null, externalSystem: null, externalId: null, externalError: null }

/** Back to where connectors and the next file find it: it is in no file any more. */
export function sentAgain(voucher: Outside): Moved {
  if (!hasFailed(voucher)) refuse('VOUCHER_NOT_FAILED')
  return { status: after(voucher, 'send'), ...untaken }
}

/** Once more in the file that it is in, which is made anew. */
export function filedAgain(voucher: Outside): Moved {
  if (!hasFailed(voucher)) return {}
  return {
    status: after(voucher, 'send'),
    externalId: null,
    externalError: null,
    externalAttempts: voucher.externalAttempts + 1,
  }
}

export const overridable = ['BOOKED', 'EXPORTED', 'EXTERNAL_BOOKED', 'EXTERNAL_FAILED'] as const

/**
 * Support may set any export status, but may not change whether a voucher is reversed. BOOKED
 * begins again; with any other it is somebody's, and goes into no file and to no connector.
 */
export function overridden(
  voucher: Outside,
  wanted: {
    status: (typeof overridable)[number]
    externalSystem?: string | undefined
    externalId?: string | undefined
    externalError?: string | undefined
  },
): Moved {
  if (voucher.status === 'REVERSED') refuse('ALREADY_REVERSED')
  const { status, externalSystem, externalId, externalError } = wanted
  if (status === 'BOOKED') return { status, ...untaken }
  // Both outlast a reversal, which takes the status over.
  const known = status === 'EXTERNAL_BOOKED' ? (voucher.externalId ?? byHand) : null
  return {
    status,
    externalSystem: externalSystem ?? voucher.externalSystem ?? byHand,
    externalId: externalId ?? known,
    externalError: status === 'EXTERNAL_FAILED' ? (externalError ?? 'Said to have failed') : null,
  }
}

function refuseUnlessUnderWay(voucher: Outside): void {
  if (!isTaken(voucher) || voucher.externalId != null) refuse('VOUCHER_NOT_EXPORTED')
}

function after(voucher: Outside, verb: 'take' | 'book' | 'fail' | 'send'): VoucherStatus {
  return voucher.status === 'REVERSED' ? 'REVERSED' : lifeOfVoucher.move(voucher.status, verb)
}

/** The rules whose vouchers are about money that came or went: a queue of their own. */
export const paymentRules = ['P2', 'P3', 'P4', 'P4r', 'P7', 'P9'] as const

export const relations = ['tenant', 'client'] as const
export const topics = [
  'invoice',
  'payment-batch',
  'payout-batch',
  'bill',
  'reminder',
  'loan',
  'collection-batch',
] as const
export type Topic = (typeof topics)[number]

/** The source under which vouchers of a topic stand. */
export const sourceOfTopic: Readonly<Record<Exclude<Topic, 'invoice'>, string>> = {
  'payment-batch': 'PAYMENT_BATCH',
  'payout-batch': 'PAYOUT_BATCH',
  bill: 'BILL',
  reminder: 'REMINDER',
  loan: 'BUSINESS_LOAN',
  'collection-batch': 'COLLECTION_BATCH',
}
