import type { EntryRead, Finding, StatementRead } from '../../../domain/payments/bank-file.ts'
import { allUnplaced } from '../../../domain/payments/payment.ts'
import { PaymentBatch } from '../../../entities/payment-batch.ts'
import type { PaymentFile } from '../../../entities/payment-file.ts'
import { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import { lockKeys } from '../../../kernel/write/lock-key.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import type { BankFile } from '../../../ports/banks/bank-files.ts'
import { accountIn, accountsByNumber, type ReceivingAccount } from '../receiving-accounts.ts'
import type { Fit } from './fit-accounts.ts'

export interface Taken {
  entries: number
  duplicates: number
  /** Accounts of the file that are none of ours, with how many entries came there. */
  findings: readonly Finding[]
}

interface Gathered extends Taken {
  refused: Map<string, Refused>
  batches: Map<string, Gathering>
  /** Those of ours that the bank's numbers mean. */
  accounts: ReadonlyMap<string, ReceivingAccount>
}
type Refused = Finding & { count: number }
interface Gathering {
  of: EntryRead
  count: number
  total: bigint
}

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
  const accounts = new Set<string>()
  for (const page of read.pages()) for (const { account } of page) accounts.add(account)
  await lockKeys(unit, 'bank account', accounts)
  const ours = await accountsByNumber(unit, [...accounts])
  const gathered: Gathered = {
    entries: 0,
    duplicates: 0,
    findings: [],
    refused: new Map(),
    batches: new Map(),
    accounts: ours,
  }
  const news: ReadonlySet<string>[] = []
  for (const page of read.pages()) {
    const fitting = page.filter((entry) => isFit(gathered, entry, fit))
    const known = await knownOf(unit, fitting)
    const fresh = fitting.filter((entry) => !isKnown(entry, known))
    gathered.entries += fresh.length
    gathered.duplicates += fitting.length - fresh.length
    for (const entry of fresh) gather(gathered, entry)
    news.push(new Set(fresh.map(({ key }) => key)))
  }
  const batches = await addBatches(unit, file, gathered, read.statements)
  let at = 0
  for (const page of read.pages()) {
    const fresh = news[at++]!
    for (const entry of page) {
      if (fresh.has(entry.key)) addPayment(unit, entry, batches, accountIn(ours, entry))
    }
    await unit.flush()
  }
  return { ...gathered, findings: findingsOf(gathered) }
}

function isFit({ refused }: Gathered, entry: EntryRead, fit: Fit): boolean {
  const no = fit(entry)
  if (no === undefined) return true
  const key = `${entry.account} ${entry.currency}`
  const before = refused.get(key)
  if (before === undefined) refused.set(key, { ...no, place: entry.place, count: 1 })
  else before.count++
  return false
}

const findingsOf = ({ refused }: Gathered): Finding[] =>
  [...refused.values()].map(({ place, code, message, count }) => {
    const more = count === 1 ? '' : `: ${count} entries from here on`
    return { place, code, message: `${message}${more}` }
  })

interface Known {
  keys: ReadonlySet<string>
  groups: ReadonlySet<string>
}

/** The same entry, or the collective one of which it is a part, or whose parts were there. */
const isKnown = ({ key, groupOtherwise }: EntryRead, { keys, groups }: Known): boolean =>
  keys.has(key) || (groupOtherwise !== null && groups.has(groupOtherwise))

async function knownOf(unit: Unit, page: readonly EntryRead[]): Promise<Known> {
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

const batchKey = ({ statement, account, currency, bookDate }: EntryRead): string =>
  [statement, account, currency, bookDate].join(' ')

function gather({ batches }: Gathered, entry: EntryRead): void {
  const key = batchKey(entry)
  const batch = batches.get(key) ?? { of: entry, count: 0, total: 0n }
  batch.count++
  batch.total += entry.kind === 'PAYMENT' ? BigInt(entry.amount) : -BigInt(entry.amount)
  batches.set(key, batch)
}

async function addBatches(
  unit: Unit,
  file: PaymentFile,
  { batches, accounts }: Gathered,
  statements: readonly StatementRead[],
): Promise<ReadonlyMap<string, PaymentBatch>> {
  const byNumber = new Map(statements.map((one) => [one.number, one]))
  const made = [...batches].map(([key, { of, count, total }]) => {
    const statement = byNumber.get(of.statement)
    const batch = unit.insert(PaymentBatch, {
      account: of.account,
      clientId: accountIn(accounts, of)?.clientId ?? null,
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
    return [key, batch] as const
  })
  await unit.flush()
  return new Map(made)
}

/** As it came: in no book, and nobody has looked what it is for. */
function addPayment(
  unit: Unit,
  entry: EntryRead,
  batches: ReadonlyMap<string, PaymentBatch>,
  receiving: ReceivingAccount | undefined,
): void {
  const { place: _, statement: __, account: ___, groupOtherwise: ____, ...said } = entry
  const { key: entryKey, group: entryGroup, amount, ...fields } = said
  const batch = batches.get(batchKey(entry))!
  unit.insert(PaymentTransaction, {
    ...fields,
    ...allUnplaced(BigInt(amount)),
    entryKey,
    entryGroup,
    batchId: batch.id,
    clientId: batch.clientId ?? null,
    paymentAccountId: receiving?.id ?? null,
    reversesId: null,
    specificationDocumentId: null,
    source: 'FILE',
    status: 'NEW',
    bookedAt: null,
    createdBy: unit.principal.id,
  })
}
