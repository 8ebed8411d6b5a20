import { notFound } from '../../domain/refusal.ts'
import { Debtor } from '../../entities/debtor.ts'
import { FactoringDecision } from '../../entities/factoring-decision.ts'
import { Invoice } from '../../entities/invoice.ts'
import { hold, loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/**
 * Locks a decision, its invoice and its debtor until the commit: a change of the debtor's identity
 * moves what is used and reserved.
 */
export interface HeldDecision {
  decision: FactoringDecision
  invoice: Invoice
  debtor: Debtor
}

interface Found extends Record<string, unknown> {
  id: string
  invoice_id: string
}

/** By its own id, or by the invoice's: then the open decision, otherwise the last one. */
export async function lockDecision(unit: Unit, id: string): Promise<HeldDecision> {
  const [found] = await unit.transaction.prepared<Found>(
    `select id, invoice_id from factoring_decision
     where tenant_id = $1 and (id = $2 or invoice_id = $2)
     order by (status <> 'DECIDED') desc, id desc limit 1`,
    [unit.tenantId, id],
  )
  if (found === undefined) return notFound()
  hold(unit, Invoice, [found.invoice_id])
  const decision = await unit.load(FactoringDecision, found.id)
  const invoice = await unit.load(Invoice, decision.invoiceId)
  const debtor = await loadHeld(unit, Debtor, invoice.debtorId)
  // The debtor's identity may have been added or corrected since the request.
  if (decision.status !== 'DECIDED') decision.systemDebtorId = debtor.systemDebtorId ?? null
  return { decision, invoice, debtor }
}
