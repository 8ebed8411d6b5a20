import { sum } from '../../../domain/money.ts'
import { settlementOf, type Moved } from '../../../domain/payouts/settlement.ts'
import type { FinancialEvent } from '../../../entities/financial-event.ts'
import { PayoutSettlement, PayoutSettlementLine } from '../../../entities/payout-settlement.ts'
import type { Payout } from '../../../entities/payout.ts'
import { idsAt } from '../../../kernel/write/ids.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** A unit lasts less, so that no transaction comes with an id from before it. */
const unitsLastMs = 3_600_000

type ToClient = Payout & { clientId: string; clientAccountId: string }

interface Unsettled extends Moved {
  accountId: string
  eventId: string
  balance: bigint
}

/**
 * Explains payouts that were booked just now, while their accounts are held: the first of an
 * account is of all that moved it since the settlement before, each other of itself.
 */
export async function settlePayouts(
  unit: Unit,
  payouts: readonly ToClient[],
  events: readonly FinancialEvent[],
): Promise<void> {
  if (payouts.length === 0) return
  await unit.flush()
  const eventOf = new Map(events.map(({ sourceId, id }) => [sourceId, id]))
  const moved = await unsettled(unit, [...new Set(payouts.map((one) => one.clientAccountId))])
  const ofAccount = Map.groupBy(moved, ({ accountId }) => accountId)
  for (const [accountId, own] of Map.groupBy(payouts, (one) => one.clientAccountId)) {
    const lines = ofAccount.get(accountId) ?? []
    const [first] = own
    const later = new Set(own.slice(1).map(({ id }) => eventOf.get(id)))
    let opening = (lines[0]?.balance ?? 0n) - sum(lines.map(({ amount }) => amount))
    for (const payout of own) {
      const of = lines.filter(({ eventId }) =>
        payout === first ? !later.has(eventId) : eventId === eventOf.get(payout.id),
      )
      opening = addSettlement(unit, payout, settlementOf(opening, of), of)
    }
  }
}

function addSettlement(
  unit: Unit,
  { id: payoutId, clientId, clientAccountId, batchId = null, currency }: ToClient,
  sums: ReturnType<typeof settlementOf>,
  lines: readonly Moved[],
): bigint {
  const of = { clientId, clientAccountId, payoutId, batchId, currency, createdAt: unit.now }
  const { id: settlementId } = unit.insert(PayoutSettlement, { ...of, ...sums })
  for (const { id: transactionId } of lines) {
    const line = { clientId, settlementId, transactionId, createdAt: unit.now }
    unit.insert(PayoutSettlementLine, line)
  }
  return sums.closing
}

/** What no settlement explains yet; none of before the last one is looked at again. */
async function unsettled(unit: Unit, accountIds: readonly string[]): Promise<Unsettled[]> {
  const lasts = await unit.transaction.prepared<{ id: string; at: Date | null }>(
    `select a.id, (select max(s.created_at) from payout_settlement s
       where s.tenant_id = $1 and s.client_account_id = a.id) as at
     from unnest($2::uuid[]) a (id)`,
    [unit.tenantId, accountIds],
  )
  const begins = lasts.map(({ at }) => new Date((at?.getTime() ?? unitsLastMs) - unitsLastMs))
  const froms = begins.map((at) => idsAt(at)('ClientAccountTransaction'))
  const rows = await unit.transaction.prepared<Record<keyof Unsettled, string>>(
    `select t.id, t.type, t.amount::text as amount, t.client_account_id as "accountId",
       t.financial_event_id as "eventId", c.balance::text as balance
     from unnest($2::uuid[], $3::uuid[]) a (id, begin)
     join client_account c on c.tenant_id = $1 and c.id = a.id
     join client_account_transaction t on t.tenant_id = $1 and t.client_account_id = a.id
       and t.id > a.begin
     where not exists (select from payout_settlement_line l
       where l.tenant_id = $1 and l.transaction_id = t.id)
     order by t.id`,
    [unit.tenantId, lasts.map(({ id }) => id), froms],
  )
  return rows.map((row): Unsettled => ({
    ...row,
    type: row.type as Moved['type'],
    amount: BigInt(row.amount),
    balance: BigInt(row.balance),
  }))
}
