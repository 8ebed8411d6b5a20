import type { Component, FinancialEventType } from '../../domain/bookkeeping/ledger.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { accountsFor, gapsOf, refuseGaps, type Gaps } from './gaps.ts'
import { leaveRequests } from './leave-requests.ts'
import { lockClientAccounts, moveClientAccounts } from './move-client-accounts.ts'
import { entriesOf, plansOf } from './plans.ts'
import { postEntries } from './post-entries.ts'
import { readBooks, type Books } from './read-books.ts'
import { tieMirrors } from './mirrors.ts'

/** What happened with money, before it is booked. */
export interface EventDraft {
  type: FinancialEventType
  claimId?: string
  clientId: string
  debtorId?: string
  component?: Component
  /** The signed effect on what the debtor owes, in minor units of the currency. */
  amount: bigint
  currency: string
  bookDate: string
  valueDate?: string
  /** Unique for ever: what makes it happen once. */
  sourceKey: string
  sourceType: string
  sourceId: string
  text: string
  reasonCode?: string
  /** What the posting rule needs: amounts as text of minor units. */
  facts: Record<string, unknown>
  reversesId?: string
}

/**
 * Books what happened: financial events, client accounts, vouchers of both books, all in the unit's
 * transaction. It locks accounts and number series, so it is the last thing that a verb does.
 */
export function book(unit: Unit, drafts: readonly EventDraft[]): Promise<FinancialEvent[]> {
  return bookWith(unit, drafts, refuseGaps)
}

/** The same for callers that must not fail: a voucher that cannot be made yet is left as a request. */
export function bookOrRequest(
  unit: Unit,
  drafts: readonly EventDraft[],
): Promise<FinancialEvent[]> {
  return bookWith(unit, drafts, (gaps) => leaveRequests(unit, gaps))
}

async function bookWith(
  unit: Unit,
  drafts: readonly EventDraft[],
  onGaps: (gaps: Gaps) => void | Promise<void>,
): Promise<FinancialEvent[]> {
  if (drafts.length === 0) return []
  return unit.widened(async () => {
    const clientIds = [...new Set(drafts.map(({ clientId }) => clientId))]
    const [known, books] = await Promise.all([
      knownEvents(unit, drafts),
      readBooks(unit, clientIds),
    ])
    const unique = new Map(drafts.map((draft) => [draft.sourceKey, draft]))
    const fresh = [...unique.values()].filter(({ sourceKey }) => !known.has(sourceKey))
    if (fresh.length > 0) {
      for (const event of await bookFresh(unit, fresh, books, onGaps))
        known.set(event.sourceKey, event)
    }
    return drafts.map(({ sourceKey }) => known.get(sourceKey)!)
  })
}

/** What was booked before under the same keys is not booked again. */
async function knownEvents(
  unit: Unit,
  drafts: readonly EventDraft[],
): Promise<Map<string, FinancialEvent>> {
  const keys = drafts.map(({ sourceKey }) => sourceKey)
  const events = await unit.all(FinancialEvent, { sourceKey: { $in: keys } })
  return new Map(events.map((event) => [event.sourceKey, event]))
}

async function bookFresh(
  unit: Unit,
  drafts: readonly EventDraft[],
  books: Books,
  onGaps: (gaps: Gaps) => void | Promise<void>,
): Promise<FinancialEvent[]> {
  const events = drafts.map((draft) => addEvent(unit, draft))
  const plans = await plansOf(unit, events)
  const held = await lockClientAccounts(unit, plans)
  const entries = plans.flatMap((plan) => entriesOf(plan, books, held, unit.tenantId))
  const accounts = await accountsFor(unit, entries)
  const gaps = gapsOf(entries, accounts, books)
  moveClientAccounts(unit, plans, held)
  const lacking = new Set(gaps.map(({ entry }) => entry))
  const whole = entries.filter((entry) => !lacking.has(entry))
  tieMirrors(plans, await postEntries(unit, accounts, whole))
  await onGaps(gaps)
  return events
}

function addEvent(unit: Unit, draft: EventDraft): FinancialEvent {
  const { claimId, text, valueDate, sourceKey } = draft
  return unit.add(FinancialEvent, {
    ...draft,
    claimType: claimId === undefined ? null : 'INVOICE',
    valueDate: valueDate ?? draft.bookDate,
    sourceKey,
    text: text.slice(0, 500),
    recordedAt: unit.now,
    createdBy: unit.principal.id,
  })
}
