import { decimal } from '../../../domain/money.ts'
import type { ClientAccount } from '../../../entities/client-account.ts'
import { leaveErrand } from '../../system/leave-errand.ts'
import { settleErrand } from '../../system/settle-errand.ts'
import { driftOf } from '../../../kernel/write/drift.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { lockedAccount } from './locked-account.ts'

export interface Calculated {
  account: ClientAccount
  before: bigint
}

/** Calculates the balance from the transactions, and leaves an errand if the stored one differs. */
export async function calculateBalance(unit: Unit, id: string): Promise<Calculated> {
  const drift = await driftOf(unit, id, drifted)
  const account = await lockedAccount(unit, id)
  const { balance: before, currency, clientId, type } = account
  account.balance = before - drift
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

const drifted = `
select (a.balance - coalesce((select sum(t.amount) from client_account_transaction t
  where t.tenant_id = $1 and t.client_account_id = a.id), 0))::text as drift
from client_account a where a.tenant_id = $1 and a.id = $2`
