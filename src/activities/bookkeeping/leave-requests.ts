import { VoucherRequest } from '../../entities/voucher.ts'
import { leaveErrand, lockErrands } from '../system/leave-errand.ts'
import { settleErrand } from '../system/settle-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { Gap, Gaps } from './gaps.ts'

/** The errand of a cause, however many vouchers it keeps from being made. */
const errandKeyOf = (ownerId: string, reason: string) =>
  `voucher-request/${ownerId}/${reason}`.slice(0, 200)

/** Vouchers that cannot be made yet are left for later, and each cause once for people. */
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

/** The errand of a cause is done with the last voucher that waited for it. */
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
