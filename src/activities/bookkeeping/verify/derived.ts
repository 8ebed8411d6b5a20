import { derive } from '../../../domain/bookkeeping/posting-rules.ts'
import type { RuleLine } from '../../../domain/bookkeeping/rule-lines.ts'
import type {
  ClientAccountType,
  FinancialEventType,
  OwnerType,
} from '../../../domain/bookkeeping/ledger.ts'
import { atRate } from '../../../domain/money.ts'
import type { Transaction } from '../../../ports/database/transaction.ts'

export const derivedCheck = {
  name: 'derived-postings',
  promise: 'every voucher of an event says what its posting rule makes of the event, line by line',
}

interface EventPostings extends Record<string, unknown> {
  id: string
  type: FinancialEventType
  amount: string
  currency: string
  facts: Record<string, unknown>
  vouchers: { owner: OwnerType; rule: string; lines: Record<string, string> }[]
  claim: { invoiceCurrency: string; baseCurrency: string; rate: string; gross: string } | null
}

const page = 1000

/**
 * The postings of the next events, summed by book and role; reversals count with their originals.
 * One voucher after the other, by its index: before anybody has counted what there is, PostgreSQL
 * would read all postings for a page.
 */
const nextEvents = `
  with some_events as materialized (
    select * from financial_event
    where tenant_id = $1 and id > $2 and type <> 'REVERSAL' order by id limit ${page}
  ), line as (
    select e.id as event, v.owner_type, v.rule, p.role, sum(p.amount) as amount
    from some_events e
    cross join lateral (select id, owner_type, rule from voucher
      where tenant_id = $1 and financial_event_id = e.id and rule <> 'RECLASSIFY' offset 0) v
    cross join lateral (select coalesce(role, '') as role, sum(amount) as amount
      from voucher_posting where tenant_id = $1 and voucher_id = v.id group by 1) p
    group by 1, 2, 3, 4
  ), booked as (
    select event, json_agg(json_build_object('owner', owner_type, 'rule', rule, 'lines', lines))
      as vouchers
    from (select event, owner_type, rule, json_object_agg(role, amount::text) as lines
      from line group by 1, 2, 3) by_voucher group by 1
  )
  select e.id, e.type, e.amount::text, e.currency, e.facts, coalesce(t.vouchers, '[]') as vouchers,
    case when i.id is not null then json_build_object('invoiceCurrency', i.invoice_currency,
      'baseCurrency', i.base_currency, 'rate', i.rate::text, 'gross', i.gross_amount::text) end
      as claim
  from some_events e left join booked t on t.event = e.id
  left join invoice i on i.tenant_id = e.tenant_id and i.id = e.claim_id
    and e.type in ('INVOICE_BOOKED', 'CREDIT_BOOKED')
  order by e.id`

/** What was found among the next events of a tenant. */
export interface Derived {
  broken: { subject: string; found: string }[]
  /** The events that were looked at. */
  ids: readonly string[]
  /** The event after which to go on; null if these were the last. */
  after: string | null
}

/** Derives the postings of a page of events again. */
export async function deriveAgain(
  transaction: Transaction,
  tenantId: string,
  after: string,
): Promise<Derived> {
  const accounts = await transaction.query<{ id: string; type: ClientAccountType }>(
    'select id, type from client_account where tenant_id = $1',
    [tenantId],
  )
  const types = new Map(accounts.map(({ id, type }) => [id, type]))
  const events = await transaction.query<EventPostings>(nextEvents, [tenantId, after])
  const broken = events.flatMap((event) => {
    const found = faultOf(event, (id) => types.get(id)!)
    return found === undefined ? [] : [{ subject: event.id, found }]
  })
  const ids = events.map(({ id }) => id)
  return { broken, ids, after: ids.length < page ? null : (ids.at(-1) ?? null) }
}

function faultOf(
  event: EventPostings,
  typeOf: (id: string) => ClientAccountType,
): string | undefined {
  const { type, facts, claim } = event
  const amount = BigInt(event.amount)
  const gross = claim === null ? undefined : grossOf(claim)
  if (gross !== undefined && gross !== amount && gross !== -amount) {
    return `booked with ${amount}, the invoice is ${gross}`
  }
  try {
    const { rule, tenant, client } = derive({ type, amount, facts, typeOf })
    for (const voucher of event.vouchers) {
      const lines = voucher.owner === 'TENANT' ? tenant : client
      const said = inWords(added(lines))
      const is = inWords(Object.entries(voucher.lines).map(([role, of]) => [role, BigInt(of)]))
      if (voucher.rule !== rule) return `${voucher.rule} instead of ${rule}`
      if (is !== said) return `${voucher.owner} ${rule}: ${is}, derived is ${said}`
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return undefined
}

function grossOf({
  gross,
  rate,
  invoiceCurrency,
  baseCurrency,
}: NonNullable<EventPostings['claim']>): bigint {
  return atRate(BigInt(gross), invoiceCurrency, baseCurrency, rate)
}

function added(lines: readonly RuleLine[]): [string, bigint][] {
  const sums = new Map<string, bigint>()
  for (const { role, amount } of lines) sums.set(role, (sums.get(role) ?? 0n) + amount)
  return [...sums]
}

/** Roles whose lines add up to zero are left out. */
const inWords = (sums: readonly [string, bigint][]) =>
  sums
    .filter(([, amount]) => amount !== 0n)
    .map(([role, amount]) => `${role} ${amount}`)
    .toSorted()
    .join(', ')
