import { openRequests } from '../../../domain/payments/payment-request.ts'
import { PaymentRequest } from '../../../entities/payment-request.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { processKeyOf } from './create-request.ts'

/** On claims that are closed nobody is asked for money: each process has its rail forget it. */
export async function endRequests(unit: Unit, claimIds: readonly string[]): Promise<void> {
  const open = await unit.widened(() =>
    unit.readEach(PaymentRequest, 'claim_id = any($2) and status = any($3)', [
      claimIds,
      openRequests,
    ]),
  )
  for (const request of open) {
    unit.signal('paymentRequest', request.id, 'closed', processKeyOf(request))
  }
}
