import type { Entry, EntryLine } from '../../domain/bookkeeping/entry.ts'
import {
  booksOf,
  derive,
  type Derived,
  type Movement,
  type RuleLine,
} from '../../domain/bookkeeping/posting-rules.ts'
import type { OwnerType } from '../../domain/bookkeeping/ledger.ts'
import { ClientAccount, type ClientAccountTransaction } from '../../entities/client-account.ts'
import type { FinancialEvent } from '../../entities/financial-event.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { readMirrors, type Mirror } from './mirrors.ts'
import type { HeldAccounts } from './move-client-accounts.ts'
import { numbering, settingsIn, type Books } from './read-books.ts'

export interface PlannedMovement extends Movement {
  reverses?: ClientAccountTransaction
}

/** An event and what it means, before it is booked. */
export interface Plan {
  event: FinancialEvent
  derived: Derived
  movements: PlannedMovement[]
  mirror: Mirror | undefined
}

/** What each event means: by its rule, or as the mirror of what it reverses. */
export async function plansOf(unit: Unit, events: readonly FinancialEvent[]): Promise<Plan[]> {
  const mirrors = await readMirrors(unit, events)
  const types = await typesOfNamed(unit, events)
  return events.map((event): Plan => {
    const { id, type, amount, facts } = event
    const mirror = mirrors.get(id)
    const derived = derive({ type, amount, facts, typeOf: (account) => types.get(account)! })
    const movements = mirror === undefined ? derived.movements : mirrored(mirror)
    return { event, derived, movements, mirror }
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
async function typesOfNamed(unit: Unit, events: readonly FinancialEvent[]) {
  const ids = events.flatMap(({ facts }) => named.flatMap((name) => facts[name] ?? [])) as string[]
  const accounts = ids.length === 0 ? [] : await unit.all(ClientAccount, { id: { $in: ids } })
  return new Map(accounts.map(({ id, type }) => [id, type]))
}

/** The entries of an event: one in each book that it touches. */
export function entriesOf(
  { event, derived, mirror }: Plan,
  books: Books,
  held: HeldAccounts,
  tenantId: string,
): Entry[] {
  if (mirror !== undefined) return mirror.entriesFor(event, books)
  const { clientId } = event
  return booksOf(derived).flatMap(([ownerType, lines]): Entry[] => {
    const owner = ownerOf(ownerType, tenantId, clientId)
    if (derived.isSale && !settingsIn(books, owner.ownerId).bookInvoices) return []
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
      lines: lines.map((line) => lineOf(line, event, held)),
    }
    return [entry]
  })
}

export function ownerOf(ownerType: OwnerType, tenantId: string, clientId: string) {
  return ownerType === 'TENANT'
    ? { ownerType, ownerId: tenantId, clientId: null }
    : { ownerType, ownerId: clientId, clientId }
}

function lineOf(line: RuleLine, event: FinancialEvent, held: HeldAccounts): EntryLine {
  const { role, amount, costCentre, project, clientAccount } = line
  return {
    role,
    accountNumber: line.accountNumber,
    amount,
    costCentre,
    project,
    clientAccountId: clientAccount === undefined ? null : held.of(event, clientAccount).id,
    aboutClientId: event.clientId,
    debtorId: event.debtorId ?? null,
    invoiceId: event.claimType === 'INVOICE' ? (event.claimId ?? null) : null,
  }
}
