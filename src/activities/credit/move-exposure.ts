import { larger } from '../../domain/money.ts'
import { SystemDebtorCreditStatus } from '../../entities/system-debtor.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { addToExposure } from './debtor-exposure.ts'
import { addToGroup, heldGroups } from './group-limits.ts'
import { lockDebtorLimits } from './lock-limits.ts'

interface Counted extends Record<string, unknown> {
  clientId: string
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
    const identities = [from, to].flatMap((identity) => identity ?? [])
    const limits = await lockDebtorLimits(
      unit,
      identities.flatMap((systemDebtorId) =>
        all.map(({ currency }) => ({ systemDebtorId, currency })),
      ),
    )
    const groups = await heldGroups(unit, limits)
    for (const limit of limits) {
      const counted = all.find(({ currency }) => currency === limit.currency)
      const sign = limit.systemDebtorId === to ? 1n : -1n
      const utilised = sign * BigInt(counted?.utilised ?? 0)
      const reserved = sign * BigInt(counted?.reserved ?? 0)
      unit.update(SystemDebtorCreditStatus, limit, {
        utilised: larger(limit.utilised + utilised, 0n),
        reserved: larger(limit.reserved + reserved, 0n),
      })
      for (const group of groups.of(limit)) addToGroup(unit, group, utilised, reserved)
    }
    moveShares(unit, debtorId, from, to, all)
  })
}

/** In the order of the rows, so that two who move at once do not wait for each other. */
function moveShares(
  unit: Unit,
  debtorId: string,
  from: string | null,
  to: string | null,
  all: readonly Counted[],
): void {
  const inOrder = (from ?? debtorId) < (to ?? debtorId) ? [from, to] : [to, from]
  for (const systemDebtorId of inOrder) {
    const sign = systemDebtorId === to ? 1n : -1n
    for (const { clientId, currency, utilised, reserved } of all) {
      const share = { clientId, debtorId, systemDebtorId, currency }
      addToExposure(unit, share, sign * BigInt(utilised), sign * BigInt(reserved))
    }
  }
}

function countedOn(unit: Unit, debtorId: string): Promise<Counted[]> {
  return unit.transaction.query<Counted>(
    `select client_id as "clientId", currency, sum(utilised)::text as utilised,
       sum(reserved)::text as reserved
     from (
       select client_id, base_currency as currency, balance as utilised, 0::bigint as reserved
       from invoice
       where tenant_id = $1 and debtor_id = $2 and financing_status in ('FINANCED', 'REFINANCED')
       union all
       select client_id, currency, 0, reserved from factoring_decision
       where tenant_id = $1 and debtor_id = $2 and status <> 'DECIDED'
     ) counted
     group by 1, 2 having sum(utilised) <> 0 or sum(reserved) <> 0 order by 1, 2`,
    [unit.tenantId, debtorId],
  )
}
