import { larger } from '../../domain/money.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { lockDebtorLimits } from './lock-limits.ts'

interface Counted extends Record<string, unknown> {
  currency: string
  utilised: string
  reserved: string
}

/**
 * Moves what is financed and reserved on a debtor from the limits of its former identity to those
 * of its new one; without an identity there are none. Caller and users of limits all hold the
 * debtor, so neither misses the other's change.
 */
export async function moveExposure(
  unit: Unit,
  debtorId: string,
  from: string | null,
  to: string | null,
): Promise<void> {
  await unit.widened(async () => {
    const all = await countedOn(unit, debtorId)
    const limits = await lockDebtorLimits(
      unit,
      [from, to].flatMap((identity) => identity ?? []),
      all.map(({ currency }) => currency),
    )
    for (const limit of limits) {
      const counted = all.find(({ currency }) => currency === limit.currency)
      const sign = limit.systemDebtorId === to ? 1n : -1n
      limit.utilised = larger(limit.utilised + sign * BigInt(counted?.utilised ?? 0), 0n)
      limit.reserved = larger(limit.reserved + sign * BigInt(counted?.reserved ?? 0), 0n)
    }
  })
}

function countedOn(unit: Unit, debtorId: string): Promise<Counted[]> {
  return unit.transaction.query<Counted>(
    `select currency, sum(utilised)::text as utilised, sum(reserved)::text as reserved
     from (
       select base_currency as currency, balance as utilised, 0::bigint as reserved from invoice
       where tenant_id = $1 and debtor_id = $2 and financing_status in ('FINANCED', 'REFINANCED')
       union all
       select currency, 0, reserved from factoring_decision
       where tenant_id = $1 and debtor_id = $2 and status <> 'DECIDED'
     ) counted
     group by currency having sum(utilised) <> 0 or sum(reserved) <> 0 order by currency`,
    [unit.tenantId, debtorId],
  )
}
