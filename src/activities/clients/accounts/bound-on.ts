import { takingText } from '../../../domain/clients/accounts.ts'
import { larger } from '../../../domain/money.ts'
import type { ClientAccount } from '../../../entities/client-account.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { reserveOwed } from './reserve-owed.ts'

type Asked = Pick<ClientAccount, 'id' | 'clientId' | 'currency' | 'type'>

/** What is not available of each account: what payouts will take, and what open claims reserve. */
export async function boundOn(
  unit: Unit,
  accounts: readonly Asked[],
): Promise<ReadonlyMap<string, bigint>> {
  const ids = accounts.map(({ id }) => id)
  const [waiting, owed] = await Promise.all([onTheirWay(unit, ids), reserveOwed(unit, accounts)])
  return new Map(ids.map((id) => [id, (waiting.get(id) ?? 0n) + larger(owed.get(id) ?? 0n, 0n)]))
}

export async function boundOnOne(unit: Unit, account: Asked): Promise<bigint> {
  return (await boundOn(unit, [account])).get(account.id) ?? 0n
}

/** What payouts that are not booked yet will take from each account. */
async function onTheirWay(
  unit: Unit,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await unit.transaction.prepared<{ id: string; amount: string }>(
    `select client_account_id as id, sum(amount)::text as amount from payout
     where tenant_id = $1 and client_account_id = any ($2) and status in (${takingText})
       and claim_id is null
     group by 1`,
    [unit.tenantId, accountIds],
  )
  return new Map(rows.map(({ id, amount }) => [id, BigInt(amount)]))
}
