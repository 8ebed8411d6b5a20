import type { ClientAccount } from '../../../entities/client-account.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

type Asked = Pick<ClientAccount, 'id' | 'clientId' | 'currency' | 'type'>

/** What open bought claims reserve on each RESERVE account; other accounts reserve nothing. */
export async function reserveOwed(
  unit: Unit,
  accounts: readonly Asked[],
): Promise<ReadonlyMap<string, bigint>> {
  const reserves = accounts.filter(({ type }) => type === 'RESERVE')
  if (reserves.length === 0) return new Map()
  const rows = await unit.transaction.prepared<{ of: string; amount: string }>(
    `select id_text(e.client_id) || ' ' || e.currency as of, sum(case e.type
         when 'FINANCED' then (e.facts ->> 'reserve')::bigint
         when 'RESERVE_RELEASED' then -(e.facts ->> 'amount')::bigint
         else -coalesce(e.facts ->> 'fromReserve', '0')::bigint end)::text as amount
     from invoice i join financial_event e on e.tenant_id = i.tenant_id and e.claim_id = i.id
       and e.claim_type = 'INVOICE'
     where i.tenant_id = $1 and i.client_id = any ($2)
       and i.financing_status in ('FINANCED', 'REFINANCED') and e.reversed_by_id is null
       and e.type in ('FINANCED', 'DILUTION', 'RECOURSE', 'RESERVE_RELEASED')
     group by 1`,
    [unit.tenantId, reserves.map(({ clientId }) => clientId)],
  )
  const owed = new Map(rows.map(({ of, amount }) => [of, BigInt(amount)]))
  return new Map(
    reserves.map(({ id, clientId, currency }) => [id, owed.get(`${clientId} ${currency}`) ?? 0n]),
  )
}
