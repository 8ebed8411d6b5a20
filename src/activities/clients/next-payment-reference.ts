import { referenceOf, type ReferenceScheme } from '../../domain/clients/reference-scheme.ts'
import type { Row } from '../../ports/database/transaction.ts'
import { lockSharedDefaults } from './locks.ts'
import { lastGiven } from './reference-prefixes.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export interface Taken extends Row, ReferenceScheme {
  client_id: string
  next_number: string
}

/**
 * Takes payment references for the next invoices, as many as wanted for each client; each is given
 * out once, and is null where there is none of the agreed length any more. One statement takes all
 * of them, waiting for earlier callers.
 */
export async function nextPaymentReferences(
  unit: Unit,
  wanted: ReadonlyMap<string, number>,
  before?: readonly Taken[],
): Promise<ReadonlyMap<string, readonly (string | null)[]>> {
  if (wanted.size === 0) return new Map()
  await unit.flush()
  const clientIds = [...wanted.keys()]
  const values = [unit.tenantId, clientIds, [...wanted.values()]]
  const known = before ?? (await unit.transaction.prepared<Taken>(takeKnown, values))
  const isKnown = known.length === wanted.size
  // Shared rows are locked before those of a client; usually every client has its own.
  if (!isKnown) await lockSharedDefaults(unit)
  unit.takes('payment_reference_setting', clientIds)
  const ids = clientIds.map(() => unit.newId('PaymentReferenceSetting'))
  const taken = isKnown
    ? known
    : await unit.transaction.prepared<Taken>(takeNumbers, [...values, ids, unit.now])
  const lacking = taken.filter(({ prefix }) => prefix === '')
  const prefixes = await takePrefixes(
    unit,
    lacking.map((row) => row.client_id),
  )
  return new Map(
    taken.map((row) => {
      const prefix = prefixes.get(row.client_id) ?? row.prefix
      const count = wanted.get(row.client_id) ?? 0
      const first = BigInt(row.next_number) - BigInt(count)
      const next = Array.from({ length: count }, (_, at) =>
        referenceOf({ ...row, prefix }, first + BigInt(at)),
      )
      return [row.client_id, next]
    }),
  )
}

/**
 * The same for what a query says is wanted, `client_id` and `count`; it takes none where a client
 * lacks a prefix, and is then asked again with what is wanted.
 */
export const takeReferences = (unit: Unit, wanted: string, values: readonly unknown[]) =>
  unit.transaction.prepared<Taken>(takenAmong(wanted), [unit.tenantId, ...values])

/** Takes references if every client has a prefix, else none at all. */
const takenAmong = (wanted: string) => `with wanted as materialized (${wanted}),
  held as materialized (
    select client_id from payment_reference_setting
    where tenant_id = $1 and client_id in (select client_id from wanted)
      and (select count(*) from wanted) = (
        select count(*) from payment_reference_setting
        where tenant_id = $1 and client_id in (select client_id from wanted) and prefix <> '')
    order by client_id for no key update)
  update payment_reference_setting s set next_number = s.next_number + w.count
  from wanted w
  where s.tenant_id = $1 and s.client_id = w.client_id
    and s.client_id in (select client_id from held)
  returning s.client_id, s.scheme, s.level, s.prefix, s.length, s.next_number`

const takeKnown = takenAmong(
  'select * from unnest($2::uuid[], $3::bigint[]) as w (client_id, count)',
)

/** A client without a choice of references gets the kind that is usual in its country. */
const takeNumbers = `insert into payment_reference_setting as s (tenant_id, id, client_id, scheme,
    level, prefix, length, next_number, version, created_at, updated_at)
  select c.tenant_id, w.id, c.id, case c.country_code when 'SE' then 'OCR' else 'RF' end,
    'VARIABLE', '', null, 1 + w.count, 1, $5, $5
  from unnest($2::uuid[], $3::bigint[], $4::uuid[]) as w (client_id, count, id)
  join client c on c.tenant_id = $1 and c.id = w.client_id
  order by c.id
  on conflict (tenant_id, client_id) do update
    set next_number = s.next_number + excluded.next_number - 1
  returning s.client_id, s.scheme, s.level, s.prefix, s.length, s.next_number`

/**
 * Debtors of several clients may pay to one account of the tenant, so references must differ
 * between clients: each client has its own prefix, all of the same width.
 */
async function takePrefixes(
  unit: Unit,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (clientIds.length === 0) return new Map()
  return unit.widened(async () => {
    const rows = await unit.transaction.query<{ client_id: string; prefix: string }>(setPrefixes, [
      unit.tenantId,
      clientIds,
    ])
    return new Map(rows.map(({ client_id: clientId, prefix }) => [clientId, prefix]))
  })
}

const setPrefixes = `update payment_reference_setting s set prefix = (${lastGiven} + w.nth)::text
  from unnest($2::uuid[]) with ordinality as w (client_id, nth)
  where s.tenant_id = $1 and s.client_id = w.client_id returning s.client_id, s.prefix`
