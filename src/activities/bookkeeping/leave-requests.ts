import { VoucherRequest } from '../../entities/voucher.ts'
import { leaveErrand, lockErrands } from '../system/leave-errand.ts'
import { settleErrand } from '../system/settle-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { Gap, Gaps } from './gaps.ts'

/** One errand for each cause, even if many vouchers wait for it. */
const errandKeyOf = (ownerId: string, reason: string) =>
  `voucher-request/${ownerId}/${reason}`.slice(0, 200)

/** Leaves voucher requests for later, and one errand for each cause. */
export async function leaveRequests(unit: Unit, gaps: Gaps): Promise<void> {
  const causes = new Map<string, { gap: Gap; request: VoucherRequest }>()
  for (const gap of gaps) {
    const request = addRequest(unit, gap)
    const key = errandKeyOf(gap.entry.ownerId, gap.reason)
    if (!causes.has(key)) causes.set(key, { gap, request })
  }
  await lockErrands(unit, [...causes.keys()])
  for (const [dedupeKey, { gap, request }] of causes) {
    const { entry, code, reason } = gap
    await leaveErrand(unit, {
      type: 'VOUCHER',
      subjectType: 'VoucherRequest',
      subjectId: request.id,
      clientId: entry.clientId,
      title: `Vouchers cannot be made: ${reason}`,
      data: { code, rule: entry.rule, financialEventId: entry.financialEventId },
      dedupeKey,
    })
  }
}

/** Closes the errand of a cause when no voucher waits for it any more. */
export async function settleRequestErrand(
  unit: Unit,
  { id, ownerId, error }: VoucherRequest,
  comment: string,
): Promise<void> {
  const others = await unit.all(VoucherRequest, { status: 'FAILED', ownerId })
  if (others.some((other) => other.id !== id && other.error === error)) return
  await settleErrand(unit, errandKeyOf(ownerId, error ?? ''), comment)
}

function addRequest(unit: Unit, { entry, reason }: Gap): VoucherRequest {
  return unit.add(VoucherRequest, {
    clientId: entry.lines[0]?.aboutClientId ?? entry.clientId,
    financialEventId: entry.financialEventId ?? '',
    rule: entry.rule,
    ownerType: entry.ownerType,
    ownerId: entry.ownerId,
    status: 'FAILED',
    error: reason,
  })
}
