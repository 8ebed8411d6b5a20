import { refuse } from '../refusal.ts'
import type { VoucherStatus } from './ledger.ts'

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

const isTaken = ({ externalSystem }: Outside) => externalSystem != null

/** A connector takes it. One that is reversed goes out as well, since its mirror does. */
export function taken(voucher: Outside, system: string): Moved {
  const waits = ['BOOKED', 'EXPORTED', 'REVERSED'].includes(voucher.status) && !isTaken(voucher)
  if (!waits) refuse('VOUCHER_ALREADY_EXPORTED')
  return {
    status: unlessReversed(voucher, 'EXPORTED'),
    externalSystem: system,
    externalError: null,
    externalAttempts: voucher.externalAttempts + 1,
  }
}

/** It stands in a file. Asked again, it is the same file. */
export function filed(voucher: Outside, fileId: string): Moved {
  if (voucher.fileId === fileId) return {}
  return { ...taken(voucher, fileSystem), fileId }
}

/** The other system has booked it. Told twice, it is the same news. */
export function bookedOutside(voucher: Outside, externalId: string): Moved {
  if (voucher.status === 'EXTERNAL_BOOKED' && voucher.externalId === externalId) return {}
  refuseUnlessUnderWay(voucher)
  return {
    status: unlessReversed(voucher, 'EXTERNAL_BOOKED'),
    externalId,
    externalError: null,
  }
}

export function failedOutside(voucher: Outside, error: string): Moved {
  refuseUnlessUnderWay(voucher)
  return { status: unlessReversed(voucher, 'EXTERNAL_FAILED'), externalError: error }
}

/** Back to where connectors find it. */
export function sentAgain(voucher: Outside): Moved {
  const failed = voucher.status === 'EXTERNAL_FAILED'
  const failedInVain = voucher.status === 'REVERSED' && voucher.externalError != null
  if (!failed && !failedInVain) refuse('VOUCHER_NOT_FAILED')
  return {
    status: unlessReversed(voucher, 'EXPORTED'),
    externalSystem: null,
    externalError: null,
  }
}

export const overridable = ['BOOKED', 'EXPORTED', 'EXTERNAL_BOOKED', 'EXTERNAL_FAILED'] as const

/** What support knows better: any state outside, but none of a voucher that is reversed. */
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
  if (status === 'BOOKED') {
    return { status, externalSystem: null, externalId: null, externalError: null }
  }
  return {
    status,
    externalSystem: externalSystem ?? voucher.externalSystem ?? null,
    externalId: externalId ?? voucher.externalId ?? null,
    externalError: status === 'EXTERNAL_FAILED' ? (externalError ?? null) : null,
  }
}

function refuseUnlessUnderWay(voucher: Outside): void {
  const under = ['EXPORTED', 'REVERSED'].includes(voucher.status)
  const open = isTaken(voucher) && voucher.externalId == null
  if (!under || !open) refuse('VOUCHER_NOT_EXPORTED')
}

function unlessReversed(voucher: Outside, status: VoucherStatus): VoucherStatus {
  return voucher.status === 'REVERSED' ? 'REVERSED' : status
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
