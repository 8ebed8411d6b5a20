import { wordsOf } from '../../../domain/payments/matching/words.ts'
import type { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** The open claims whose number stands in the text of a payment, by payment. */
export async function claimsByNumber(
  unit: Unit,
  payments: readonly PaymentTransaction[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const words = payments.map(({ message, reference }) =>
    wordsOf(message ?? null, reference ?? null),
  )
  const asked = [...new Set(words.flat())]
  if (asked.length === 0) return new Map()
  const values: unknown[] = [unit.tenantId, asked]
  const rows = await unit.transaction.prepared<{ id: string; number: string }>(
    `select i.id, i.invoice_number as number from invoice i
     where i.tenant_id = $1 and i.invoice_number = any($2) and i.booked_date is not null
       and i.closed_date is null and ${unit.bound('invoice', values, 'i')} order by i.id`,
    values,
  )
  const ofNumber = Map.groupBy(rows, ({ number }) => number)
  const found = payments.map(({ id }, at) => {
    const ids = words[at]!.flatMap((word) => ofNumber.get(word) ?? []).map((row) => row.id)
    return [id, [...new Set(ids)]] as const
  })
  return new Map(found)
}
