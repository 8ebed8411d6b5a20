import {
  findingsKept,
  lifeOfPaymentFile,
  type Finding,
} from '../../../domain/payments/bank-file.ts'
import type { PaymentFile } from '../../../entities/payment-file.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { leaveErrand } from '../../system/leave-errand.ts'

export interface Faults {
  findings: readonly Finding[]
  count: number
}

/** A file with faults waits for a person, who sees what was taken of it before it is booked. */
export async function endFile(
  unit: Unit,
  file: PaymentFile,
  { findings, count }: Faults,
  isTaken: boolean,
): Promise<void> {
  const verb = count === 0 ? 'takeWhole' : isTaken ? 'takePart' : 'takeNothing'
  Object.assign(file, {
    status: lifeOfPaymentFile.move(file.status, verb),
    findingCount: count,
    findings: findings.slice(0, findingsKept),
    importedAt: unit.now,
  })
  if (count === 0) return
  await leaveErrand(unit, {
    type: 'PAYMENT_MISMATCH',
    subjectType: 'PaymentFile',
    subjectId: file.id,
    title: `${file.filename}: ${count} faults`,
    data: { findings: findings.slice(0, 10) },
    dedupeKey: `payment-file/${file.id}`,
  })
}
