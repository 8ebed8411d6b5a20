import { z } from 'zod'
import { lifeOfPaymentRequest, isOpenRequest } from '../../../domain/payments/payment-request.ts'
import { notFound, refuse } from '../../../domain/refusal.ts'
import { PaymentRequest } from '../../../entities/payment-request.ts'
import { id } from '../../../kernel/read/fields.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { refuseClient } from '../held-unplaced.ts'
import { applyOutcomes } from './apply-outcomes.ts'
import { askRail, carriedBy } from './at-the-rail.ts'
import { applyOpen } from './carry-request.ts'

export const refreshRequestsInput = z.strictObject({
  ids: z.array(id('PaymentRequest')).min(1).max(100),
})

/** Asks the rails how requests are, all at once; what a rail that is away says is asked for later. */
export async function refreshRequests(
  unit: Unit,
  ids: readonly string[],
): Promise<PaymentRequest[]> {
  const unique = [...new Set(ids)]
  const seen = await unit.all(PaymentRequest, { id: { $in: unique } })
  const known = new Set(seen.map((request) => request.id))
  const missing = ids.findIndex((one) => !known.has(one))
  if (missing >= 0) notFound(`/ids/${missing}`)
  const open = seen.filter(({ status }) => isOpenRequest(status))
  if (open.length > 0) {
    const carried = await carriedBy(unit, open)
    const said = await unit.apart((outside) =>
      Promise.all(carried.map((one) => askRail(outside, one, (rail) => rail.status(one.request)))),
    )
    const heard = said.filter((one) => one !== 'AWAY')
    // What the rail says is so, whoever has asked it.
    await unit.widened(() => applyOpen(unit, heard))
  }
  const rows = await unit.all(PaymentRequest, { id: { $in: unique } })
  const byId = new Map(rows.map((request) => [request.id, request]))
  return unique.map((one) => byId.get(one)!)
}

export async function refreshRequest(unit: Unit, requestId: string): Promise<PaymentRequest> {
  await unit.load(PaymentRequest, requestId)
  const [request] = await refreshRequests(unit, [requestId])
  return request!
}

/** The rail is to forget it first; what it has carried out is not cancelled any more. */
export async function cancelRequest(unit: Unit, requestId: string): Promise<void> {
  const seen = await unit.load(PaymentRequest, requestId)
  if (seen.direction === 'PUSH') refuseClient(unit)
  lifeOfPaymentRequest.move(seen.status, 'cancel')
  const [carried] = await carriedBy(unit, [seen])
  const said = await unit.apart((outside) =>
    askRail(outside, carried!, (rail) => rail.cancel(carried!.request)),
  )
  if (said === 'AWAY') return refuse('UNAVAILABLE', { detail: 'The rail does not answer.' })
  const request = await loadHeld(unit, PaymentRequest, requestId)
  lifeOfPaymentRequest.move(request.status, 'cancel')
  if (said.status === 'COMPLETED' || said.status === 'PENDING') {
    return refuse('PAYMENT_REQUEST_ENDED', { detail: `The rail says that it is ${said.status}.` })
  }
  await unit.widened(() => applyOutcomes(unit, [{ ...said, status: 'CANCELLED' }]))
}
