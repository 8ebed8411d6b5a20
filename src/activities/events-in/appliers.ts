import type { InboundKind } from '../../domain/webhooks/inbound.ts'
import type { InboundEvent } from '../../entities/inbound-event.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { applyVouchers } from './apply-vouchers.ts'
import { heedMonitoring } from './heed-monitoring.ts'
import { heedPaymentRequest } from './heed-payment-request.ts'
import { heedPayments } from './heed-payments.ts'

type Step = (unit: Unit, event: InboundEvent) => Promise<void>

interface Applier {
  /** What has to be done about it at once, whether or not it can be applied. */
  heed?: Step
  /** Changes what it is about; null until that is built, and the event is kept meanwhile. */
  apply: Step | null
}

export type Appliers = Readonly<Record<InboundKind, Applier>>

/** What each kind of event does. A room built later puts its verb here, and gets what was kept. */
export const appliers: Appliers = {
  AML_MONITORING_RESULT: { heed: heedMonitoring, apply: null },
  SYNC_PAYMENT_COMPLETE: { heed: heedPayments, apply: null },
  SYNC_VOUCHER_COMPLETE: { apply: applyVouchers },
  SIGNATURE_EVENT: { apply: null },
  PAYMENT_REQUEST_COMPLETE: { heed: heedPaymentRequest, apply: null },
}
