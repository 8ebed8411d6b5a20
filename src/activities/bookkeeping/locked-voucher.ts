import { Voucher } from '../../entities/voucher.ts'
import type { Unit } from '../unit.ts'

/** The voucher as it is once everybody before us is done with it. */
export async function lockedVoucher(unit: Unit, id: string): Promise<Voucher> {
  // Whatever is read next waits for it.
  unit.transaction.ahead(
    'lock voucher',
    'select id from voucher where tenant_id = $1 and id = $2 for no key update',
    [unit.tenantId, id],
  )
  return unit.load(Voucher, id)
}
