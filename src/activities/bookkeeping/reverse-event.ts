import { firstOpenDay } from '../../domain/bookkeeping/fiscal-year.ts'
import { laterOf, refuseAfter, refuseBefore } from '../../domain/bookkeeping/reversal-day.ts'
import { refuse } from '../../domain/refusal.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import { todayOf } from '../access/tenant-of.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { book } from './book.ts'

export interface ReversalWanted {
  /** By default today, or its own day where that is to come, or the first open one after it. */
  bookDate?: string | undefined
  reasonCode?: string | undefined
  text?: string | undefined
}

/** Turns around all that the event did: what is owed, the client's accounts, both books. */
export async function reverseEvent(
  unit: Unit,
  event: FinancialEvent,
  wanted: ReversalWanted = {},
): Promise<FinancialEvent> {
  const { id, clientId, claimId, debtorId, component, amount, currency } = event
  await unit.locked(FinancialEvent, { id })
  if (event.reversedById != null) refuse('ALREADY_REVERSED')
  if (event.type === 'REVERSAL') refuse('REVERSAL_FINAL')
  refuseBefore(event.bookDate, wanted.bookDate, '/bookDate')
  const open = await openDayFor(unit, event)
  refuseAfter(open, wanted.bookDate, '/bookDate')
  const [reversal] = await book(unit, [
    {
      type: 'REVERSAL',
      clientId,
      ...(claimId != null && { claimId }),
      ...(debtorId != null && { debtorId }),
      ...(component != null && { component }),
      amount: -amount,
      currency,
      bookDate: wanted.bookDate ?? open,
      sourceKey: `reversal/${id}`,
      sourceType: event.sourceType,
      sourceId: event.sourceId,
      text: wanted.text ?? event.text,
      ...(wanted.reasonCode !== undefined && { reasonCode: wanted.reasonCode }),
      facts: { reverses: event.type },
      reversesId: id,
    },
  ])
  return reversal!
}

/** Today, or its own day where that is to come, or the first open one after it. */
export async function openDayFor(unit: Unit, { id, bookDate }: FinancialEvent): Promise<string> {
  const day = laterOf(await todayOf(unit), bookDate)
  const [row] = await unit.widened(() =>
    unit.transaction.prepared<{ until: string | null }>(
      `select max(l.locked_until) as until from voucher v
       join locked_period l on l.tenant_id = v.tenant_id and l.owner_id = v.owner_id
       where v.tenant_id = $1 and v.financial_event_id = $2`,
      [unit.tenantId, id],
    ),
  )
  return firstOpenDay(day, row?.until)
}
