import { referenceOf, type OcrLevel } from '../../domain/documents/references.ts'
import { notFound } from '../../domain/refusal.ts'
import type { Row } from '../../ports/database/transaction.ts'
import { lockSharedDefaults } from '../clients/locks.ts'
import { newId } from '../ids.ts'
import type { Unit } from '../unit.ts'

/** The payment reference of a client's next invoice: nobody else gets it, now or later. */
export async function nextPaymentReference(unit: Unit, clientId: string): Promise<string> {
  const [reference] = await nextPaymentReferences(unit, clientId, 1)
  return reference as string
}

interface Taken extends Row {
  scheme: 'OCR' | 'RF'
  level: OcrLevel
  prefix: string
  length: number | null
  next_number: string
}

/** As many references of one client at once, in one statement that waits for whoever is before. */
export async function nextPaymentReferences(
  unit: Unit,
  clientId: string,
  count: number,
): Promise<string[]> {
  await unit.flush()
  const id = newId('PaymentReferenceSetting')
  const values = [unit.tenantId, clientId, count, id, unit.now]
  const [taken] = await unit.transaction.query<Taken>(takeNumbers, values)
  if (taken === undefined) return notFound()
  const prefix = taken.prefix === '' ? await takePrefix(unit, clientId) : taken.prefix
  const first = BigInt(taken.next_number) - BigInt(count)
  return Array.from({ length: count }, (_, at) =>
    referenceOf({ ...taken, prefix }, first + BigInt(at)),
  )
}

/** A client whose references nobody has set up gets those of its country. */
const takeNumbers = `insert into payment_reference_setting as s (tenant_id, id, client_id, scheme,
    level, prefix, length, next_number, version, created_at, updated_at)
  select c.tenant_id, $4, c.id, case c.country_code when 'SE' then 'OCR' else 'RF' end,
    'VARIABLE', '', null, 1 + $3::bigint, 1, $5, $5
  from client c where c.tenant_id = $1 and c.id = $2
  on conflict (tenant_id, client_id) do update set next_number = s.next_number + $3::bigint
  returning s.scheme, s.level, s.prefix, s.length, s.next_number`

/**
 * Several clients may be paid to the one account of the tenant, so their references must differ
 * too: each has a prefix of its own, all of one width.
 */
async function takePrefix(unit: Unit, clientId: string): Promise<string> {
  await lockSharedDefaults(unit)
  return unit.widened(async () => {
    const [row] = await unit.transaction.query<{ prefix: string }>(setPrefix, [
      unit.tenantId,
      clientId,
    ])
    return row?.prefix ?? notFound()
  })
}

const setPrefix = `update payment_reference_setting set prefix = (
    select (greatest(max(prefix::int), 100000) + 1)::text from payment_reference_setting
    where tenant_id = $1 and prefix ~ '^[0-9]{6}$')
  where tenant_id = $1 and client_id = $2 returning prefix`
