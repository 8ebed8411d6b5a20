import type { ErrandType } from '../../domain/system/errand.ts'
import { FactoringDecision } from '../../entities/factoring-decision.ts'
import { Invoice } from '../../entities/invoice.ts'
import { InvoiceActivation } from '../../entities/invoice-activation.ts'
import { OnboardingStep } from '../../entities/onboarding-step.ts'
import type { SystemErrand } from '../../entities/system-errand.ts'
import { Voucher, VoucherRequest } from '../../entities/voucher.ts'
import { isSameAmounts, keptBy, toldByEvents } from '../invoices/calculate-balance.ts'
import { faultsOf } from '../invoices/validate-invoice.ts'
import type { Unit } from '../../kernel/write/unit.ts'

type Check = (unit: Unit, errand: SystemErrand) => Promise<boolean>

/** Whether the cause of an errand is still there. Of a type without a check nobody can tell. */
const checks: Readonly<Partial<Record<ErrandType, Check>>> = {
  INVOICE_VALIDATION: isFaulty,
  ACTIVATION_FAILED: hasFailed,
  POST_ACTIVATION: hasFailed,
  ONBOARDING: standsStill,
  VOUCHER: isVoucherMissing,
  RECONCILIATION: isAdrift,
  CREDIT: isUndecided,
}

/** Undefined where no check knows the cause. */
export async function causeRemains(unit: Unit, errand: SystemErrand): Promise<boolean | undefined> {
  return checks[errand.type]?.(unit, errand)
}

async function isFaulty(unit: Unit, errand: SystemErrand): Promise<boolean> {
  const invoice = await unit.find(Invoice, { id: errand.subjectId })
  if (invoice === null) return false
  const faults: readonly string[] = await faultsOf(unit, invoice)
  return faults.includes(String(errand.data['code']))
}

async function hasFailed(unit: Unit, errand: SystemErrand): Promise<boolean> {
  const invoice = await unit.find(Invoice, { id: errand.subjectId })
  if (invoice === null) return false
  const present = { invoiceId: invoice.id, number: invoice.activationNumber }
  const activation = await unit.find(InvoiceActivation, present)
  return activation !== null && ['FAILED', 'WAITING', 'RUNNING'].includes(activation.status)
}

async function standsStill(unit: Unit, errand: SystemErrand): Promise<boolean> {
  const steps = await unit.all(OnboardingStep, { clientId: errand.subjectId })
  return steps.some(({ status }) => status !== 'DONE')
}

async function isVoucherMissing(unit: Unit, errand: SystemErrand): Promise<boolean> {
  if (errand.subjectType === 'Voucher') {
    const voucher = await unit.find(Voucher, { id: errand.subjectId })
    return voucher?.status === 'EXTERNAL_FAILED'
  }
  const byOwner = errand.subjectType === 'BookkeepingOwner'
  const where = byOwner ? { ownerId: errand.subjectId } : { id: errand.subjectId }
  const requests = await unit.all(VoucherRequest, { ...where, status: { $ne: 'CREATED' } })
  return requests.length > 0
}

async function isAdrift(unit: Unit, errand: SystemErrand): Promise<boolean> {
  const invoice = await unit.find(Invoice, { id: errand.subjectId })
  if (invoice === null) return false
  return !isSameAmounts(keptBy(invoice), await toldByEvents(unit, invoice))
}

async function isUndecided(unit: Unit, errand: SystemErrand): Promise<boolean> {
  const decision = await unit.find(FactoringDecision, { id: errand.subjectId })
  return decision !== null && decision.status !== 'DECIDED'
}
