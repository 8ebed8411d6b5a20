import { Invoice } from '../../entities/invoice.ts'
import { InvoiceActivation } from '../../entities/invoice-activation.ts'
import type { SystemErrand } from '../../entities/system-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { isSameAmounts, storedAmounts, amountsFromEvents } from './calculate-balance.ts'
import { faultCodesOf } from './validate-invoice.ts'

export async function isFaulty(unit: Unit, errand: SystemErrand): Promise<boolean> {
  const invoice = await unit.find(Invoice, { id: errand.subjectId })
  if (invoice === null) return false
  const faults: readonly string[] = await faultCodesOf(unit, invoice)
  return faults.includes(String(errand.data['code']))
}

export async function hasFailed(unit: Unit, errand: SystemErrand): Promise<boolean> {
  const invoice = await unit.find(Invoice, { id: errand.subjectId })
  if (invoice === null) return false
  const present = { invoiceId: invoice.id, number: invoice.activationNumber }
  const activation = await unit.find(InvoiceActivation, present)
  return activation !== null && ['FAILED', 'WAITING', 'RUNNING'].includes(activation.status)
}

export async function differsFromEvents(unit: Unit, errand: SystemErrand): Promise<boolean> {
  const invoice = await unit.find(Invoice, { id: errand.subjectId })
  if (invoice === null) return false
  return !isSameAmounts(storedAmounts(invoice), await amountsFromEvents(unit, invoice))
}
