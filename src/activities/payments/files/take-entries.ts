import {
  duplicatesKept,
  type BatchRead,
  type DuplicateRead,
  type EntryRead,
  type Finding,
  type HeadRead,
  type StatementRead,
} from '../../../domain/payments/bank-file.ts'
import { payoutTypeOf } from '../../../domain/clients/accounts.ts'
import { isId } from '../../../domain/ids.ts'
import { allUnplaced } from '../../../domain/payments/payment.ts'
import { PaymentBatch } from '../../../entities/payment-batch.ts'
import type { PaymentFile } from '../../../entities/payment-file.ts'
import { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import { Payout } from '../../../entities/payout.ts'
import { byField, rowsOf } from '../../../kernel/read/rows.ts'
import { lockKeys } from '../../../kernel/write/lock-key.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import type { BankFile } from '../../../ports/banks/bank-files.ts'
import { accountIn, accountsByNumber, type ReceivingAccount } from '../receiving-accounts.ts'
import type { Fit } from './fit-accounts.ts'

/** A payout that the bank has sent back, and the day on which it came. */
export interface CameBack {
  id: string
  code: string
  day: string
}

export interface Taken {
  entries: number
  duplicates: number
  /** The first of them, and where each came first. */
  repeated: readonly DuplicateRead[]
  /** Payouts that came back by entries of it, which are no payments. */
  back: readonly CameBack[]
  /** Accounts of the file that are none of ours, with how many entries came there. */
  findings: readonly Finding[]
}

/** What is taken of a batch of the file, and what is not. */
interface Gathering {
  of: BatchRead
  /** That of ours to which it came, and why it may not have. */
  account: ReceivingAccount | undefined
  no: ReturnType<Fit>
  refused: number
  duplicates: number
  count: number
  total: bigint
}

const isLeft = -1

/**
 * What is new of a file, in a batch for each statement and day. Files with the same account go one
 * after the other, so that an entry which both have counts once.
 */
export async function takeEntries(
  unit: Unit,
  file: PaymentFile,
  read: BankFile,
  fit: Fit,
): Promise<Taken> {
  const numbers = new Set(read.batches.map(({ account }) => account))
  await lockKeys(unit, 'bank account', numbers)
  const bankgiros = read.batches.flatMap(({ bankgiro }) => bankgiro ?? [])
  const ours = await accountsByNumber(unit, [...numbers, ...bankgiros])
  const gathered = read.batches.map((of): Gathering => {
    const came = cameTo(of, ours, fit)
    return { of, ...came, refused: 0, duplicates: 0, count: 0, total: 0n }
  })
  const places: Int32Array[] = []
  const back: CameBack[] = []
  const again: HeadRead[] = []
  for (const page of read.heads()) {
    const known = await knownOf(unit, page)
    const came = await comeBack(unit, page, gathered)
    const placed = (head: HeadRead) => {
      const one = came.get(head)
      if (one === undefined || isKnown(head, known)) return placeIn(gathered, head, known, again)
      back.push(one)
      return isLeft
    }
    places.push(Int32Array.from(page, placed))
  }
  const repeated = await firstOf(unit, again)
  const batches = await addBatches(unit, file, gathered, read.statements)
  let at = 0
  for (const page of read.pages()) {
    const place = places[at++]!
    const payments = page.flatMap((entry, index) => {
      const batch = batches[place[index]!]
      return batch === undefined ? [] : [paymentOf(unit, entry, batch)]
    })
    await unit.pour(PaymentTransaction, payments)
  }
  const sum = (field: 'count' | 'duplicates') => gathered.reduce((all, one) => all + one[field], 0)
  return {
    entries: sum('count'),
    duplicates: sum('duplicates'),
    back,
    repeated,
    findings: findingsOf(gathered),
  }
}

/**
 * A bankgiro of ours is where it came to, whatever account of the bank is under it; what came to
 * one that nobody has said here is not another bankgiro's.
 */
function cameTo(
  of: BatchRead,
  ours: ReadonlyMap<string, ReceivingAccount>,
  fit: Fit,
): Pick<Gathering, 'account' | 'no'> {
  const { bankgiro, ...atBank } = of
  const atGiro = bankgiro === null ? null : { ...atBank, account: bankgiro }
  const own = atGiro === null ? undefined : accountIn(ours, atGiro)
  const isOurs = atGiro !== null && fit(atGiro) === undefined
  const under = accountIn(ours, of)
  const isOther = atGiro !== null && under?.kind === 'BANKGIRO'
  return { account: own ?? (isOther ? undefined : under), no: isOurs ? undefined : fit(of) }
}

/**
 * Payouts of clients that went by our files, as they come back whole: it is the client's again.
 * What came back otherwise is a payment, for a person to place.
 */
async function comeBack(
  unit: Unit,
  page: readonly HeadRead[],
  gathered: readonly Gathering[],
): Promise<ReadonlyMap<HeadRead, CameBack>> {
  const named = page.filter(({ returns }) => returns !== null)
  if (named.length === 0) return new Map()
  const ids = named.map(({ returns }) => returns!.id)
  const kind = ['claimId', 'returnId'] as const
  const fields = ['id', 'amount', 'currency', 'status', 'batchId', ...kind] as const
  const payouts = byField(await rowsOf(unit, Payout, { id: ids.filter(isId) }, fields), 'id')
  return new Map(
    named.flatMap((head) => {
      const { of, no } = gathered[head.batch]!
      const payout = payouts.get(head.returns!.id)
      if (payout === undefined || payout.batchId == null) return []
      if (payoutTypeOf(payout) !== 'CLIENT') return []
      if (no !== undefined || `${payout.amount}` !== head.moves) return []
      if (payout.currency !== of.currency || !maySendBack.has(payout.status)) return []
      return [[head, { ...head.returns!, day: of.bookDate }] as const]
    }),
  )
}

/** Of one that was put back before, the same statement tells once more. */
const maySendBack: ReadonlySet<Payout['status']> = new Set([
  'EXPORTED',
  'BOOKED',
  'CONFIRMED',
  'REJECTED',
])

/** The number of its batch, where it is new and may come. */
function placeIn(
  gathered: readonly Gathering[],
  head: HeadRead,
  known: Known,
  again: HeadRead[],
): number {
  const batch = gathered[head.batch]!
  if (batch.no !== undefined) {
    batch.refused++
    return isLeft
  }
  if (isKnown(head, known)) {
    batch.duplicates++
    if (again.length < duplicatesKept) again.push(head)
    return isLeft
  }
  batch.count++
  batch.total += BigInt(head.moves)
  return head.batch
}

/** One of each account and currency, at the first entry that came there. */
function findingsOf(gathered: readonly Gathering[]): Finding[] {
  const refused = gathered.filter((one) => one.refused > 0)
  const alike = Map.groupBy(refused, ({ of }) => `${of.account} ${of.currency}`)
  return [...alike.values()].map((some) => {
    const [{ of, no }] = some as [Gathering]
    const count = some.reduce((all, one) => all + one.refused, 0)
    const more = count === 1 ? '' : `: ${count} entries from here on`
    return { place: of.place, code: no!.code, message: `${no!.message}${more}` }
  })
}

interface Known {
  keys: ReadonlySet<string>
  groups: ReadonlySet<string>
}

/** The same entry, or the collective one of which it is a part, or whose parts were there. */
const isKnown = ({ key, groupOtherwise }: HeadRead, { keys, groups }: Known): boolean =>
  keys.has(key) || (groupOtherwise !== null && groups.has(groupOtherwise))

async function knownOf(unit: Unit, page: readonly HeadRead[]): Promise<Known> {
  const groups = page.flatMap(({ groupOtherwise }) => groupOtherwise ?? [])
  const rows = await unit.transaction.prepared<{ key: string; isGroup: boolean }>(
    `select entry_key as key, false as "isGroup" from payment_transaction
     where tenant_id = $1 and entry_key = any($2)
     union all
     select distinct entry_group, true from payment_transaction
     where tenant_id = $1 and entry_group = any($3)`,
    [unit.tenantId, page.map(({ key }) => key), groups],
  )
  const named = (isGroup: boolean) =>
    new Set(rows.filter((row) => row.isGroup === isGroup).map(({ key }) => key))
  return { keys: named(false), groups: named(true) }
}

/** Where entries that came before did so first. */
async function firstOf(unit: Unit, again: readonly HeadRead[]): Promise<DuplicateRead[]> {
  if (again.length === 0) return []
  const rows = await unit.transaction.prepared<Came>(
    `select p.entry_key as key, p.entry_group as "group", id_text(p.id) as "paymentId",
       id_text(f.id) as "paymentFileId", f.filename, p.place
     from payment_transaction p
     left join payment_batch b on b.tenant_id = p.tenant_id and b.id = p.batch_id
     left join payment_file f on f.tenant_id = b.tenant_id and f.id = b.payment_file_id
     where p.tenant_id = $1 and p.id = any (
       select id from payment_transaction where tenant_id = $1 and entry_key = any($2)
       union all
       select min(id::text)::uuid from payment_transaction
       where tenant_id = $1 and entry_group = any($3) group by entry_group
     )`,
    [
      unit.tenantId,
      again.map(({ key }) => key),
      again.flatMap(({ groupOtherwise }) => groupOtherwise ?? []),
    ],
  )
  return again.flatMap(({ place, key, groupOtherwise }) => {
    const found =
      rows.find((row) => row.key === key) ?? rows.find((row) => row.group === groupOtherwise)
    if (found === undefined) return []
    const { key: _, group: __, ...first } = found
    return [{ place, first }]
  })
}

type Came = DuplicateRead['first'] & { key: string; group: string | null }

interface Batch {
  id: string
  clientId: string | null
  paymentAccountId: string | null
}

/** By their numbers in the file; of those of which nothing is new there are none. */
async function addBatches(
  unit: Unit,
  file: PaymentFile,
  gathered: readonly Gathering[],
  statements: readonly StatementRead[],
): Promise<readonly (Batch | undefined)[]> {
  const byNumber = new Map(statements.map((one) => [one.number, one]))
  const made = gathered.map(({ of, account, count, total }) => {
    if (count === 0) return undefined
    const statement = byNumber.get(of.statement)
    const clientId = account?.clientId ?? null
    const { id } = unit.insert(PaymentBatch, {
      account: of.account,
      clientId,
      paymentFileId: file.id,
      currency: of.currency,
      bookDate: of.bookDate,
      statement: statement?.id ?? null,
      serial: statement?.serial ?? null,
      status: 'CREATED',
      count,
      total,
      matchedCount: 0,
      bookedCount: 0,
    })
    return { id, clientId, paymentAccountId: account?.id ?? null }
  })
  await unit.flush()
  return made
}

const placeMost = 200

/** As it came: in no book, and nobody has looked what it is for. */
function paymentOf(
  unit: Unit,
  entry: EntryRead,
  { id: batchId, clientId, paymentAccountId }: Batch,
) {
  const { statement: _, account: __, groupOtherwise: ___, ...said } = entry
  const { place, key: entryKey, group: entryGroup, amount, ...fields } = said
  return {
    ...fields,
    ...allUnplaced(BigInt(amount)),
    place: place.slice(0, placeMost),
    entryKey,
    entryGroup,
    batchId,
    clientId,
    paymentAccountId,
    reversesId: null,
    specificationDocumentId: null,
    source: 'FILE',
    status: 'NEW',
    bookedAt: null,
    createdBy: unit.principal.id,
  } as const
}
