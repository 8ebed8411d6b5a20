import { sourceOfTopic, type relations, type Topic } from '../../domain/bookkeeping/voucher-life.ts'
import { notFound } from '../../domain/refusal.ts'
import { Invoice } from '../../entities/invoice.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export interface SummaryLine {
  clientId: string | null
  accountNumber: string
  name: string
  role: string | null
  currency: string
  debit: bigint
  credit: bigint
}

interface Found extends Record<string, unknown>, Omit<SummaryLine, 'debit' | 'credit'> {
  debit: string
  credit: string
}

/** The postings of one source, summed by account, in the tenant's book or in clients' books. */
export async function summarizePostings(
  unit: Unit,
  relation: (typeof relations)[number],
  topic: Topic,
  id: string,
): Promise<SummaryLine[]> {
  const isInvoice = topic === 'invoice'
  if (isInvoice) await unit.load(Invoice, id)
  const about = isInvoice
    ? `p.claim_type = 'INVOICE' and p.claim_id = $3 and $4::text is null`
    : 'v.source_id = $3 and v.source_type = $4'
  const source = isInvoice ? null : sourceOfTopic[topic]
  const values = [unit.tenantId, relation === 'tenant' ? 'TENANT' : 'CLIENT', id, source]
  const rows = await unit.transaction.query<Found>(
    `select v.client_id as "clientId", p.account_number as "accountNumber", a.name, a.role,
       p.currency, coalesce(sum(p.amount) filter (where p.amount > 0), 0)::text as debit,
       coalesce(-sum(p.amount) filter (where p.amount < 0), 0)::text as credit
     from voucher_posting p
     join voucher v on v.tenant_id = p.tenant_id and v.id = p.voucher_id
     join bookkeeping_account a on a.tenant_id = p.tenant_id and a.id = p.account_id
     where p.tenant_id = $1 and v.owner_type = $2 and ${about}
       and ${unit.bound('voucher_posting', values, 'p.')}
     group by 1, 2, 3, 4, 5 order by 1, 2, 5`,
    values,
  )
  // For kinds of sources without a table yet, only postings could show that one exists.
  if (rows.length === 0 && !isInvoice) notFound()
  return rows.map(({ debit, credit, ...rest }) => ({
    ...rest,
    debit: BigInt(debit),
    credit: BigInt(credit),
  }))
}
