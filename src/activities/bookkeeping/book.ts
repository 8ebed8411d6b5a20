import type { Claim, Component, FinancialEventType } from '../../domain/bookkeeping/ledger.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import { newId } from '../../kernel/write/ids.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { accountsFor, gapsOf, refuseGaps, type Gaps } from './gaps.ts'
import { leaveRequests } from './leave-requests.ts'
import { followPayouts } from './follow-payouts.ts'
import { lockClientAccounts, moveClientAccounts } from './move-client-accounts.ts'
import { moveUnallocated } from './move-unallocated.ts'
import { entriesOf, meaningsOf, bookOwnersOf, type Plan } from './plans.ts'
import { postEntries } from './post-entries.ts'
import { readBooks, type Books } from './read-books.ts'
import { tieMirrors } from './mirrors.ts'

/** A financial event before it is booked. */
export interface EventDraft {
  type: FinancialEventType
  claim?: Claim
  /** Absent while nobody knows whose money it is; then only the tenant's book is written. */
  clientId?: string
  debtorId?: string
  component?: Component
  /** The signed change of what the debtor owes, in minor units of the currency. */
  amount: bigint
  currency: string
  bookDate: string
  valueDate?: string
  /** Unique for ever, so that an event is booked once. */
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

/**
 * The same for claims that must not wait for an account: a voucher without one is left for later.
 */
export function bookOrRequest(
  unit: Unit,
  drafts: readonly EventDraft[],
): Promise<FinancialEvent[]> {
  return bookWith(unit, drafts, (gaps) => {
    refuseGaps(gaps.filter(({ code }) => code !== 'ACCOUNT_MISSING'))
    return leaveRequests(unit, gaps)
  })
}

async function bookWith(
  unit: Unit,
  drafts: readonly EventDraft[],
  onGaps: (gaps: Gaps) => void | Promise<void>,
): Promise<FinancialEvent[]> {
  if (drafts.length === 0) return []
  return unit.widened(async () => {
    const clientIds = [...new Set(drafts.flatMap(({ clientId }) => clientId ?? []))]
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

/** Drafts whose source key is already booked are not booked again. */
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
  const made = drafts.map((draft) => eventOf(unit, draft))
  const meanings = await meaningsOf(unit, made)
  // The number of vouchers is part of the event, which cannot be changed after it is written.
  const plans = made.map((event, at): Plan => {
    const meaning = meanings[at]!
    const voucherCount = bookOwnersOf(event, meaning, books, unit.tenantId).length
    return { ...meaning, event: unit.add(FinancialEvent, { ...event, voucherCount }) }
  })
  const held = await lockClientAccounts(unit, plans)
  await moveUnallocated(unit, plans)
  const entries = plans.flatMap((plan) => entriesOf(plan, books, held, unit.tenantId))
  const accounts = await accountsFor(unit, entries)
  const gaps = gapsOf(entries, accounts, books)
  moveClientAccounts(unit, plans, held)
  const lacking = new Set(gaps.map(({ entry }) => entry))
  const whole = entries.filter((entry) => !lacking.has(entry))
  tieMirrors(plans, await postEntries(unit, accounts, whole))
  await followPayouts(unit, plans)
  await onGaps(gaps)
  return plans.map(({ event }) => event)
}

/** The event as it will be written. */
function eventOf(unit: Unit, draft: EventDraft) {
  const { claim, text, valueDate, ...rest } = draft
  return {
    ...rest,
    id: newId('FinancialEvent'),
    clientId: draft.clientId ?? null,
    reversesId: draft.reversesId ?? null,
    claimType: claim?.type ?? null,
    claimId: claim?.id ?? null,
    valueDate: valueDate ?? draft.bookDate,
    text: text.slice(0, 500),
    recordedAt: unit.now,
    createdBy: unit.principal.id,
  }
}
