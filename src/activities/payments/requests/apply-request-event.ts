import { decimal, hasPlacesOf, minorOf } from '../../../domain/money.ts'
import { isOpenRequest } from '../../../domain/payments/payment-request.ts'
import { invalid, notFound } from '../../../domain/refusal.ts'
import { isId } from '../../../domain/ids.ts'
import type { PaymentRequestOutcome } from '../../../domain/webhooks/inbound.ts'
import type { InboundEvent } from '../../../entities/inbound-event.ts'
import { PaymentRequest } from '../../../entities/payment-request.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { refuseFarDay } from '../booking-days.ts'
import { refuseClient } from '../held-unplaced.ts'
import { applyOutcomes } from './apply-outcomes.ts'

/** An amount is one of a currency, in its places: else nobody could book it later. */
export async function checkPaymentRequest(_: Unit, { payload }: InboundEvent): Promise<void> {
  const { amount, currency } = saidIn(payload)
  if (amount === undefined) return
  if (currency === undefined) {
    return invalid('/currency', 'REQUIRED', 'Say in which currency the amount is')
  }
  if (!hasPlacesOf(amount, currency)) {
    invalid('/amount', 'TOO_PRECISE', `More decimal places than ${currency} has`)
  }
}

/**
 * A rail says how a request ended. Money counts however late it is told; what else a rail says of a
 * request that has ended otherwise is refused.
 */
export async function applyPaymentRequest(unit: Unit, event: InboundEvent): Promise<void> {
  const { paymentRequestId, ...said } = saidIn(event.payload)
  if (!isId(paymentRequestId)) notFound('/paymentRequestId')
  const request = await loadHeld(unit, PaymentRequest, paymentRequestId, '/paymentRequestId')
  event.clientId = request.clientId
  // Whose money has come is said by the tenant's rails, never by a client.
  refuseClient(unit)
  if (said.bookDate !== undefined) refuseFarDay(said.bookDate, await unit.today(), '/bookDate')
  const isPart = said.amount !== undefined && said.status === 'COMPLETED'
  if (isPart && request.direction === 'PUSH' && isOpenRequest(request.status)) {
    refuseOtherAmount(request, said)
  }
  await applyOutcomes(unit, [{ requestId: request.id, ...said }])
}

/** A payout goes whole or not at all. */
function refuseOtherAmount(
  { amount, currency }: PaymentRequest,
  said: { amount?: string | undefined; currency?: string | undefined },
): void {
  if (said.currency === currency && minorOf(said.amount ?? '', currency) === amount) return
  invalid('/amount', 'OTHER_AMOUNT', `The payout is of ${decimal(amount, currency)} ${currency}`)
}

// It was held against the schema of its kind when it came.
const saidIn = (payload: Record<string, unknown>) => payload as unknown as PaymentRequestOutcome
