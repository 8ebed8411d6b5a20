import type { SystemErrand } from '../../entities/system-errand.ts'
import { Voucher, VoucherRequest } from '../../entities/voucher.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { isUndelivered } from './files/deliver-file.ts'

/** Whether a voucher is still to be made, or still to be taken by the external system. */
export async function isVoucherMissing(unit: Unit, errand: SystemErrand): Promise<boolean> {
  if (errand.subjectType === 'BookkeepingDelivery') return isUndelivered(unit, errand)
  if (errand.subjectType === 'Voucher') {
    const voucher = await unit.find(Voucher, { id: errand.subjectId })
    return voucher?.status === 'EXTERNAL_FAILED'
  }
  const byOwner = errand.subjectType === 'BookkeepingOwner'
  const where = byOwner ? { ownerId: errand.subjectId } : { id: errand.subjectId }
  const requests = await unit.all(VoucherRequest, { ...where, status: { $ne: 'CREATED' } })
  return requests.length > 0
}
