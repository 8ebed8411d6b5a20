import { z } from 'zod'
import { invoiceClaim } from '../../domain/bookkeeping/ledger.ts'
import { isBought } from '../../domain/factoring/financing-status.ts'
import { recourseOf, reserveLeft, type Recourse } from '../../domain/factoring/recourse.ts'
import { notFound, refuse, type Refused } from '../../domain/refusal.ts'
import { Debtor } from '../../entities/debtor.ts'
import { InvoiceRefinancing } from '../../entities/factoring-decision.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import { Invoice } from '../../entities/invoice.ts'
import { addLedgerEvent } from '../bookkeeping/add-ledger-event.ts'
import { book, refusedIfBooked, type EventDraft } from '../bookkeeping/book.ts'
import { limitsThere, type Limiting, type LimitsOf } from '../credit/lock-limits.ts'
import { refuseBound } from '../credit/refuse-bound.ts'
import { freeLimitsOf } from '../credit/use-limits.ts'
import { knownReason } from '../distribution/known-reason.ts'
import { code, description } from '../../kernel/read/fields.ts'
import { byField, rowsOf } from '../../kernel/read/rows.ts'
import { hold } from '../../kernel/write/hold.ts'
import { requireSecond, type Pending } from '../../kernel/write/pending.ts'
import { heldRows, setForm, type Made } from '../../kernel/write/set-form.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { fundedBy, fundingDrafts } from './funding-drafts.ts'
import { settleRecourseErrands } from './recourse-errands.ts'
import { refuseUnlessFinanced } from './refinance-invoice.ts'
import { reserveReleased } from './reserve-released.ts'

export const takeRecourseInput = z
  .strictObject({
    /** The breach that makes recourse due before its date. */
    reasonCode: code.optional(),
    text: description.min(1).optional(),
  })
  .prefault({})
export type RecourseInput = z.output<typeof takeRecourseInput>

/** Whichever operation leads to it. */
export const recourseRight = 'RefinanceInvoice'

/** The client takes the claim back and gives back what was paid for what is open of it (P8). */
export async function takeRecourse(
  unit: Unit,
  invoiceId: string,
  sent: RecourseInput,
): Promise<InvoiceRefinancing | Pending> {
  const seen = await seenOf(unit, invoiceId)
  const pending = secondFor(unit, seen, sent)
  return pending ?? taking.one(unit, invoiceId, { ...sent, judged: seen.balance })
}

/** Asked before that, where something else is done with it. */
export async function secondForRecourse(
  unit: Unit,
  invoiceId: string,
): Promise<Pending | undefined> {
  return secondFor(unit, await seenOf(unit, invoiceId), {})
}

const seenFields = ['id', 'clientId', 'balance', 'baseCurrency'] as const
type Seen = Pick<Invoice, (typeof seenFields)[number]>

async function seenOf(unit: Unit, id: string): Promise<Seen> {
  const [row] = await rowsOf(unit, Invoice, { id: [id] }, seenFields)
  const seen = row ?? notFound()
  refuseBound(unit)
  return seen
}

function secondFor(
  unit: Unit,
  { id, clientId, balance: minor, baseCurrency: currency }: Seen,
  payload: RecourseInput,
): Pending | undefined {
  const subject = { type: 'Invoice', id, clientId }
  const amount = { minor, currency }
  return requireSecond(unit, { topic: 'RECOURSE', right: recourseRight, subject, payload, amount })
}

interface Taking extends RecourseInput {
  /** What was open when it was judged whether it takes two people. */
  judged?: bigint
}

interface Facts {
  today: string
  limiting: ReadonlyMap<string, Limiting>
  limitsOf: LimitsOf
  refinancings: ReadonlyMap<string, InvoiceRefinancing>
  returns: ReadonlyMap<string, Return>
  /** What stands in the way in the books, by claim. */
  unbookable: Refused
}

