import { lifeOfReturn } from '../../../domain/payments/payment-return.ts'
import { lifeOfUnplaced } from '../../../domain/payments/unplaced.ts'
import { UnplacedPayment } from '../../../entities/unplaced-payment.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { endRequestsAbout } from '../../automation/end-requests-about.ts'
import { refuseClient } from '../held-unplaced.ts'
import { holdReturn } from './held-return.ts'
import { settleUnsent } from './unsent.ts'

/** Before it is carried out nothing has happened; the money waits for somebody again. */
export async function deleteReturn(unit: Unit, id: string): Promise<void> {
  await endRequestsAbout(unit, [id], 'The return was deleted')
  const { returned, unplaced } = await holdReturn(unit, id)
  refuseClient(unit)
  lifeOfReturn.move(returned.status, 'delete')
  unit.update(UnplacedPayment, unplaced, { status: lifeOfUnplaced.move(unplaced.status, 'keep') })
  unit.remove(returned)
  await settleUnsent(unit, [id], 'The return was called off')
}
