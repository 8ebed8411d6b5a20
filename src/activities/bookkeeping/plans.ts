import type { Entry, EntryLine, Owner } from '../../domain/bookkeeping/entry.ts'
import { booksOf, derive, type Derived } from '../../domain/bookkeeping/posting-rules.ts'
import type { ClientAccountRef, Movement, RuleLine } from '../../domain/bookkeeping/rule-lines.ts'
import { claimOf, type OwnerType } from '../../domain/bookkeeping/ledger.ts'
import { ClientAccount, type ClientAccountTransaction } from '../../entities/client-account.ts'
import type { FinancialEvent } from '../../entities/financial-event.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { readMirrors, type Mirror } from './mirrors.ts'
import { numbering, bookkeepingSettingsIn, type Books } from './read-books.ts'

export interface PlannedMovement extends Movement {
  reverses?: ClientAccountTransaction
}

/** What an event does to accounts and books. */
export interface Meaning {
  derived: Derived
  movements: PlannedMovement[]
  mirror: Mirror | undefined
}

/** An event and what it means, before it is booked. */
export interface Plan extends Meaning {
  event: FinancialEvent
}

/** The fields of an event that decide how it is booked. */
export type Happening = Pick<
  FinancialEvent,
  'id' | 'type' | 'amount' | 'facts' | 'reversesId' | 'clientId'
>

export async function plansOf(unit: Unit, events: readonly FinancialEvent[]): Promise<Plan[]> {
  const meanings = await meaningsOf(unit, events)
  return events.map((event, at) => ({ event, ...meanings[at]! }))
}

/** What each event means: by its rule, or as the mirror of what it reverses. */
export async function meaningsOf(unit: Unit, events: readonly Happening[]): Promise<Meaning[]> {
  const mirrors = await readMirrors(unit, events)
  const types = await typesOfNamed(unit, events)
  return events.map((event): Meaning => {
    const { id, type, amount, facts } = event
    const mirror = mirrors.get(id)
    const derived = derive({ type, amount, facts, typeOf: (account) => types.get(account)! })
    const movements = mirror === undefined ? derived.movements : mirrored(mirror)
    return { derived, movements, mirror }
  })
}

function mirrored({ transactions }: Mirror): PlannedMovement[] {
  return transactions.map((reverses) => ({
    clientAccount: { id: reverses.clientAccountId },
    type: 'REVERSAL',
    amount: -reverses.amount,
    reverses,
  }))
}

const named = ['fromAccountId', 'toAccountId', 'clientAccountId']

/** The types of the client accounts that facts name by id. */
async function typesOfNamed(unit: Unit, events: readonly Happening[]) {
  const ids = events.flatMap(({ facts }) => named.flatMap((name) => facts[name] ?? [])) as string[]
  const accounts = ids.length === 0 ? [] : await unit.all(ClientAccount, { id: { $in: ids } })
  return new Map(accounts.map(({ id, type }) => [id, type]))
}

/** In whose books an event gets a voucher each: sales are left out where others have booked them. */
export function bookOwnersOf(
  { clientId }: Pick<FinancialEvent, 'clientId'>,
  { derived, mirror }: Meaning,
  books: Books,
  tenantId: string,
): Owner[] {
  if (mirror !== undefined)
    return mirror.vouchers.map(({ clientId: of, ...rest }) => ({ ...rest, clientId: of ?? null }))
  return booksOf(derived)
    .map(([ownerType]) => ownerOf(ownerType, tenantId, clientId))
    .filter(({ ownerId }) => !derived.isSale || bookkeepingSettingsIn(books, ownerId).bookInvoices)
}

/** What entries say of their event. */
type Told = Pick<
  FinancialEvent,
  | 'id'
  | 'bookDate'
  | 'text'
  | 'sourceType'
  | 'sourceId'
  | 'currency'
  | 'clientId'
  | 'debtorId'
  | 'claimType'
  | 'claimId'
>

/** The client accounts that lines are of. */
export interface AccountsOf {
  of(
    event: Pick<FinancialEvent, 'clientId' | 'currency'>,
    ref: ClientAccountRef,
  ): Pick<ClientAccount, 'id'>
}

/** The entries of an event: one in each book that it touches. */
export function entriesOf(
  plan: Meaning & { event: Told },
  books: Books,
  held: AccountsOf,
  tenantId: string,
): Entry[] {
  const { event, derived, mirror } = plan
  if (mirror !== undefined) return mirror.entriesFor(event, books)
  return bookOwnersOf(event, plan, books, tenantId).map((owner): Entry => {
    const lines = owner.ownerType === 'TENANT' ? derived.tenant : derived.client
    const entry: Entry = {
      ...owner,
      ...numbering(books, owner.ownerId, event.bookDate),
      date: event.bookDate,
      text: event.text,
      rule: derived.rule,
      financialEventId: event.id,
      sourceType: event.sourceType,
      sourceId: event.sourceId,
      currency: event.currency,
      reversesId: null,
      isByRule: true,
      lines: lines.map((line) => lineOf(line, event, held)),
    }
    return entry
  })
}

export function ownerOf(
  ownerType: OwnerType,
  tenantId: string,
  clientId: string | null | undefined,
): Owner {
  if (ownerType === 'TENANT') return { ownerType, ownerId: tenantId, clientId: null }
  if (clientId == null) throw new Error('a book of a client is written to, of no client')
  return { ownerType, ownerId: clientId, clientId }
}

function lineOf(line: RuleLine, event: Told, held: AccountsOf): EntryLine {
  const { role, amount, costCentre, project, clientAccount } = line
  return {
    role,
    accountNumber: line.accountNumber,
    amount,
    costCentre,
    project,
    clientAccountId: clientAccount === undefined ? null : held.of(event, clientAccount).id,
    aboutClientId: event.clientId ?? null,
    debtorId: event.debtorId ?? null,
    claim: claimOf(event),
  }
}
