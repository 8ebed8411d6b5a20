import { notFound } from '../../domain/refusal.ts'
import { Debtor } from '../../entities/debtor.ts'
import { FactoringDecision } from '../../entities/factoring-decision.ts'
import { Invoice } from '../../entities/invoice.ts'
import { byField } from '../../kernel/read/rows.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { Limiting } from '../credit/lock-limits.ts'

/**
 * Locks a decision, its invoice and its debtor until the commit: a change of the debtor's identity
 * moves what is used and reserved.
 */
export interface HeldDecision {
  decision: FactoringDecision
  invoice: Invoice
  debtor: Debtor
}

/** By its own id, or by the invoice's: then the open decision, otherwise the last one. */
export async function lockDecision(unit: Unit, id: string): Promise<HeldDecision> {
  const held = (await lockDecisions(unit, [id])).get(id)
  if (held === undefined) return notFound()
  followIdentity(unit, held)
  return held
}

/** The same of many, as one message; those that are not there are not in it. */
export async function lockDecisions(
  unit: Unit,
  ids: readonly string[],
): Promise<ReadonlyMap<string, HeldDecision>> {
  const [invoices, decisions, debtors] = await Promise.all([
    unit.readEach(Invoice, `id in (select invoice_id ${named})`, [ids], 'held'),
    unit.readEach(FactoringDecision, `invoice_id in (select invoice_id ${named})`, [ids]),
    unit.readEach(Debtor, `id in (select debtor_id ${named})`, [ids], 'held'),
  ])
  const invoiceOf = byField(invoices, 'id')
  const debtorOf = byField(debtors, 'id')
  const byId = byField(decisions, 'id')
  const byInvoice = Map.groupBy(decisions, ({ invoiceId }) => invoiceId)
  const heldOf = (id: string): [string, HeldDecision][] => {
    const decision = byId.get(id) ?? presentOf(byInvoice.get(id) ?? [])
    const invoice = invoiceOf.get(decision?.invoiceId ?? '')
    const debtor = debtorOf.get(decision?.debtorId ?? '')
    if (decision === undefined || invoice === undefined || debtor === undefined) return []
    return [[id, { decision, invoice, debtor }]]
  }
  return new Map(ids.flatMap(heldOf))
}

const named =
  'from factoring_decision where tenant_id = $1 and (id = any($2) or invoice_id = any($2))'

const presentOf = (all: readonly FactoringDecision[]) =>
  all.find(({ status }) => status !== 'DECIDED') ?? all.at(-1)

/** The debtor's identity may have been added or corrected since the request. */
export function followIdentity(unit: Unit, { decision, debtor }: HeldDecision): void {
  if (decision.status === 'DECIDED') return
  unit.update(FactoringDecision, decision, { systemDebtorId: debtor.systemDebtorId ?? null })
}

export function limitingOf({ invoice, debtor }: HeldDecision): Limiting {
  const { clientId, debtorId, baseCurrency: currency } = invoice
  return { clientId, debtorId, systemDebtorId: debtor.systemDebtorId ?? null, currency }
}
