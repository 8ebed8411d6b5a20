import { isCreditNote, isUnderWay, type Standing } from '../../domain/invoices/activation.ts'
import { lifeOfInvoice } from '../../domain/invoices/transitions.ts'
import { refuse, refusedAmong, type Refused } from '../../domain/refusal.ts'
import { InvoiceActivation } from '../../entities/invoice-activation.ts'
import { Invoice } from '../../entities/invoice.ts'
import type { Task } from '../../kernel/write/activity.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { bookActivations } from './book-activation.ts'
import { keepFrozen } from './documents/keep-frozen.ts'
import { addInvoiceDocument } from './documents/produce-document.ts'
import { refuseUnfit } from './fit-for-activation.ts'
import { inActivation, inActivationBeside, standsAt, type Activating } from './in-activation.ts'
import { readBeside, readToBegin, type Beside, type ToBegin } from './read-to-activate.ts'
import { reserveReferences, type References } from './reserve-references.ts'

/**
 * The first step: the invoice is ACTIVATING, and what its document will show is fixed. Where no
 * document is made before it is booked, it is booked in the same transaction; what stands in the
 * way of that is met by the step of its own.
 */
export async function beginActivation(task: Task): Promise<Standing> {
  try {
    return await inActivationBeside(task, readBeside, (unit, all, beside) =>
      beginAndBook(unit, all, undefined, beside),
    )
  } catch {
    return inActivation(task, beginActivations)
  }
}

/** Who is refused to begin is not booked either, and keeps nobody else from both. */
export async function beginAndBook(
  unit: Unit,
  all: readonly Activating[],
  reserved?: References,
  beside?: Beside,
): Promise<Refused> {
  const moving = all.filter(({ activation }) => isUnderWay(activation.status))
  const due = moving.filter(standsAt('BEGIN'))
  if (due.length === 0) return bookActivations(unit, all)
  const [references, facts] = await Promise.all([
    reserved ?? referencesFor(unit, due, beside),
    readToBegin(unit, moving, beside),
  ])
  const refused = begin(unit, due, facts, references)
  return new Map([...refused, ...(await bookActivations(unit, all, facts))])
}

export async function beginActivations(unit: Unit, all: readonly Activating[]): Promise<Refused> {
  const due = all.filter(standsAt('BEGIN'))
  if (due.length === 0) return new Map()
  const [references, facts] = await Promise.all([referencesFor(unit, due), readToBegin(unit, due)])
  return begin(unit, due, facts, references)
}

/** They come from a counter of the client, which is locked until the commit. */
const referencesFor = (unit: Unit, due: readonly Activating[], beside?: Beside) =>
  reserveReferences(
    unit,
    due.map(({ invoice }) => invoice),
    beside?.references,
  )

function begin(
  unit: Unit,
  due: readonly Activating[],
  facts: ToBegin,
  references: References,
): Refused {
  return refusedAmong(
    due,
    ({ activation }) => activation.id,
    (activating) => beginOne(unit, activating, facts, references),
  )
}

/** Every check comes before the first change: all may have changed since it was accepted. */
function beginOne(
  unit: Unit,
  { activation, invoice }: Activating,
  facts: ToBegin,
  references: References,
): void {
  refuseUnfit(invoice, activation.productCode, facts.fitness, ['PERIOD_LOCKED'])
  const mainStatus = lifeOfInvoice.move(invoice.mainStatus, 'begin')
  // The rate of its day, which may have been published since the invoice was made, is its rate.
  const isForeign = invoice.invoiceCurrency !== invoice.baseCurrency
  const rated = isForeign ? facts.rateOf(invoice) : {}
  const paymentReference = invoice.paymentReference ?? references.get(invoice.id) ?? null
  if (paymentReference === null && !isCreditNote(invoice.type)) refuse('REFERENCES_USED_UP')
  unit.update(Invoice, invoice, { ...rated, mainStatus, paymentReference })
  const frozen = facts.freeze({ invoice, activation })
  const begun = { status: 'RUNNING', begunAt: unit.now } as const
  if (frozen.produce === 'AT_ACTIVATION') {
    const fixed = { ...begun, step: 'DOCUMENTS', ...keepFrozen(unit, frozen) } as const
    unit.update(InvoiceActivation, activation, fixed)
    return
  }
  // A document that is made on demand needs no step of its own.
  if (!facts.documented.has(activation.id)) addInvoiceDocument(unit, frozen, null)
  unit.update(InvoiceActivation, activation, { ...begun, step: 'BOOK', documentsAt: unit.now })
}
