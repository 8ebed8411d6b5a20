import { availableOn, isOfAccount } from '../../../domain/clients/accounts.ts'
import type { BusinessDate } from '../../../domain/dates.ts'
import { isDueToPay } from '../../../domain/payouts/batch.ts'
import { Refusal } from '../../../domain/refusal.ts'
import type { ClientAccount } from '../../../entities/client-account.ts'
import { Payout } from '../../../entities/payout.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { boundOn } from '../../clients/accounts/bound-on.ts'
import { destinationsOf, tellingOf } from '../../clients/accounts/paid-to.ts'
import { clientsBlockedAmong } from '../../clients/accounts/payouts-blocked.ts'

/**
 * Makes a payout of what is available on each of some held accounts whose day has come. One that
 * is not paid out now is tried again at the next generation.
 */
export async function payDueAccounts(
  unit: Unit,
  accounts: readonly ClientAccount[],
  lastDays: LastDays,
  day: BusinessDate,
): Promise<Payout[]> {
  const due = accounts.filter(
    ({ id, type, payoutSchedule }) =>
      type === 'MAIN' && isDueToPay(payoutSchedule, lastDays.get(id) ?? null, day),
  )
  if (due.length === 0) return []
  const clientIds = due.map(({ clientId }) => clientId)
  const [bound, destinations, blocked, tell] = await Promise.all([
    boundOn(unit, due),
    destinationsOf(unit, due),
    clientsBlockedAmong(unit, clientIds),
    tellingOf(unit, clientIds),
  ])
  const made = due.flatMap((account) => {
    const to = destinations.get(account.id)
    const amount = availableOn(account, bound.get(account.id) ?? 0n)
    const isTooSmall = amount === 0n || (account.minPayout != null && amount < account.minPayout)
    if (isTooSmall || blocked.has(account.clientId)) return []
    return to === undefined || to instanceof Refusal
      ? []
      : [scheduled(unit, account, to, amount, day)]
  })
  for (const payout of made) {
    const told = isOfAccount(payout) ? tell(payout) : undefined
    unit.update(Payout, payout, { reference: payout.id, ...told })
  }
  return made
}

function scheduled(
  unit: Unit,
  { id, clientId, currency }: ClientAccount,
  to: Exclude<ReturnType<Awaited<ReturnType<typeof destinationsOf>>['get']>, Refusal | undefined>,
  amount: bigint,
  day: BusinessDate,
): Payout {
  return unit.insert(Payout, {
    clientId,
    clientAccountId: id,
    debtorId: null,
    claimId: null,
    amount,
    currency,
    plannedDate: day,
    scheduledDay: day,
    payoutAccountId: to.id,
    payoutKind: to.kind,
    payoutNumber: to.number,
    payoutBic: to.bic ?? null,
    payoutHolder: to.holderName,
    remittanceText: null,
    reference: '',
    status: 'CREATED',
    batchId: null,
    confirmedAt: null,
    rejectionCode: null,
    createdBy: unit.principal.id,
  })
}

type LastDays = ReadonlyMap<string, BusinessDate | null>

/** For which day of its schedule each of some accounts was paid out last. */
export async function lastScheduled(unit: Unit, accountIds: readonly string[]): Promise<LastDays> {
  const rows = await unit.transaction.prepared<{ id: string; day: BusinessDate | null }>(
    `select a.id, (select p.scheduled_day::text from payout p
       where p.tenant_id = $1 and p.client_account_id = a.id
         and p.scheduled_day is not null and p.status <> 'CANCELLED'
       order by p.scheduled_day desc limit 1) as day
     from unnest($2::uuid[]) a (id)`,
    [unit.tenantId, accountIds],
  )
  return new Map(rows.map(({ id, day }) => [id, day]))
}
