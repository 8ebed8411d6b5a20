import { z } from 'zod'
import { refuse } from '../../domain/refusal.ts'
import { Debtor } from '../../entities/debtor.ts'
import { FactoringDecision } from '../../entities/factoring-decision.ts'
import { Invoice } from '../../entities/invoice.ts'
import { blockedAmong, blockedOf } from '../debtors/blocked.ts'
import { byField, rowsOf } from '../../kernel/read/rows.ts'
import type { Changes } from '../../kernel/write/new-row.ts'
import { heldRows, setForm } from '../../kernel/write/set-form.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseSwitchedOff } from '../system/settings/read-modules.ts'
import { addToHistory } from './add-to-history.ts'
import { subStatusOf } from './sub-status-of.ts'

/** Nothing but the version that a caller may expect. */
export const requestFactoringInput = z.strictObject({}).prefault({})

/**
 * Requests financing of an invoice. Of several simultaneous callers one succeeds, the others are
 * refused.
 */
export const requestFactoring = (unit: Unit, invoiceId: string): Promise<FactoringDecision> =>
  form.one(unit, invoiceId, undefined)

/** The same of many that are held; returns who is refused. */
export const requestFactoringOfEach = (unit: Unit, invoiceIds: readonly string[]) =>
  form.many(unit, invoiceIds, undefined)

interface Facts {
  debtors: ReadonlyMap<string, Asked>
  blocked: ReadonlySet<string>
  subStatusId: string | null
}

type Asked = Pick<Debtor, 'id' | 'clientId' | 'identificationNumber' | 'systemDebtorId'>

const form = setForm<Invoice, undefined, Facts, Changes<Invoice>, FactoringDecision>({
  ...heldRows(Invoice),
  read: readFacts,
  rule(invoice, { blocked }) {
    // What was denied once may be asked for again: what spoke against it may be gone.
    const wasDenied = invoice.mainStatus === 'DENIED_FINANCING'
    const mainStatus = wasDenied ? 'ACTIVATED' : invoice.mainStatus
    refuseUnlessService({ ...invoice, mainStatus })
    if (blocked.has(invoice.debtorId)) refuse('DEBTOR_BLOCKED')
    if (invoice.financingStatus === 'REQUESTED') refuse('DECISION_OPEN')
    return { mainStatus, financingStatus: 'REQUESTED' }
  },
  write(unit, invoice, change, { debtors, subStatusId }) {
    unit.update(Invoice, invoice, change)
    return addDecision(unit, invoice, debtors.get(invoice.debtorId)!, subStatusId)
  },
})

async function readFacts(unit: Unit, invoices: readonly Invoice[]): Promise<Facts> {
  const ids = [...new Set(invoices.map(({ debtorId }) => debtorId))]
  const fields = ['id', 'clientId', 'identificationNumber', 'systemDebtorId'] as const
  const [debtors, blocked, subStatusId] = await Promise.all([
    rowsOf(unit, Debtor, { id: ids }, fields),
    blockedOf(unit, ids, 'FACTORING'),
    subStatusOf(unit, 'PENDING'),
    // Automations, and activations under way, come by no path of the module.
    refuseSwitchedOff(unit, 'factoring'),
  ])
  // One without an identity of the tenant's may be blocked by its number alone.
  const others = debtors.filter(({ systemDebtorId }) => systemDebtorId == null)
  const byNumber = await blockedAmong(unit, others, 'FACTORING')
  const all = new Set([...blocked, ...byNumber.map(({ id }) => id)])
  return { debtors: byField(debtors, 'id'), blocked: all, subStatusId }
}

function addDecision(
  unit: Unit,
  invoice: Invoice,
  debtor: Asked,
  subStatusId: string | null,
): FactoringDecision {
  const decision = unit.insert(FactoringDecision, {
    invoiceId: invoice.id,
    clientId: invoice.clientId,
    debtorId: invoice.debtorId,
    systemDebtorId: debtor.systemDebtorId ?? null,
    status: 'PENDING',
    subStatusId,
    amount: invoice.balance,
    currency: invoice.baseCurrency,
    reserved: 0n,
    serviceProviderCode: invoice.serviceProviderCode ?? null,
    reasonCodes: [],
    comment: '',
    criteria: [],
    history: [],
    requestedBy: unit.principal.id,
    requestedAt: unit.now,
  })
  addToHistory(unit, decision)
  unit.start('factoringDecision', decision.id, { RxClient: decision.clientId })
  return decision
}

type Sold = Pick<Invoice, 'mainStatus' | 'productCode' | 'type' | 'balance'>

export function refuseUnlessService(invoice: Sold): void {
  if (invoice.mainStatus !== 'ACTIVATED') {
    refuse('INVOICE_NOT_ACTIVATED', { detail: `The invoice is ${invoice.mainStatus}.` })
  }
  if (invoice.productCode !== 'INVOICE_SERVICE') {
    refuse('INVOICE_NOT_SERVICE', { detail: `Its product is ${invoice.productCode}.` })
  }
  if (invoice.type === 'CREDIT_INVOICE' || invoice.balance <= 0n) {
    refuse('INVOICE_NOT_FINANCEABLE')
  }
}
