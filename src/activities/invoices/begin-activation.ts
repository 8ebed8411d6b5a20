import { isUnderWay, type Standing } from '../../domain/invoices/activation.ts'
import { lifeOfInvoice } from '../../domain/invoices/transitions.ts'
import type { Invoice } from '../../entities/invoice.ts'
import { readToFreeze } from './documents/freeze-invoice.ts'
import { addInvoiceDocuments } from './documents/produce-document.ts'
import type { Task } from '../../kernel/write/activity.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { bookActivations } from './book-activation.ts'
import { readFitness, refuseUnfit } from './fit-for-activation.ts'
import { exchangeRateOf } from './exchange-rate-of.ts'
import { inActivation, type Activating } from './in-activation.ts'
import { reserveReferences, type References } from './reserve-references.ts'

/**
 * The first step: the invoice is ACTIVATING, and what its document will show is fixed. Where no
 * document is made before it is booked, it is booked in the same transaction; what stands in the
 * way of that is met by the step of its own.
 */
export async function beginActivation(task: Task): Promise<Standing> {
  try {
    return await inActivation(task, beginAndBook)
  } catch {
    return inActivation(task, beginActivations)
  }
}

export async function beginAndBook(
  unit: Unit,
  all: readonly Activating[],
  reserved?: References,
): Promise<void> {
  await beginActivations(unit, all, reserved)
  await bookActivations(unit, all)
}

/** Payment references come from a counter of the client, which is locked until the commit. */
export async function beginActivations(
  unit: Unit,
  all: readonly Activating[],
  reserved?: References,
): Promise<void> {
  const due = all.filter(({ activation }) => {
    return isUnderWay(activation.status) && activation.step === 'BEGIN'
  })
  if (due.length === 0) return
  const invoices = due.map(({ invoice }) => invoice)
  // The statements of all three are sent together.
  const [references, freeze] = await Promise.all([
    reserved ?? reserveReferences(unit, invoices),
    readToFreeze(unit, invoices),
    guard(unit, due),
  ])
  await freezeRates(unit, invoices)
  for (const { invoice } of due) {
    invoice.mainStatus = lifeOfInvoice.move(invoice.mainStatus, 'begin')
    invoice.paymentReference ??= references.get(invoice.id) ?? null
  }
  const frozen = freeze(due)
  // A document that is made on demand needs no step of its own.
  const onDemand = frozen.filter(({ produce }) => produce === 'ON_DEMAND')
  const files = onDemand.map((each) => ({ frozen: each, file: null }))
  if (files.length > 0) await addInvoiceDocuments(unit, files)
  due.forEach(({ activation }, n) => {
    const isOnDemand = frozen[n]?.produce === 'ON_DEMAND'
    activation.status = 'RUNNING'
    activation.step = isOnDemand ? 'BOOK' : 'DOCUMENTS'
    activation.begunAt = unit.now
    if (isOnDemand) activation.documentsAt = unit.now
    else activation.frozen = { ...frozen[n] }
  })
}

/** The rate of its day, which may have been published since the invoice was made, is its rate. */
async function freezeRates(unit: Unit, invoices: readonly Invoice[]): Promise<void> {
  const foreign = invoices.filter((each) => each.invoiceCurrency !== each.baseCurrency)
  for (const invoice of foreign) {
    Object.assign(invoice, await exchangeRateOf(unit, invoice, invoice.invoiceDate))
  }
}

/** Everything is validated again, because it may have changed since it was accepted. */
async function guard(unit: Unit, due: readonly Activating[]): Promise<void> {
  const fitness = await readFitness(
    unit,
    due.map(({ invoice }) => invoice),
  )
  for (const { invoice, activation } of due) {
    refuseUnfit(invoice, activation.productCode, fitness, ['PERIOD_LOCKED'])
  }
}
