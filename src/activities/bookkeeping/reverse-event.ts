import { firstOpenDay } from '../../domain/bookkeeping/fiscal-year.ts'
import { laterOf, refuseAfter, refuseBefore } from '../../domain/bookkeeping/reversal-day.ts'
import { claimOf } from '../../domain/bookkeeping/ledger.ts'
import { refuse } from '../../domain/refusal.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import { VoucherRequest } from '../../entities/voucher.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { book, type EventDraft } from './book.ts'
import { settleRequestErrand } from './leave-requests.ts'

export interface ReversalWanted {
  /** By default today, or the event's own day if that is later, or the first open day after it. */
  bookDate?: string | undefined
  reasonCode?: string | undefined
  text?: string | undefined
}

/** Reverses everything the event did: the debt, the client's accounts, both books. */
export async function reverseEvent(
  unit: Unit,
  event: FinancialEvent,
  wanted: ReversalWanted = {},
): Promise<FinancialEvent> {
  const [reversal] = await reverseEvents(unit, [event], wanted)
  return reversal!
}

/** The same for several at once, as one booking. */
export async function reverseEvents(
  unit: Unit,
  events: readonly FinancialEvent[],
  wanted: ReversalWanted = {},
): Promise<FinancialEvent[]> {
  return book(unit, await reversalsOf(unit, events, wanted))
}

/** The drafts of the reversal, to be booked together with others. */
export async function reversalsOf(
  unit: Unit,
  events: readonly FinancialEvent[],
  wanted: ReversalWanted = {},
): Promise<EventDraft[]> {
  const drafts: EventDraft[] = []
  for (const event of events) drafts.push(await reversalOf(unit, event, wanted))
  await dropRequests(
    unit,
    events.map(({ id }) => id),
  )
  return drafts
}

async function reversalOf(
  unit: Unit,
  event: FinancialEvent,
  wanted: ReversalWanted,
): Promise<EventDraft> {
  const { id, clientId, debtorId, component, amount, currency } = event
  const claim = claimOf(event)
  await unit.locked(FinancialEvent, { id })
  if (event.reversedById != null) refuse('ALREADY_REVERSED')
  if (event.type === 'REVERSAL') refuse('REVERSAL_FINAL')
  refuseBefore(event.bookDate, wanted.bookDate, '/bookDate')
  const open = await openDayFor(unit, event)
  refuseAfter(open, wanted.bookDate, '/bookDate')
  return {
    type: 'REVERSAL',
    ...(clientId != null && { clientId }),
    ...(claim !== undefined && { claim }),
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
  }
}

/** Withdraws voucher requests of reversed events. */
async function dropRequests(unit: Unit, ids: readonly string[]): Promise<void> {
  await unit.widened(async () => {
    const waiting = await unit.all(VoucherRequest, {
      financialEventId: { $in: [...ids] },
      status: 'FAILED',
    })
    for (const request of waiting) {
      await settleRequestErrand(unit, request, 'What it would have booked was reversed')
      request.status = 'CANCELLED'
    }
  })
}

/** Today, or the event's own day if that is later, or the first open day after it. */
export async function openDayFor(unit: Unit, { id, bookDate }: FinancialEvent): Promise<string> {
  const day = laterOf(await unit.today(), bookDate)
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
