import { decimal } from '../../../domain/money.ts'
import { standingOf } from '../../../domain/payments/reconciliation.ts'
import { notFound, refuse } from '../../../domain/refusal.ts'
import { isBound } from '../../../domain/access/scope.ts'
import { PaymentReconciliation } from '../../../entities/payment-reconciliation.ts'
import { SystemErrand } from '../../../entities/system-errand.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { leaveErrand, lockErrands } from '../../system/leave-errand.ts'
import { markResolved } from '../../system/settle-errand.ts'
import { askedOf, sidesSql, type Side } from './sides.ts'

/** Holds one against the books as they are now. */
export async function compareBooks(unit: Unit, id: string): Promise<PaymentReconciliation> {
  if (isBound(unit.scope)) refuse('ACCESS_DENIED')
  const [row] = await compareHeld(unit, [id])
  return row ?? notFound()
}

/** The same of many; what differs leaves an errand, which ends by itself when it agrees. */
export async function compareHeld(
  unit: Unit,
  ids: readonly string[],
): Promise<PaymentReconciliation[]> {
  const rows = await unit.held(PaymentReconciliation, ids)
  if (rows.length === 0) return []
  const sides = await unit.transaction.query<Side>(sidesSql, await askedOf(unit, rows))
  const sideOf = new Map(sides.map((side) => [side.id, side]))
  for (const row of rows) writeSide(unit, row, sideOf.get(row.id)!)
  await leaveDifferences(unit, rows)
  return rows
}

function writeSide(unit: Unit, row: PaymentReconciliation, side: Side): void {
  const [daySum, bookedSum] = [BigInt(side.daySum), BigInt(side.bookedSum)]
  const status = standingOf(row, { daySum, bookedSum })
  const isExplained = status === 'EXPLAINED'
  unit.update(PaymentReconciliation, row, {
    fromDate: side.fromDate,
    daySum,
    bookedSum,
    booksBalance: BigInt(side.booksBalance),
    comparedAt: unit.now,
    status,
    ...(!isExplained && { explanation: null, explainedBy: null }),
  })
}

export const errandKeyOf = (id: string) => `payment-reconciliation/${id}`

export async function leaveDifferences(
  unit: Unit,
  rows: readonly PaymentReconciliation[],
): Promise<void> {
  const keyed = new Map(rows.map((row) => [errandKeyOf(row.id), row]))
  const known = await unit.all(SystemErrand, {
    dedupeKey: { $in: [...keyed.keys()] },
    status: { $in: ['OPEN', 'IN_PROGRESS'] },
  })
  const open = new Map(known.map((errand) => [errand.dedupeKey, errand]))
  const left = [...keyed].filter(([key, row]) => row.status === 'DIFF' || open.has(key))
  await lockErrands(
    unit,
    left.map(([key]) => key),
  )
  for (const [key, row] of left) {
    const errand = open.get(key)
    if (row.status === 'DIFF') {
      if (!isLeft(errand, row)) await leaveOne(unit, key, row)
    } else if (errand !== undefined) {
      await markResolved(unit, errand, row.explanation ?? 'The statement and the books agree')
    }
  }
}

/** As an errand says it; with the same amounts it was left before. */
const said = ({ currency, daySum, bookedSum, difference }: PaymentReconciliation) => ({
  currency,
  stated: decimal(daySum ?? 0n, currency),
  booked: decimal(bookedSum ?? 0n, currency),
  leftOver: decimal(difference, currency),
})

function isLeft(errand: SystemErrand | undefined, row: PaymentReconciliation): boolean {
  const { stated, booked } = said(row)
  return errand?.data['stated'] === stated && errand.data['booked'] === booked
}

async function leaveOne(unit: Unit, dedupeKey: string, row: PaymentReconciliation): Promise<void> {
  const { id, account, date, currency, clientId } = row
  const data = said(row)
  const sums = `the bank says ${data.stated}, the books ${data.booked} ${currency}`
  await leaveErrand(unit, {
    type: 'RECONCILIATION',
    subjectType: 'PaymentReconciliation',
    subjectId: id,
    clientId: clientId ?? null,
    title: `${account} on ${date}: ${sums}`,
    data: { account, date, ...data },
    dedupeKey,
  })
}
