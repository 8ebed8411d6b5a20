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
  if (events.length === 0) return []
  const ids = events.map(({ id }) => id)
  await unit.locked(FinancialEvent, { id: { $in: ids } })
  const openDays = await openDaysFor(unit, events)
  const drafts = events.map((event) => reversalOf(event, openDays.get(event.id)!, wanted))
  await dropRequests(unit, ids)
  return drafts
}

function reversalOf(event: FinancialEvent, open: string, wanted: ReversalWanted): EventDraft {
  const { id, clientId, debtorId, component, amount, currency } = event
  const claim = claimOf(event)
  if (event.reversedById != null) refuse('ALREADY_REVERSED')
  if (event.type === 'REVERSAL') refuse('REVERSAL_FINAL')
  refuseBefore(event.bookDate, wanted.bookDate, '/bookDate')
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
export async function openDayFor(unit: Unit, event: FinancialEvent): Promise<string> {
  const days = await openDaysFor(unit, [event])
  return days.get(event.id)!
}

async function openDaysFor(
  unit: Unit,
  events: readonly FinancialEvent[],
): Promise<ReadonlyMap<string, string>> {
  const today = await unit.today()
  const rows = await unit.widened(() =>
    unit.transaction.prepared<{ id: string; until: string | null }>(
      `select v.financial_event_id as id, max(l.locked_until) as until from voucher v
       join locked_period l on l.tenant_id = v.tenant_id and l.owner_id = v.owner_id
       where v.tenant_id = $1 and v.financial_event_id = any($2) group by 1`,
      [unit.tenantId, events.map(({ id }) => id)],
    ),
  )
  const until = new Map(rows.map((row) => [row.id, row.until]))
  return new Map(
    events.map(({ id, bookDate }) => [id, firstOpenDay(laterOf(today, bookDate), until.get(id))]),
  )
}
