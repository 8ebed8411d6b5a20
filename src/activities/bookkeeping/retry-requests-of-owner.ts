import { VoucherRequest } from '../../entities/voucher.ts'
import { retryVoucherRequest } from './retry-voucher-request.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Every voucher of a book that could not be made is made, in the order in which they came. */
export async function retryRequestsOfOwner(unit: Unit, ownerId: string): Promise<void> {
  const requests = await unit.all(VoucherRequest, { ownerId, status: 'FAILED' })
  for (const { id } of requests.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    await retryVoucherRequest(unit, id)
  }
}
