import { decimal } from '../../domain/money.ts'
import { BookkeepingAccount } from '../../entities/bookkeeping-account.ts'
import { leaveErrand } from '../system/leave-errand.ts'
import { settleErrand } from '../system/settle-errand.ts'
import { driftOf } from '../../kernel/write/drift.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export interface Recalculated {
  account: BookkeepingAccount
  before: bigint
}

/** Calculates the balance from the postings; if the stored one differed, it leaves an errand. */
export async function calculateBalance(unit: Unit, id: string): Promise<Recalculated> {
  const drift = await driftOf(unit, id, drifted)
  const account = await loadHeld(unit, BookkeepingAccount, id)
  const { balance: before, currency, number, clientId } = account
  const [last] = await unit.transaction.query<{ date: string | null }>(
    `select max(date) as date from voucher_posting where tenant_id = $1 and account_id = $2`,
    [unit.tenantId, id],
  )
  account.balance = before - drift
  account.balanceAsOf = last?.date ?? null
  const dedupeKey = `bookkeeping-account-balance/${id}`
  if (account.balance === before) {
    await settleErrand(unit, dedupeKey, 'The balance is what its postings say')
    return { account, before }
  }
  await leaveErrand(unit, {
    type: 'RECONCILIATION',
    subjectType: 'BookkeepingAccount',
    subjectId: id,
    clientId: clientId ?? null,
    severity: 'HIGH',
    title: `The kept balance of account ${number} was not what its postings say`,
    data: { before: decimal(before, currency), after: decimal(account.balance, currency) },
    dedupeKey,
  })
  return { account, before }
}

const drifted = `
select (a.balance - coalesce((select sum(p.amount) from voucher_posting p
  where p.tenant_id = $1 and p.account_id = a.id), 0))::text as drift
from bookkeeping_account a where a.tenant_id = $1 and a.id = $2`
