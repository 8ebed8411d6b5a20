import { openRequests } from '../../../domain/payments/payment-request.ts'
import { PaymentRequest } from '../../../entities/payment-request.ts'
import type { OpenRequest } from '../../../kernel/write/registered.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { processKeyOf } from './create-request.ts'

/** Who sees a claim sees what is asked for on it. */
function openOn(unit: Unit, claimIds: readonly string[]): Promise<readonly OpenRequest[]> {
  const where = 'claim_id = any($2) and status = any($3)'
  return unit.readEach(PaymentRequest, where, [claimIds, openRequests])
}

/** On claims that are closed nobody is asked for money: each process has its rail forget it. */
function end(unit: Unit, requests: readonly OpenRequest[]): void {
  for (const request of requests) {
    unit.signal('paymentRequest', request.id, 'closed', processKeyOf(request))
  }
}

export const requests = { openOn, end } as const
