import { refuse } from '../../domain/refusal.ts'
import type { Invoice } from '../../entities/invoice.ts'
import type { Unit } from '../../kernel/write/unit.ts'

interface UnderWay extends Record<string, unknown> {
  decisions: number
  claims: number
  /** That were made after the others were held. */
  drafts: number
  /** Asked for over a rail, or found for a claim and not booked. */
  payments: number
  /** Paid back to it, and not arrived. */
  payouts: number
}

/** A debtor that moves leaves nothing behind that is about to happen to it. */
export async function refuseUnderWay(
  unit: Unit,
  debtorId: string,
  held: readonly Invoice[],
): Promise<void> {
  // Some of it is hidden from a client, and is under way all the same.
  const [found] = await unit.widened(() =>
    unit.transaction.prepared<UnderWay>(underWay, [
      unit.tenantId,
      debtorId,
      held.map(({ id }) => id),
    ]),
  )
  const { decisions = 0, claims = 0, drafts = 0, payments = 0, payouts = 0 } = found ?? {}
  const busy = (detail: string) => refuse('DEBTOR_BUSY', { detail })
  if (drafts > 0) busy('Invoices of the debtor are being made.')
  if (decisions > 0) busy(`Decisions about it are open: ${decisions}.`)
  if (payments > 0) busy(`Payments of it are under way: ${payments}.`)
  if (payouts > 0) busy(`Payouts to it are under way: ${payouts}.`)
  if (claims > 0) refuse('DEBTOR_HAS_CLAIMS', { detail: `Open claims on it: ${claims}.` })
}

const underWay = `select
  (select count(*)::int from factoring_decision
    where tenant_id = $1 and debtor_id = $2 and status <> 'DECIDED') as decisions,
  (select count(*)::int from invoice where tenant_id = $1 and debtor_id = $2
    and booked_date is not null
    and (balance <> 0 or fees_amount <> 0 or interest_amount <> 0)) as claims,
  (select count(*)::int from invoice where tenant_id = $1 and debtor_id = $2
    and ledger_status = 'NOT_BOOKED' and id <> all ($3)) as drafts,
  (select count(*)::int from payment_request where tenant_id = $1 and debtor_id = $2
    and status in ('CREATED', 'SENT', 'PENDING'))
  + (select count(*)::int from payment_link where tenant_id = $1 and debtor_id = $2
    and status in ('PROPOSED', 'CONFIRMED')) as payments,
  (select count(*)::int from payout p join invoice i on i.tenant_id = $1 and i.id = p.claim_id
    where p.tenant_id = $1 and i.debtor_id = $2
    and p.status not in ('CONFIRMED', 'CANCELLED', 'REJECTED')) as payouts`
