import { decimal } from '../../../domain/money.ts'
import { lifeOfPaymentRequest, minutesToPay } from '../../../domain/payments/payment-request.ts'
import { refuse } from '../../../domain/refusal.ts'
import { PaymentRequest } from '../../../entities/payment-request.ts'
import { Payout } from '../../../entities/payout.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import { requireSecond, type Pending } from '../../../kernel/write/pending.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { refuseClient } from '../held-unplaced.ts'
import { startRequest } from './create-request.ts'

/** A payout that a rail did not bring where it was to go is sent once more, by two people. */
export async function retryPayout(unit: Unit, id: string): Promise<PaymentRequest | Pending> {
  const asked = await unit.load(PaymentRequest, id)
  refuseClient(unit)
  refuseUnretried(asked)
  const { clientId, amount: minor, currency, payerAlias = null, attempts, payoutId } = asked
  const pending = requireSecond(unit, {
    topic: 'PAYOUT_REQUEST',
    subject: { type: 'PaymentRequest', id, clientId },
    payload: { amount: decimal(minor, currency), currency, payerAlias, attempts },
    amount: { minor, currency },
  })
  if (pending !== undefined) return pending
  const request = await loadHeld(unit, PaymentRequest, id)
  refuseUnretried(request)
  unit.update(PaymentRequest, request, {
    status: lifeOfPaymentRequest.move(request.status, 'retry'),
    attempts: request.attempts + 1,
    externalId: null,
    redirectUrl: null,
    reason: null,
    endedAt: null,
    expiresAt: new Date(unit.now.getTime() + minutesToPay.usual * 60_000),
  })
  startRequest(unit, request)
  await unit.flush()
  const { carriedPayouts } = unit.runtime.registered
  await carriedPayouts.carry(unit, await unit.load(Payout, payoutId ?? ''))
  return request
}

function refuseUnretried({ direction, status }: PaymentRequest): void {
  if (direction !== 'PUSH') {
    refuse('PAYMENT_REQUEST_NOT_RETRIED', { detail: 'It asks a payer for money.' })
  }
  lifeOfPaymentRequest.move(status, 'retry')
}
