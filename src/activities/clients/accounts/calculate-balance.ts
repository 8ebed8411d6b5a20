import { decimal } from '../../../domain/money.ts'
import type { ClientAccount } from '../../../entities/client-account.ts'
import { leaveErrand } from '../../system/leave-errand.ts'
import { settleErrand } from '../../system/settle-errand.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { lockedAccount } from './locked-account.ts'

export interface Calculated {
  account: ClientAccount
  before: bigint
}

/** Calculates the balance from the transactions, and leaves an errand if the stored one differs. */
export async function calculateBalance(unit: Unit, id: string): Promise<Calculated> {
  const account = await lockedAccount(unit, id)
  const { balance: before, currency, clientId, type } = account
  const [summed] = await unit.transaction.query<{ balance: string }>(
    `select coalesce(sum(amount), 0)::text as balance from client_account_transaction
     where tenant_id = $1 and client_account_id = $2`,
    [unit.tenantId, id],
  )
  account.balance = BigInt(summed!.balance)
  const calculated = { account, before }
  const dedupeKey = `client-account-balance/${id}`
  if (account.balance === before) {
    await settleErrand(unit, dedupeKey, 'The balance is what its transactions say')
    return calculated
  }
  await leaveErrand(unit, {
    type: 'RECONCILIATION',
    subjectType: 'ClientAccount',
    subjectId: id,
    clientId,
    severity: 'HIGH',
    title: `The kept balance of the client account ${type} was not what its transactions say`,
    data: { before: decimal(before, currency), after: decimal(account.balance, currency) },
    dedupeKey,
  })
  return calculated
}
