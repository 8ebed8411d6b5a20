import type { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import { owedLedgerStatuses } from '../../../entities/invoice.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** Of an account only its latest payments are looked at. */
const paidBefore = 20
/** Who pays for more debtors than these, as an agent does, says nothing of what it pays. */
const debtorsMost = 5
/** Of a debtor with more open claims than these, nothing follows from an amount. */
const owedMost = 100

/**
 * The debtors that a payer is known to pay for, by payment: it paid so before this payment and all
 * of its batch came in, or it has their identification number.
 */
export async function debtorsWhoPaid(
  unit: Unit,
  payments: readonly PaymentTransaction[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const known = payments.filter(
    ({ payerAccount, payerIdentificationNumber }) =>
      payerAccount != null || payerIdentificationNumber != null,
  )
  if (known.length === 0) return new Map()
  const keyOf = ({ payerAccount, payerIdentificationNumber, batchId, id }: PaymentTransaction) =>
    JSON.stringify([payerAccount, payerIdentificationNumber, batchId ?? id])
  const asked = [...new Map(known.map((payment) => [keyOf(payment), payment])).entries()]
  const rows = await unit.transaction.prepared<{ key: string; debtorId: string }>(
    `select distinct a.key, coalesce(d.moved_to_id, d.id) as "debtorId"
     from unnest($2::text[], $3::text[], $4::text[], $5::uuid[], $6::uuid[])
       as a (key, account, number, id, batch_id)
     cross join lateral (
       select l.debtor_id as id from (
         select x.id from payment_transaction x
         where x.tenant_id = $1 and x.payer_account = a.account and x.status = 'BOOKED'
           and x.id < coalesce((
             select b.id from payment_transaction b
             where b.tenant_id = $1 and b.batch_id = a.batch_id order by b.id limit 1
           ), a.id)
         order by x.id desc limit ${paidBefore}
       ) x join payment_link l on l.tenant_id = $1 and l.transaction_id = x.id
         and l.status = 'BOOKED'
       union all
       (select n.id from debtor n
        where n.tenant_id = $1 and n.identification_number = a.number
        order by n.id limit ${debtorsMost + 1})
     ) k join debtor d on d.tenant_id = $1 and d.id = k.id`,
    [
      unit.tenantId,
      asked.map(([key]) => key),
      asked.map(([, { payerAccount }]) => payerAccount ?? null),
      asked.map(([, { payerIdentificationNumber }]) => payerIdentificationNumber ?? null),
      asked.map(([, { id }]) => id),
      asked.map(([, { batchId }]) => batchId ?? null),
    ],
  )
  const ofKey = Map.groupBy(rows, ({ key }) => key)
  return new Map(
    known.map((payment) => {
      const found = ofKey.get(keyOf(payment)) ?? []
      return [payment.id, new Set(found.map(({ debtorId }) => debtorId))]
    }),
  )
}

/** What these debtors owe, by payment; of what is too much to conclude anything from, nothing. */
export async function owedByDebtors(
  unit: Unit,
  debtors: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const few = [...debtors].filter(([, ids]) => ids.size > 0 && ids.size <= debtorsMost)
  const asked = [...new Set(few.flatMap(([, ids]) => [...ids]))]
  if (asked.length === 0) return new Map()
  const statuses = owedLedgerStatuses.map((status) => `'${status}'`).join(', ')
  const values: unknown[] = [unit.tenantId, asked]
  const rows = await unit.transaction.prepared<{ debtorId: string; id: string }>(
    `select d.id as "debtorId", o.id from unnest($2::uuid[]) as d (id)
     cross join lateral (
       select i.id from invoice i
       where i.tenant_id = $1 and i.debtor_id = d.id and i.ledger_status in (${statuses})
         and ${unit.bound('invoice', values, 'i')}
       order by i.id limit ${owedMost + 1}
     ) o`,
    values,
  )
  const ofDebtor = Map.groupBy(rows, ({ debtorId }) => debtorId)
  return new Map(
    few.flatMap(([paymentId, ids]) => {
      const owed = [...ids].map((id) => ofDebtor.get(id) ?? [])
      if (owed.some((rowsOfOne) => rowsOfOne.length > owedMost)) return []
      return [[paymentId, owed.flat().map(({ id }) => id)] as const]
    }),
  )
}
