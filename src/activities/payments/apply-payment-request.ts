import { hasPlacesOf } from '../../domain/money.ts'
import { invalid } from '../../domain/refusal.ts'
import type { PaymentRequestOutcome } from '../../domain/webhooks/inbound.ts'
import type { InboundEvent } from '../../entities/inbound-event.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** An amount is one of a currency, in its places: else nobody could book it later. */
export async function applyPaymentRequest(_: Unit, { payload }: InboundEvent): Promise<void> {
  // It was held against the schema of its kind when it came.
  const { amount, currency } = payload as unknown as PaymentRequestOutcome
  if (amount === undefined) return
  if (currency === undefined) {
    return invalid('/currency', 'REQUIRED', 'Say in which currency the amount is')
  }
  if (!hasPlacesOf(amount, currency)) {
    invalid('/amount', 'TOO_PRECISE', `More decimal places than ${currency} has`)
  }
}
