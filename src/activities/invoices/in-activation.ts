import { platform } from '../../domain/access/principal.ts'
import type { Standing } from '../../domain/invoices/activation.ts'
import { InvoiceActivation } from '../../entities/invoice-activation.ts'
import { Invoice } from '../../entities/invoice.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** An activation and its invoice, both held until the commit. */
export interface Activating {
  activation: InvoiceActivation
  invoice: Invoice
}

export const standingOf = ({ status, step }: Standing): Standing => ({ status, step })

export const asActivation = (tenantId: string) => platform(tenantId, 'activation')

/** Runs a step of one activation, at the workflow's time. */
export function inActivation(
  task: Task,
  work: (unit: Unit, activating: Activating[]) => Promise<void>,
): Promise<Standing> {
  return inUnit(task.runtime, asActivation(task.tenantId), task, async (unit) => {
    const activating = await lockActivations(unit, [task.entityId])
    await work(unit, activating)
    return standingOf(activating[0]?.activation ?? { status: 'WITHDRAWN', step: 'BEGIN' })
  })
}

const lock = `select i.id from invoice_activation a
  join invoice i on i.tenant_id = a.tenant_id and i.id = a.invoice_id
  where a.tenant_id = $1 and a.id = any($2) order by i.id for no key update of i`

/** Activations with their invoices, in the order of the invoices. */
export async function lockActivations(unit: Unit, ids: readonly string[]): Promise<Activating[]> {
  unit.transaction.ahead(lock, [unit.tenantId, ids])
  const activations = await unit.all(InvoiceActivation, { id: { $in: [...ids] } })
  const invoiceIds = activations.map(({ invoiceId }) => invoiceId)
  unit.takes('invoice', invoiceIds)
  const invoices = await unit.all(Invoice, { id: { $in: invoiceIds } })
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  return activations
    .flatMap((activation) => {
      const invoice = byId.get(activation.invoiceId)
      return invoice === undefined ? [] : [{ activation, invoice }]
    })
    .toSorted((a, b) => (a.invoice.id < b.invoice.id ? -1 : 1))
}
