import type { Unit } from '../../../kernel/write/unit.ts'

/** Of each account what payouts will still take, that nobody has booked yet. */
export async function onTheirWay(
  unit: Unit,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await unit.transaction.prepared<{ id: string; amount: string }>(
    `select client_account_id as id, sum(amount)::text as amount from payout
     where tenant_id = $1 and client_account_id = any ($2) and status = 'CREATED' group by 1`,
    [unit.tenantId, accountIds],
  )
  return new Map(rows.map(({ id, amount }) => [id, BigInt(amount)]))
}

export async function onItsWay(unit: Unit, accountId: string): Promise<bigint> {
  return (await onTheirWay(unit, [accountId])).get(accountId) ?? 0n
}
