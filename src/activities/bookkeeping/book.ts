import type { Entry } from '../../domain/bookkeeping/entry.ts'
import type { EventDraft } from '../../domain/bookkeeping/event-draft.ts'
import { refuse, Refusal, refusedAmong, type Refused } from '../../domain/refusal.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { accountsFor, gapsOf, type Gap, type Gaps } from './gaps.ts'
import { leaveRequests } from './leave-requests.ts'
import { clientsWithPayouts } from './follow-payouts.ts'
import {
  lockClientAccounts,
  moveClientAccounts,
  type HeldAccounts,
} from './move-client-accounts.ts'
import { lockSettlements, moveSettlements } from './move-settlements.ts'
import { lockUnallocated, moveUnallocated } from './move-unallocated.ts'
import { entriesOf, meaningsOf, bookOwnersOf, type Meaning } from './plans.ts'
import { postEntries } from './post-entries.ts'
import { readBooks, type Books } from './read-books.ts'
import { tieMirrors } from './mirrors.ts'

export type { EventDraft }

/**
 * Books what happened: financial events, client accounts, vouchers of both books, all in the unit's
 * transaction. It locks accounts and number series, so it is the last thing that a verb does.
 */
export async function book(
  unit: Unit,
  drafts: readonly EventDraft[],
  before?: Before,
): Promise<FinancialEvent[]> {
  return allOf(drafts, await bookWith(unit, drafts, { waits: () => false, before }))
}

/**
 * The same for claims that must not wait for an account: a voucher without one is left for later.
 */
export async function bookOrRequest(
  unit: Unit,
  drafts: readonly EventDraft[],
): Promise<FinancialEvent[]> {
  const booked = await bookEach(unit, drafts)
  const events = allOf(drafts, booked)
  await booked.leaveRequests()
  return events
}

/**
 * The same of many that have nothing to do with one another: what refuses one is known before any
 * is written, and leaves the others alone.
 */
export function bookEach(
  unit: Unit,
  drafts: readonly EventDraft[],
  before?: Before,
): Promise<Booked> {
  return bookWith(unit, drafts, { waits: ({ code }) => code === 'ACCOUNT_MISSING', before })
}

/** What would refuse each of them, by source key, before anything of them is written. */
export function refusedIfBooked(unit: Unit, drafts: readonly EventDraft[]): Promise<Refused> {
  return unit.widened(async () => {
    if (drafts.length === 0) return new Map()
    const clientIds = [...new Set(drafts.flatMap(({ clientId }) => clientId ?? []))]
    const books = await readBooks(unit, clientIds)
    const made = drafts.map((draft) => eventOf(unit, draft))
    const meanings = await meaningsOf(unit, made)
    const all = made.map((event, at): Drafted => ({ event, ...meanings[at]!, entries: [] }))
    const withoutAccount = refusedAmong(all, keyOf, (drafted) => {
      drafted.entries = entriesOf(drafted, books, unheld, unit.tenantId)
    })
    const entries = all.flatMap((drafted) => drafted.entries)
    const gaps = gapsOf(entries, await accountsFor(unit, entries), books)
    return new Map([...withoutAccount, ...refusedBy(gaps, all, () => false)])
  })
}

/** Which client account a line is of says nothing of whether it can be booked. */
const unheld = { of: () => ({ id: '' }) }

/** What has to be known of the books, where a verb has read it with what it asks itself. */
export interface Before {
  books: Books
  /** The source keys that are booked already. */
  known: ReadonlySet<string>
  /** The client accounts that it moves, where they are held already. */
  held?: HeldAccounts
}

/** Reads that and holds these accounts, in the message in which a verb asks its rules' questions. */
export async function readBeforeBooking(
  unit: Unit,
  drafts: readonly EventDraft[],
): Promise<Before> {
  return unit.widened(async () => {
    const made = drafts.map((draft) => eventOf(unit, draft))
    const meanings = await meaningsOf(unit, made)
    const all = made.map((event, at) => ({ event, ...meanings[at]! }))
    const [before, held] = await Promise.all([
      readBefore(unit, drafts),
      lockClientAccounts(unit, all),
    ])
    return { ...before, held }
  })
}