/** What a claim comes to that goes back. */
interface Return extends Recourse {
  /** What is left of the reserve beyond what is open. */
  left: bigint
  /** How often it went back before. */
  before: number
}

/** Recourse on one claim or on many, each of which is refused by itself. */
export const taking = setForm<Invoice, Taking, Facts, Return, InvoiceRefinancing>({
  ...heldRows(Invoice),
  async read(unit, all, sent) {
    const claims = all.filter((claim) => isBought(claim) && claim.balance > 0n)
    const ids = claims.map(({ id }) => id)
    await knownReason(unit, sent.reasonCode)
    const [today, refinancings, events] = await Promise.all([
      unit.today(),
      unit.readEach(InvoiceRefinancing, 'invoice_id = any($2)', [all.map(({ id }) => id)]),
      unit.readEach(FinancialEvent, `claim_type = 'INVOICE' and claim_id = any($2)`, [ids]),
    ])
    const ofClaim = Map.groupBy(events, ({ claimId }) => claimId)
    const returns = new Map(claims.map((one) => [one.id, returnOf(one, ofClaim.get(one.id) ?? [])]))
    const known = byField(refinancings, 'invoiceId')
    const facts = { today, returns, refinancings: known, unbookable: new Map() }
    const limiting = await limitingOf(unit, claims)
    const limitsOf = await (await limitsThere(unit, [...limiting.values()])).lock()
    const unbookable = await unbookableAmong(unit, claims, facts, sent)
    return { ...facts, limiting, limitsOf, unbookable }
  },
  rule(invoice, { today, returns, unbookable }, { reasonCode, judged }) {
    refuseUnlessFinanced(invoice)
    if (judged !== undefined && invoice.balance !== judged) refuse('VERSION_CONFLICT')
    refuseUnlessDue(invoice, today, reasonCode)
    const refusal = unbookable.get(invoice.id)
    if (refusal !== undefined) throw refusal
    return returns.get(invoice.id)!
  },
  write(unit, invoice, { open }, { limitsOf, limiting, refinancings }) {
    freeLimitsOf(unit, limitsOf, [{ of: limiting.get(invoice.id)!, used: open, reserved: 0n }])
    const returned = { productCode: 'INVOICE_SERVICE', financingStatus: 'RECOURSED' } as const
    unit.update(Invoice, invoice, returned)
    return refinancings.get(invoice.id) ?? withoutProvider(unit, invoice)
  },
  finish: takeBack,
})

/** Debtors are held as what limits them hangs on who they are. */
async function limitingOf(
  unit: Unit,
  claims: readonly Invoice[],
): Promise<ReadonlyMap<string, Limiting>> {
  if (claims.length === 0) return new Map()
  const ids = [...new Set(claims.map(({ debtorId }) => debtorId))]
  hold(unit, Debtor, ids)
  const debtors = byField(await unit.readEach(Debtor, 'id = any($2)', [ids]), 'id')
  return new Map(
    claims.map(({ id, clientId, debtorId, baseCurrency: currency }) => {
      const systemDebtorId = debtors.get(debtorId)?.systemDebtorId ?? null
      return [id, { clientId, debtorId, systemDebtorId, currency }]
    }),
  )
}

function returnOf({ balance }: Invoice, events: readonly FinancialEvent[]): Return {
  const reserve = reserveLeft(events)
  const recourse = recourseOf(balance, reserve)
  const before = events.filter(({ type }) => type === 'RECOURSE').length
  return { ...recourse, left: reserve - recourse.fromReserve, before }
}

/** Recourse waits for its date, unless the terms were broken. */
function refuseUnlessDue(
  { recourseDate }: Invoice,
  today: string,
  breach: string | undefined,
): void {
  if (recourseDate == null) refuse('NO_RECOURSE')
  if (breach === undefined && today < recourseDate) {
    refuse('RECOURSE_NOT_DUE', { detail: `Recourse can be used from ${recourseDate} on.` })
  }
}

type Booking = Pick<Facts, 'today' | 'refinancings' | 'returns'>

