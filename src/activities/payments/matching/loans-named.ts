import type { Candidate } from '../../../domain/payments/matching/facts.ts'
import { loanNumbersIn, plainReference } from '../../../domain/payments/references.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import type { ReferredClaim } from '../claims-by-reference.ts'

/** The loans that ask to be paid under these references, by reference. */
export async function loansReferredTo(
  unit: Unit,
  references: readonly string[],
): Promise<ReadonlyMap<string, readonly ReferredClaim[]>> {
  const asked = [...new Set(references.map(plainReference))]
  const numbers = asked.flatMap(loanNumbersIn)
  if (numbers.length === 0) return new Map()
  const values: unknown[] = [unit.tenantId, numbers]
  const rows = await unit.transaction.prepared<ReferredClaim & { number: string }>(
    `select id, client_id as "clientId", currency, currency as "invoiceCurrency",
       plain_reference(loan_number) as number
     from business_loan where tenant_id = $1 and plain_reference(loan_number) = any($2)
       and status in ('ACTIVE', 'PAUSED', 'DEFAULTED', 'WRITTEN_OFF')
       and ${unit.bound('business_loan', values)} order by id`,
    values,
  )
  const byNumber = Map.groupBy(rows, ({ number }) => number)
  return new Map(
    asked.flatMap((reference) => {
      const found = loanNumbersIn(reference).flatMap((number) => byNumber.get(number) ?? [])
      return found.length === 0 ? [] : [[reference, found] as const]
    }),
  )
}

interface Row extends Record<string, unknown> {
  id: string
  clientId: string
  currency: string
  due: string
}

/** What is due of loans: whoever pays more says so, or asks for it back. */
export async function loanCandidates(
  unit: Unit,
  ids: readonly string[],
): Promise<readonly Candidate[]> {
  if (ids.length === 0) return []
  const values: unknown[] = [unit.tenantId, ids]
  const rows = await unit.transaction.prepared<Row>(
    `select l.id, l.client_id as "clientId", l.currency,
       greatest(coalesce(d.amount, 0) - coalesce(s.amount, 0), 0)::text as due
     from business_loan l
     left join lateral (
       select sum(e.principal + e.interest + e.fee
         - e.paid_principal - e.paid_interest - e.paid_fee) as amount
       from business_loan_ledger_event e where e.tenant_id = l.tenant_id
         and e.business_loan_id = l.id and e.status in ('DUE', 'PARTLY_PAID', 'LATE')
     ) d on true
     left join lateral (
       select sum(p.amount) as amount from payment_link p where p.tenant_id = l.tenant_id
         and p.claim_id = l.id and p.status = 'CONFIRMED'
     ) s on true
     where l.tenant_id = $1 and l.id = any($2) and ${unit.bound('business_loan', values, 'l')}`,
    values,
  )
  const late = await unit.runtime.registered.lateOnLoans(
    unit,
    rows.map(({ id }) => id),
  )
  return rows.map(({ due, ...row }) => {
    const open = BigInt(due) + (late.get(row.id) ?? 0n)
    return { ...row, debtorId: '', debtorName: '', open, foreign: null }
  })
}