export interface Booked {
  /** By source key. */
  events: ReadonlyMap<string, FinancialEvent>
  refused: Refused
  /** Leaves for later what has no account yet: the end of a verb, which writes all before it. */
  leaveRequests(): Promise<void>
}

/** As one: the first that is refused refuses all. */
function allOf(drafts: readonly EventDraft[], { events, refused }: Booked): FinancialEvent[] {
  for (const refusal of refused.values()) throw refusal
  return drafts.map(({ sourceKey }) => events.get(sourceKey)!)
}

interface How {
  /** Whether a voucher with this gap waits for later; with any other its event is refused. */
  waits: (gap: Gap) => boolean
  before?: Before | undefined
}

async function bookWith(unit: Unit, drafts: readonly EventDraft[], how: How): Promise<Booked> {
  if (drafts.length === 0) {
    return { events: new Map(), refused: new Map(), leaveRequests: async () => undefined }
  }
  // Whoever owes it says nothing of what is owed, whatever rights a token of theirs was given.
  if (unit.scope.debtorId !== null) refuse('ACCESS_DENIED')
  return unit.widened(async () => {
    const none = how.before === undefined ? expectNone(unit, drafts) : undefined
    try {
      const before = how.before ?? (await readBefore(unit, drafts, none !== undefined))
      return await bookUnknown(unit, drafts, before, how)
    } finally {
      // What refuses a draft says nothing if it is booked already.
      await none
    }
  })
}

/** Hardly anything is booked twice: where it goes by notes, that it is new is a guess as well. */
const expectNone = (unit: Unit, drafts: readonly EventDraft[]) =>
  unit.transaction.expectSo(noneOfThem, [unit.tenantId, keysOf(drafts)])

const keysOf = (drafts: readonly EventDraft[]) => drafts.map(({ sourceKey }) => sourceKey)

const noneOfThem = `select 1 / (count(*) = 0)::int as none from financial_event
  where tenant_id = $1 and source_key = any($2)`

async function bookUnknown(
  unit: Unit,
  drafts: readonly EventDraft[],
  { known, books }: Before,
  how: How,
): Promise<Booked> {
  const unique = new Map(drafts.map((draft) => [draft.sourceKey, draft]))
  const fresh = [...unique.values()].filter(({ sourceKey }) => !known.has(sourceKey))
  const there = [...unique.keys()].filter((sourceKey) => known.has(sourceKey))
  const earlier =
    there.length === 0 ? [] : await unit.all(FinancialEvent, { sourceKey: { $in: there } })
  const { booked, refused, waiting } = await bookFresh(unit, fresh, books, how)
  const events = [...earlier, ...booked].map((event) => [event.sourceKey, event] as const)
  return {
    events: new Map(events),
    refused,
    leaveRequests: async () => {
      if (waiting.length > 0) await unit.widened(() => leaveRequests(unit, waiting))
    },
  }
}

async function readBefore(
  unit: Unit,
  drafts: readonly EventDraft[],
  areNew = false,
): Promise<Before> {
  const clientIds = [...new Set(drafts.flatMap(({ clientId }) => clientId ?? []))]
  const [known, books] = await Promise.all([
    areNew ? new Set<string>() : bookedAmong(unit, keysOf(drafts)),
    readBooks(unit, clientIds),
  ])
  return { known, books }
}

/** Drafts whose source key is already booked are not booked again. */
export async function bookedAmong(
  unit: Unit,
  sourceKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const booked = await rowsOf(unit, FinancialEvent, { sourceKey: sourceKeys }, ['sourceKey'])
  return new Set(booked.map(({ sourceKey }) => sourceKey))
}

/** An event before it is added, what it means, and its entries. */
interface Drafted extends Meaning {
  event: ReturnType<typeof eventOf>
  entries: Entry[]
}