async function unbookableAmong(
  unit: Unit,
  claims: readonly Invoice[],
  facts: Booking,
  sent: Taking,
): Promise<Refused> {
  const drafts = claims.flatMap((claim) => {
    const refinancing = facts.refinancings.get(claim.id) ?? fundedByNobody
    return draftsOf(claim, refinancing, facts.returns.get(claim.id)!, { today: facts.today, sent })
  })
  const refused = await refusedIfBooked(unit, drafts)
  return new Map(
    drafts.flatMap(({ claim, sourceKey }) => {
      const refusal = refused.get(sourceKey)
      return refusal === undefined || claim == null ? [] : [[claim.id, refusal] as const]
    }),
  )
}

type Funding = Pick<InvoiceRefinancing, 'id' | 'amount' | 'status' | 'version' | 'toProviderCode'>
const fundedByNobody: Funding = {
  id: '',
  amount: 0n,
  status: 'PROPOSED',
  version: 1,
  toProviderCode: null,
}

/** A claim that nobody refinanced gets a refinancing without provider, so that recourse shows. */
function withoutProvider(unit: Unit, invoice: Invoice): InvoiceRefinancing {
  return unit.insert(InvoiceRefinancing, {
    invoiceId: invoice.id,
    clientId: invoice.clientId,
    fromProviderCode: invoice.serviceProviderCode ?? null,
    amount: invoice.balance,
    fee: 0n,
    currency: invoice.baseCurrency,
    status: 'ACTIVE',
  })
}

async function takeBack(
  unit: Unit,
  made: readonly Made<Invoice, Return, InvoiceRefinancing>[],
  { today, refinancings }: Facts,
  sent: Taking,
): Promise<void> {
  // Each of them is told of as begun, and then as ended.
  await unit.flush()
  const drafts = made.flatMap(({ thing: invoice, change, result }) => {
    const known = refinancings.has(invoice.id)
    const funding = known ? result : { ...fundedByNobody, id: result.id }
    return draftsOf(invoice, funding, change, { today, sent })
  })
  for (const { thing: invoice, result } of made) {
    unit.update(InvoiceRefinancing, result, { status: 'RECOURSED' })
    addLedgerEvent(unit, invoice, 'RECOURSED', today, sent.text ?? '')
  }
  const ids = made.map(({ thing: { id } }) => id)
  await unit.runtime.registered.claimsReturned(unit, ids)
  await book(unit, drafts)
  await settleRecourseErrands(unit, ids, 'Recourse is taken.')
}

/** What was sold on is bought back, and all goes back; of more than is open the rest is let go. */
function draftsOf(
  invoice: Invoice,
  refinancing: Funding,
  { left, before, ...recourse }: Return,
  { today, sent }: { today: string; sent: Taking },
): EventDraft[] {
  const { id, clientId, debtorId, baseCurrency: currency } = invoice
  const taken = {
    claim: invoiceClaim(id),
    clientId,
    debtorId,
    currency,
    bookDate: today,
    sourceKey: `recourse/${id}/${before + 1}`,
    sourceType: 'InvoiceRefinancing',
    sourceId: refinancing.id,
    text: sent.text ?? `Invoice ${invoice.invoiceNumber} taken back by recourse`,
    ...(sent.reasonCode !== undefined && { reasonCode: sent.reasonCode }),
    facts: Object.fromEntries(
      Object.entries(recourse).map(([name, minor]) => [name, String(minor)]),
    ),
  }
  const { amount, version, toProviderCode, id: refinancingId } = refinancing
  const ended = { id: refinancingId, amount, version, toProviderCode, status: 'RECOURSED' } as const
  return [
    ...fundingDrafts(ended, invoice, fundedBy(refinancing), today),
    { ...taken, type: 'RECOURSE', amount: 0n },
    // Of a claim that was paid in part more is held back than is open.
    ...reserveReleased({ ...taken, facts: {} }, left),
  ]
}
