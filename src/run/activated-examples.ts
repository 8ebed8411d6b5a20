import { acceptForActivation } from '../activities/invoices/accept-for-activation.ts'
import { afterActivation } from '../activities/invoices/after-activation.ts'
import { beginActivation } from '../activities/invoices/begin-activation.ts'
import { bookActivation } from '../activities/invoices/book-activation.ts'
import { makeDocuments } from '../activities/invoices/make-documents.ts'
import { platform } from '../domain/access/principal.ts'
import { Refusal } from '../domain/refusal.ts'
import { InvoiceActivation } from '../entities/invoice-activation.ts'
import { isTemporary } from '../kernel/write/activity.ts'
import { inUnit } from '../kernel/write/in-unit.ts'
import type { Runtime } from '../kernel/write/runtime.ts'
import { now } from '../ports/database/clock.ts'

/** Booked here, step by step, as its process would do it, which may not be at work yet. */
export async function activate(
  runtime: Runtime,
  tenantId: string,
  invoiceId: string,
): Promise<void> {
  const principal = platform(tenantId, 'demonstration')
  const entityId = await inUnit(runtime, principal, {}, async (unit) => {
    await acceptForActivation(unit, invoiceId, { productCode: 'INVOICE_SERVICE' })
    return (await unit.load(InvoiceActivation, { invoiceId, number: 1 })).id
  })
  const task = { runtime, now: now(), entityId, tenantId, workflowId: 'demonstration' }
  for (const step of [beginActivation, makeDocuments, bookActivation, afterActivation]) {
    await patiently(() => step(task))
  }
}

/** A process may be at work on the same steps: what got in between is done again. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refusal) || !isTemporary(error) || attempt === 20) throw error
    }
  }
}
