import type { ProductCode } from '../../domain/clients/product.ts'
import { guardActivation, isCreditNote } from '../../domain/invoices/activation.ts'
import { refuseFaulty, type InvoiceFault } from '../../domain/invoices/validation.ts'
import { refuse } from '../../domain/refusal.ts'
import type { Invoice } from '../../entities/invoice.ts'
import { blockedOf } from '../debtors/blocked.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { readToValidate, type Validation } from './read-to-validate.ts'

/**
 * The facts that decide whether an invoice may be activated; checked when that is accepted and
 * again when it begins.
 */
export interface Fitness {
  validation: Validation
  /** The debtors that are blocked by the tenant or by their client. */
  blocked: ReadonlySet<string>
}

export async function readFitness(unit: Unit, invoices: readonly Invoice[]): Promise<Fitness> {
  const debtorIds = [...new Set(invoices.map(({ debtorId }) => debtorId))]
  const [validation, blocked] = await Promise.all([
    readToValidate(unit, invoices),
    blockedOf(unit, debtorIds, 'SERVICE'),
  ])
  return { validation, blocked }
}

/** Faults that a later step checks by itself are left to that step. */
export function refuseUnfit(
  invoice: Invoice,
  productCode: ProductCode,
  { validation, blocked }: Fitness,
  later: readonly InvoiceFault[] = [],
): void {
  if (!isCreditNote(invoice.type) && blocked.has(invoice.debtorId)) refuse('DEBTOR_BLOCKED')
  guardActivation({
    type: invoice.type,
    clientStatus: validation.statusOf(invoice),
    rowCount: validation.rowCountOf(invoice),
    productCode,
    product: validation.productOf(invoice, productCode),
    today: validation.today,
  })
  const faults = validation.faultsOf(invoice, productCode)
  refuseFaulty(faults.filter((fault) => !later.includes(fault)))
}