const keyOf = ({ event }: Drafted) => event.sourceKey

async function bookFresh(
  unit: Unit,
  drafts: readonly EventDraft[],
  books: Books,
  { waits, before }: How,
): Promise<{ booked: FinancialEvent[]; refused: Refused; waiting: Gaps }> {
  if (drafts.length === 0) return { booked: [], refused: new Map(), waiting: [] }
  const made = drafts.map((draft) => eventOf(unit, draft))
  const meanings = await meaningsOf(unit, made)
  const all = made.map((event, at): Drafted => ({ event, ...meanings[at]!, entries: [] }))
  const held = before?.held ?? (await lockClientAccounts(unit, all))
  const items = await lockUnallocated(unit, all)
  const settlements = await lockSettlements(unit, all)
  const withoutAccount = refusedAmong(all, keyOf, (drafted) => {
    drafted.entries = entriesOf(drafted, books, held, unit.tenantId)
  })
  const entries = all.flatMap((drafted) => drafted.entries)
  const accounts = await accountsFor(unit, entries)
  const gaps = gapsOf(entries, accounts, books)
  const refused = new Map([...withoutAccount, ...refusedBy(gaps, all, waits)])
  const plans = all
    .filter((drafted) => !refused.has(keyOf(drafted)))
    .map((drafted) => ({ ...drafted, event: addEvent(unit, drafted, books) }))
  moveUnallocated(unit, plans, items)
  moveClientAccounts(unit, plans, held)
  await moveSettlements(unit, plans, settlements)
  const lacking = new Set(gaps.map(({ entry }) => entry))
  const ofThem = plans.flatMap((plan) => plan.entries)
  const whole = ofThem.filter((entry) => !lacking.has(entry))
  // Both in one message: of the clients whose accounts are held no other payout appears meanwhile.
  const [vouchers, waitingPayouts] = await Promise.all([
    postEntries(unit, accounts, whole),
    clientsWithPayouts(unit, plans),
  ])
  tieMirrors(plans, vouchers)
  for (const clientId of waitingPayouts) await unit.runtime.registered.payoutsFollow(unit, clientId)
  const kept = new Set(ofThem)
  const waiting = gaps.filter(({ entry }) => kept.has(entry))
  return { booked: plans.map(({ event }) => event), refused, waiting }
}

/** An event is refused by the first gap that does not wait. */
function refusedBy(gaps: Gaps, all: readonly Drafted[], waits: How['waits']): [string, Refusal][] {
  const refusing = gaps.filter((gap) => !waits(gap))
  if (refusing.length === 0) return []
  const of = new Map(all.flatMap(({ event, entries }) => entries.map((entry) => [entry, event])))
  return refusing
    .toReversed()
    .map(({ entry, code, reason }) => [
      of.get(entry)!.sourceKey,
      new Refusal(code, { detail: reason }),
    ])
}

/** The number of vouchers is part of the event, which cannot be changed after it is written. */
function addEvent(unit: Unit, { event, entries, ...meaning }: Drafted, books: Books) {
  const voucherCount = bookOwnersOf(event, meaning, books, unit.tenantId).length
  const added = unit.insert(FinancialEvent, { ...event, voucherCount })
  for (const entry of entries) entry.financialEventId = added.id
  return added
}

/** The event as it will be written. */
function eventOf(unit: Unit, draft: EventDraft) {
  const { claim, text, valueDate, ...rest } = draft
  return {
    ...rest,
    id: unit.newId('FinancialEvent'),
    clientId: draft.clientId ?? null,
    debtorId: draft.debtorId ?? null,
    reversesId: draft.reversesId ?? null,
    claimType: claim?.type ?? null,
    claimId: claim?.id ?? null,
    valueDate: valueDate ?? draft.bookDate,
    text: text.slice(0, 500),
    recordedAt: unit.now,
    createdBy: unit.principal.id,
  }
}
