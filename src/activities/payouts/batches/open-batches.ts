import { takesCurrency } from '../../../domain/clients/bank-account.ts'
import { businessDayFrom, type BusinessDate } from '../../../domain/dates.ts'
import { sum } from '../../../domain/money.ts'
import { payoutsOfBatchMax } from '../../../domain/payouts/batch.ts'
import { lifeOfPayout } from '../../../domain/payouts/payout.ts'
import { SystemBankAccount } from '../../../entities/payment-account.ts'
import { PayoutBatch } from '../../../entities/payout-batch.ts'
import { Payout } from '../../../entities/payout.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import { hold } from '../../../kernel/write/hold.ts'
import { lockKeys } from '../../../kernel/write/lock-key.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { closedDaysOf } from '../../../ports/calendar/closed-days.ts'
import type { PayoutsAsked } from './generate-batches.ts'

/** As many as it still takes of those that the bank can pay so. */
export function gather(unit: Unit, open: OpenBatch, payouts: readonly Payout[]): void {
  const fit = payouts
    .filter(({ payoutKind, currency: of }) => payoutKind != null && takesCurrency(payoutKind, of))
    .slice(0, payoutsOfBatchMax - open.count)
  if (fit.length === 0) return
  const total = sum(fit.map(({ amount }) => amount))
  const { row } = open
  const batch = row ?? unit.insert(PayoutBatch, { ...open.fresh, count: 0, total: 0n })
  for (const payout of fit) {
    const status = lifeOfPayout.move(payout.status, 'gather')
    unit.update(Payout, payout, { status, batchId: batch.id })
  }
  unit.update(PayoutBatch, batch, {
    count: batch.count + fit.length,
    total: batch.total + total,
  })
}

interface OpenBatch {
  row: PayoutBatch | undefined
  count: number
  fresh: ReturnType<typeof freshOf>
}

interface BatchOf {
  currency: string
  systemBankAccountId: string
  executionDate: BusinessDate
}

const freshOf = (unit: Unit, of: BatchOf) => ({
  ...of,
  clientId: null,
  status: 'CREATED' as const,
  hash: null,
  createdBy: unit.principal.id,
  authorizedBy: null,
  authorizedAt: null,
  exportedAt: null,
})

/**
 * By currency, the batch of this person and day that takes more; none without a bank account. Banks
 * carry nothing out while they are closed.
 */
export async function openBatches(
  unit: Unit,
  currencies: ReadonlySet<string>,
  input: PayoutsAsked,
) {
  const { countryCode } = await unit.tenant()
  const executionDate = businessDayFrom(input.date, closedDaysOf(countryCode))
  const alike = {
    executionDate,
    status: 'CREATED',
    createdBy: unit.principal.id,
  } as const
  const [, banks, known] = await Promise.all([
    lockKeys(unit, 'payout batch', currencies),
    payingAccounts(unit, currencies, input.systemBankAccountId),
    rowsOf(unit, PayoutBatch, alike, ['id', 'systemBankAccountId', 'count']),
  ])
  const open = known.filter(({ count }) => count < payoutsOfBatchMax)
  hold(unit, PayoutBatch, open.map(({ id: each }) => each).toSorted())
  const rows = await unit.readEach(PayoutBatch, 'id = any($2)', [open.map(({ id: each }) => each)])
  const found = new Map<string, OpenBatch>()
  for (const [code, bank] of banks) {
    const row = rows.find(
      (each) =>
        each.systemBankAccountId === bank && each.currency === code && each.status === 'CREATED',
    )
    const fresh = freshOf(unit, { currency: code, systemBankAccountId: bank, executionDate })
    found.set(code, { row, count: row?.count ?? 0, fresh })
  }
  return found
}

/** The one that was named, or the oldest active of each currency; an IBAN before others. */
async function payingAccounts(unit: Unit, currencies: ReadonlySet<string>, named?: string) {
  const fields = ['id', 'kind', 'currency'] as const
  const having = { currency: [...currencies], active: true, ...(named && { id: [named] }) }
  const accounts = await rowsOf(unit, SystemBankAccount, having, fields)
  const sorted = accounts.toSorted(
    (a, b) => Number(b.kind === 'IBAN') - Number(a.kind === 'IBAN') || (a.id < b.id ? -1 : 1),
  )
  const first = new Map<string, string>()
  for (const { id: each, currency: of } of sorted) if (!first.has(of)) first.set(of, each)
  return first
}
