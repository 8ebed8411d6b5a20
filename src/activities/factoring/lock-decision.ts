import { notFound } from '../../domain/refusal.ts'
import { FactoringDecision } from '../../entities/factoring-decision.ts'
import { Invoice } from '../../entities/invoice.ts'
import { lockInvoices } from '../invoices/lock-invoices.ts'
import type { Unit } from '../unit.ts'

/** A decision and its invoice, for nobody else until the commit. */
export interface Held {
  decision: FactoringDecision
  invoice: Invoice
}

interface Found extends Record<string, unknown> {
  id: string
  invoice_id: string
}

/** By its own id, or by that of the invoice: then the open one, else the last. */
export async function lockDecision(unit: Unit, id: string): Promise<Held> {
  const [found] = await unit.transaction.prepared<Found>(
    'find decision',
    `select id, invoice_id from factoring_decision
     where tenant_id = $1 and (id = $2 or invoice_id = $2)
     order by (status <> 'DECIDED') desc, id desc limit 1`,
    [unit.tenantId, id],
  )
  if (found === undefined) return notFound()
  await lockInvoices(unit, [found.invoice_id])
  const decision = await unit.load(FactoringDecision, found.id)
  return { decision, invoice: await unit.load(Invoice, decision.invoiceId) }
}
