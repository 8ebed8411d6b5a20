import { z } from 'zod'
import { invoiceClaim } from '../../domain/bookkeeping/ledger.ts'
import { recourseOf, reserveLeft } from '../../domain/factoring/recourse.ts'
import { notFound, refuse } from '../../domain/refusal.ts'
import { Debtor } from '../../entities/debtor.ts'
import { InvoiceRefinancing } from '../../entities/factoring-decision.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import { Invoice } from '../../entities/invoice.ts'
import { book } from '../bookkeeping/book.ts'
import { freeLimits } from '../credit/use-limits.ts'
import { knownReason } from '../distribution/known-reason.ts'
import { addLedgerEvent } from '../bookkeeping/add-ledger-event.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { hold, loadHeld } from '../../kernel/write/hold.ts'
import { requireSecond, type Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { fundedBy, fundingDrafts } from './funding-drafts.ts'
import { refuseBound } from '../credit/refuse-bound.ts'
import { reserveReleased } from './reserve-released.ts'
import { refuseUnlessFinanced } from './refinance-invoice.ts'
import { code, description } from '../../kernel/read/fields.ts'

export const takeRecourseInput = z
  .strictObject({
    /** The breach that makes recourse due before its date. */
    reasonCode: code.optional(),
    text: description.min(1).optional(),
  })
  .prefault({})
export type RecourseInput = z.output<typeof takeRecourseInput>

/** The client takes the claim back and gives back what was paid for what is open of it (P8). */
export async function takeRecourse(
  unit: Unit,
  invoiceId: string,
  sent: RecourseInput,
): Promise<InvoiceRefinancing | Pending> {
  const seen = await seenOf(unit, invoiceId)
  const pending = secondForRecourse(unit, seen, sent)
  return pending ?? takeNow(unit, seen, sent)
}

const seenFields = ['id', 'clientId', 'balance', 'baseCurrency'] as const
type Seen = Pick<Invoice, (typeof seenFields)[number]>

async function seenOf(unit: Unit, id: string): Promise<Seen> {
  const [row] = await rowsOf(unit, Invoice, { id: [id] }, seenFields)
  const seen = row ?? notFound()
  refuseBound(unit)
  return seen
}

function secondForRecourse(
  unit: Unit,
  { id, clientId, balance: minor, baseCurrency: currency }: Seen,
  payload: RecourseInput,
): Pending | undefined {
  const subject = { type: 'Invoice', id, clientId }
  return requireSecond(unit, { topic: 'RECOURSE', subject, payload, amount: { minor, currency } })
}

async function takeNow(
  unit: Unit,
  { id: invoiceId, balance }: Seen,
  sent: RecourseInput,
): Promise<InvoiceRefinancing> {
  hold(unit, Invoice, [invoiceId])
  const known = await unit.find(InvoiceRefinancing, { invoiceId })
  const invoice = await unit.load(Invoice, invoiceId)
  refuseUnlessFinanced(invoice)
  // By what was open, whether it takes two people was judged.
  if (invoice.balance !== balance) refuse('VERSION_CONFLICT')
  const today = await unit.today()
  await refuseUnlessDue(unit, invoice, today, sent.reasonCode)
  const events = await unit.all(FinancialEvent, { claimId: invoiceId })
  const reserve = reserveLeft(events)
  const recourse = recourseOf(invoice.balance, reserve)
  const recourses = events.filter(({ type }) => type === 'RECOURSE')
  const debtor = await loadHeld(unit, Debtor, invoice.debtorId)
  const { clientId, debtorId, baseCurrency: currency } = invoice
  const of = { clientId, debtorId, systemDebtorId: debtor.systemDebtorId ?? null, currency }
  await freeLimits(unit, of, invoice.balance)
  const refinancing = known ?? (await withoutProvider(unit, invoice))
  const funded = fundedBy(known)
  refinancing.status = 'RECOURSED'
  invoice.productCode = 'INVOICE_SERVICE'
  invoice.financingStatus = 'RECOURSED'
  await unit.runtime.registered.claimReturned(unit, invoiceId)
  addLedgerEvent(unit, invoice, 'RECOURSED', today, sent.text ?? '')
  const taken = {
    claim: invoiceClaim(invoiceId),
    clientId,
    debtorId,
    currency,
    bookDate: today,
    sourceKey: `recourse/${invoiceId}/${recourses.length + 1}`,
    sourceType: 'InvoiceRefinancing',
    sourceId: refinancing.id,
    text: sent.text ?? `Invoice ${invoice.invoiceNumber} taken back by recourse`,
    ...(sent.reasonCode !== undefined && { reasonCode: sent.reasonCode }),
    facts: Object.fromEntries(
      Object.entries(recourse).map(([name, minor]) => [name, String(minor)]),
    ),
  }
  await book(unit, [
    ...fundingDrafts(refinancing, invoice, funded, today),
    { ...taken, type: 'RECOURSE', amount: 0n },
    // Of a claim that was paid in part more is held back than is open.
    ...reserveReleased({ ...taken, facts: {} }, reserve - recourse.fromReserve),
  ])
  return refinancing
}

/** Recourse waits for its date, unless the terms were broken. */
async function refuseUnlessDue(
  unit: Unit,
  { recourseDate }: Invoice,
  today: string,
  breach: string | undefined,
): Promise<void> {
  if (recourseDate == null) refuse('NO_RECOURSE')
  await knownReason(unit, breach)
  if (breach === undefined && today < recourseDate) {
    refuse('RECOURSE_NOT_DUE', { detail: `Recourse can be used from ${recourseDate} on.` })
  }
}

/** A claim that nobody refinanced gets a refinancing without provider, so that recourse shows. */
async function withoutProvider(unit: Unit, invoice: Invoice): Promise<InvoiceRefinancing> {
  const made = unit.add(InvoiceRefinancing, {
    invoiceId: invoice.id,
    clientId: invoice.clientId,
    fromProviderCode: invoice.serviceProviderCode ?? null,
    amount: invoice.balance,
    fee: 0n,
    currency: invoice.baseCurrency,
    status: 'ACTIVE',
  })
  await unit.flush()
  return made
}
