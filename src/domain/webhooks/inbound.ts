/** The events that other systems send. */
export const inboundKinds = [
  'AML_MONITORING_RESULT',
  'SYNC_PAYMENT_COMPLETE',
  'SYNC_VOUCHER_COMPLETE',
  'SIGNATURE_EVENT',
  'PAYMENT_REQUEST_COMPLETE',
] as const
export type InboundKind = (typeof inboundKinds)[number]

/** The right to send one, which is asked about again when it is applied later. */
export const inboundRights = {
  AML_MONITORING_RESULT: 'CreateAmlMonitoringEvents',
  SYNC_PAYMENT_COMPLETE: 'CreateSyncPaymentEvents',
  SYNC_VOUCHER_COMPLETE: 'CreateSyncVoucherEvents',
  SIGNATURE_EVENT: 'UpdateSignatureRequest',
  PAYMENT_REQUEST_COMPLETE: 'UpdatePaymentRequestStatus',
} as const satisfies Record<InboundKind, string>

/** KEPT: what it is about is not built yet, or would not have it; it waits to be applied. */
export const inboundStatuses = ['APPLIED', 'KEPT'] as const

export const monitoringTypes = ['SANCTION', 'PEP', 'PATTERN', 'ADVERSE', 'KYC_EXPIRED'] as const
export const monitoringResults = ['CLEAR', 'HIT', 'INCONCLUSIVE'] as const
export const monitoredTypes = ['PAYMENT', 'PAYOUT', 'CLIENT', 'DEBTOR', 'LOAN', 'INVOICE'] as const

export interface MonitoringResult {
  providerRef: string
  type: (typeof monitoringTypes)[number]
  result: (typeof monitoringResults)[number]
  subjectType: (typeof monitoredTypes)[number]
  subjectId: string
}

export const syncOutcomes = ['COMPLETED', 'FAILED'] as const

export interface SyncPayment {
  /** Left out by a sender who is bound to a client. */
  clientId?: string | undefined
  status: (typeof syncOutcomes)[number]
  paymentIds: readonly string[]
  error?: string | undefined
}

export type SyncVoucher = { voucherIds: readonly string[] } & (
  | { status: 'EXTERNAL_BOOKED'; externalId: string }
  | { status: 'EXTERNAL_FAILED'; error: string }
)

export const signatureStatuses = [
  'SENT',
  'PARTLY_SIGNED',
  'SIGNED',
  'DECLINED',
  'EXPIRED',
  'CANCELLED',
] as const

export const paymentRequestOutcomes = [
  'COMPLETED',
  'DECLINED',
  'EXPIRED',
  'FAILED',
  'CANCELLED',
] as const

export interface PaymentRequestOutcome {
  paymentRequestId: string
  status: (typeof paymentRequestOutcomes)[number]
  externalId?: string | undefined
  bookDate?: string | undefined
  reason?: string | undefined
  /** In decimal notation. */
  amount?: string | undefined
  currency?: string | undefined
}

/** What an event is about, where that is one thing. */
export interface Subject {
  subjectId?: string | undefined
  signatureRequestId?: string | undefined
  paymentRequestId?: string | undefined
}

export function subjectOf(event: Subject): string | null {
  return event.subjectId ?? event.signatureRequestId ?? event.paymentRequestId ?? null
}
