import { referenceOf, type OcrLevel } from '../../domain/clients/references.ts'
import type { Row } from '../../ports/database/transaction.ts'
import { lockSharedDefaults } from './locks.ts'
import { newId } from '../../kernel/write/ids.ts'
import type { Unit } from '../../kernel/write/unit.ts'

interface Taken extends Row {
  client_id: string
  scheme: 'OCR' | 'RF'
  level: OcrLevel
  prefix: string
  length: number | null
  next_number: string
}

/**
 * The payment references of the next invoices, as many as wanted of each client: nobody else gets
 * them, now or later. One statement for all waits for whoever is before.
 */
export async function nextPaymentReferences(
  unit: Unit,
  wanted: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (wanted.size === 0) return new Map()
  await unit.flush()
  const clientIds = [...wanted.keys()]
  const values = [unit.tenantId, clientIds, [...wanted.values()]]
  const known = await unit.transaction.prepared<Taken>(takeKnown, values)
  const isKnown = known.length === wanted.size
  // What clients share is locked before what each has; as a rule all have theirs.
  if (!isKnown) await lockSharedDefaults(unit)
  unit.takes('payment_reference_setting', clientIds)
  const ids = clientIds.map(() => newId('PaymentReferenceSetting'))
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

/** Takes where every client has a prefix of its own, else nothing. */
const takeKnown = `with held as materialized (
    select client_id from payment_reference_setting
    where tenant_id = $1 and client_id = any($2) and cardinality($2) = (
      select count(*) from payment_reference_setting
      where tenant_id = $1 and client_id = any($2) and prefix <> '')
    order by client_id for no key update)
  update payment_reference_setting s set next_number = s.next_number + w.count
  from unnest($2::text[], $3::bigint[]) as w (client_id, count)
  where s.tenant_id = $1 and s.client_id = w.client_id
    and s.client_id in (select client_id from held)
  returning s.client_id, s.scheme, s.level, s.prefix, s.length, s.next_number`

/** A client whose references nobody has set up gets those of its country. */
const takeNumbers = `insert into payment_reference_setting as s (tenant_id, id, client_id, scheme,
    level, prefix, length, next_number, version, created_at, updated_at)
  select c.tenant_id, w.id, c.id, case c.country_code when 'SE' then 'OCR' else 'RF' end,
    'VARIABLE', '', null, 1 + w.count, 1, $5, $5
  from unnest($2::text[], $3::bigint[], $4::text[]) as w (client_id, count, id)
  join client c on c.tenant_id = $1 and c.id = w.client_id
  order by c.id
  on conflict (tenant_id, client_id) do update
    set next_number = s.next_number + excluded.next_number - 1
  returning s.client_id, s.scheme, s.level, s.prefix, s.length, s.next_number`

/**
 * Several clients may be paid to the one account of the tenant, so their references must differ
 * too: each has a prefix of its own, all of one width.
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

const setPrefixes = `update payment_reference_setting s set prefix = (
    select (greatest(max(prefix::int), 100000) + w.nth)::text from payment_reference_setting
    where tenant_id = $1 and prefix ~ '^[0-9]{6}$')
  from unnest($2::text[]) with ordinality as w (client_id, nth)
  where s.tenant_id = $1 and s.client_id = w.client_id returning s.client_id, s.prefix`
