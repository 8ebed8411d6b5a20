import { decimal } from '../../domain/money.ts'
import { BookkeepingAccount } from '../../entities/bookkeeping-account.ts'
import { leaveErrand } from '../system/leave-errand.ts'
import { settleErrand } from '../system/settle-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export interface Recalculated {
  account: BookkeepingAccount
  before: bigint
}

/** Calculates the balance from the postings; if the stored one differed, it leaves an errand. */
export async function calculateBalance(unit: Unit, id: string): Promise<Recalculated> {
  await unit.locked(BookkeepingAccount, { id })
  const account = await unit.load(BookkeepingAccount, id)
  const { balance: before, currency, number, clientId } = account
  const [summed] = await unit.transaction.query<{ balance: string; date: string | null }>(
    `select coalesce(sum(amount), 0)::text as balance, max(date) as date
     from voucher_posting where tenant_id = $1 and account_id = $2`,
    [unit.tenantId, id],
  )
  account.balance = BigInt(summed!.balance)
  account.balanceAsOf = summed!.date
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
