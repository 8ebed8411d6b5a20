import { decimal } from '../../../domain/money.ts'
import type { Finding, StatementRead } from '../../../domain/payments/bank-file.ts'
import type { PaymentFile } from '../../../entities/payment-file.ts'
import { PaymentReconciliation } from '../../../entities/payment-reconciliation.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { accountIn, accountsByNumber } from '../receiving-accounts.ts'

type Balanced = StatementRead & { date: string; opening: string; closing: string }

/**
 * The balances of a file against what moved: the sum of each statement has to lead from one to the
 * other, and each has to begin where the one before it ended.
 */
export async function reconcile(
  unit: Unit,
  file: PaymentFile,
  statements: readonly StatementRead[],
): Promise<Finding[]> {
  const balanced = statements.filter(
    (one): one is Balanced => one.date !== null && one.opening !== null && one.closing !== null,
  )
  if (balanced.length === 0) return []
  const present = await unit.readEach(PaymentReconciliation, 'payment_file_id = $2', [file.id])
  const known = new Set(present.map(({ number }) => number))
  const before = await endsBefore(unit, file.id, balanced)
  const ours = await accountsByNumber(
    unit,
    balanced.map(({ account }) => account),
  )
  for (const one of balanced) {
    if (!known.has(one.number)) add(unit, file, one, accountIn(ours, one)?.clientId ?? null)
  }
  await unit.flush()
  return gapsOf(balanced, before)
}

function add(unit: Unit, file: PaymentFile, one: Balanced, clientId: string | null): void {
  const [opening, closing, statementSum] = [one.opening, one.closing, one.movement].map(BigInt) as [
    bigint,
    bigint,
    bigint,
  ]
  const difference = closing - opening - statementSum
  unit.insert(PaymentReconciliation, {
    account: one.account,
    clientId,
    paymentFileId: file.id,
    number: one.number,
    currency: one.currency,
    date: one.date,
    statement: one.id,
    serial: one.serial,
    opening,
    statementSum,
    closing,
    difference,
    status: 'DIFF',
    fromDate: null,
    daySum: null,
    bookedSum: null,
    booksBalance: null,
    comparedAt: null,
    explanation: null,
    explainedBy: null,
  })
}

/** How each account stood at the end of the last day before the first of these. */
async function endsBefore(
  unit: Unit,
  fileId: string,
  balanced: readonly Balanced[],
): Promise<ReadonlyMap<string, bigint>> {
  const firsts = new Map<string, string>()
  for (const { account, date } of balanced) {
    const first = firsts.get(account)
    if (first === undefined || date < first) firsts.set(account, date)
  }
  const rows = await unit.transaction.prepared<{ account: string; closing: string }>(
    `select w.account, last.closing::text as closing
     from unnest($2::text[], $3::date[]) as w (account, day)
     cross join lateral (
       select r.closing from payment_reconciliation r
       where r.tenant_id = $1 and r.account = w.account and r.date < w.day
         and r.payment_file_id <> $4
       order by r.date desc, r.id desc limit 1
     ) last`,
    [unit.tenantId, [...firsts.keys()], [...firsts.values()], fileId],
  )
  return new Map(rows.map(({ account, closing }) => [account, BigInt(closing)]))
}

function gapsOf(balanced: readonly Balanced[], before: ReadonlyMap<string, bigint>): Finding[] {
  const ends = new Map(before)
  const inOrder = balanced.toSorted((a, b) => a.date.localeCompare(b.date) || a.number - b.number)
  return inOrder.flatMap(({ account, currency, opening, closing, place }): Finding[] => {
    const end = ends.get(account)
    ends.set(account, BigInt(closing))
    if (end === undefined || end === BigInt(opening)) return []
    const [then, now] = [decimal(end, currency), decimal(BigInt(opening), currency)]
    const message = `It begins with ${now}, and the one before it ended with ${then}`
    return [{ place, code: 'BALANCE_GAP', message }]
  })
}
