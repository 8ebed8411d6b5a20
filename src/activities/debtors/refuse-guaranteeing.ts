import { identityOf } from '../../domain/debtors/debtor-sent.ts'
import { refuse } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import { Debtor } from '../../entities/debtor.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** A debtor does not guarantee for itself: neither for these invoices, nor for those that it has. */
export async function refuseGuaranteeing(
  unit: Unit,
  debtor: Debtor,
  invoiceIds: readonly string[] = [],
): Promise<void> {
  const { countryCode } = await unit.load(Client, debtor.clientId)
  const identity = identityOf(debtor, countryCode)
  if (identity === null) return
  const [found] = await unit.transaction.prepared<{ id: string; number: string }>(
    `select g.id, i.invoice_number as number from invoice i
     join invoice_guarantor g on g.tenant_id = $1 and g.invoice_id = i.id
     where i.tenant_id = $1 and (i.debtor_id = $2 or i.id = any($3))
       and i.main_status not in ('CLOSED', 'ARCHIVED')
       and g.status = 'ACTIVE' and g.country_code || ' ' || g.normal_number = $4
     order by g.id limit 1`,
    [unit.tenantId, debtor.id, invoiceIds, identity],
  )
  if (found === undefined) return
  refuse('GUARANTOR_IS_DEBTOR', {
    existingId: found.id,
    detail: `It guarantees for the invoice ${found.number}.`,
  })
}

/** Whoever guarantees for it may have the number that it gets. */
export async function refuseOwnGuarantee(unit: Unit, debtorId: string): Promise<void> {
  await refuseGuaranteeing(unit, await unit.load(Debtor, debtorId))
}
