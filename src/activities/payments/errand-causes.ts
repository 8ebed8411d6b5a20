import { BankFeed } from '../../entities/bank-feed.ts'
import { PaymentFile } from '../../entities/payment-file.ts'
import { PaymentReconciliation } from '../../entities/payment-reconciliation.ts'
import { PaymentTransaction } from '../../entities/payment-transaction.ts'
import type { SystemErrand } from '../../entities/system-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** A file with faults, until it is taken whole or deleted; what was taken back, until it is known of what. */
export async function isUnsettled(unit: Unit, errand: SystemErrand): Promise<boolean> {
  const id = errand.subjectId
  if (errand.subjectType === 'BankFeed') return isFeedUnsettled(unit, errand)
  if (errand.subjectType === 'PaymentFile') {
    const file = await unit.find(PaymentFile, { id })
    return file !== null && ['IMPORTING', 'PARTIAL', 'FAILED'].includes(file.status)
  }
  const payment = await unit.find(PaymentTransaction, { id })
  return payment !== null && payment.reversesId == null && payment.status !== 'ABORTED'
}

/** A statement that the books do not agree with; of other balances nobody knows. */
export async function isUnreconciled(
  unit: Unit,
  { subjectType, subjectId }: SystemErrand,
): Promise<boolean | undefined> {
  if (subjectType !== 'PaymentReconciliation') return undefined
  const row = await unit.find(PaymentReconciliation, { id: subjectId })
  return row?.status === 'DIFF'
}

/** Of a feed, what was in its way when last looked at; of its files, until one is taken instead. */
async function isFeedUnsettled(unit: Unit, { subjectId, dedupeKey }: SystemErrand) {
  const feed = await unit.find(BankFeed, { id: subjectId })
  if (feed === null || !feed.active) return false
  return dedupeKey !== `bank-feed/${subjectId}` || feed.fault != null
}
