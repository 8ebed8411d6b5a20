import { invoiceClaim } from '../../domain/bookkeeping/ledger.ts'
import type { ClosedDays } from '../../domain/dates.ts'
import type { Decider, Verdict } from '../../domain/factoring/decision.ts'
import {
  financingOf,
  recourseDateOf,
  vatRateOf,
  type Financing,
} from '../../domain/factoring/terms.ts'
import { decimal, rateText } from '../../domain/money.ts'
import { isUnresolved } from '../../domain/system/errand.ts'
import { Client } from '../../entities/client.ts'
import { FactoringDecision } from '../../entities/factoring-decision.ts'
import { Invoice } from '../../entities/invoice.ts'
import { SystemErrand } from '../../entities/system-errand.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { closedDaysOf } from '../../ports/calendar/closed-days.ts'
import { book, readBeforeBooking, type EventDraft } from '../bookkeeping/book.ts'
import { addLedgerEvent } from '../bookkeeping/add-ledger-event.ts'
import { limitsKnown, limitsThere, type Limits } from '../credit/lock-limits.ts'
import { limitSnapshot, release, utilise } from '../credit/use-limits.ts'
import { markResolved } from '../system/settle-errand.ts'
import { addToHistory, whySaid } from './add-to-history.ts'
import { lockAtLimits, refuseBeyondLimits, usedBy, type AtLimits } from './at-limits.ts'
import { placesOf } from './country-of-claim.ts'
import { limitingOf, type HeldDecision } from './lock-decision.ts'
import {
  mayFinance,
  productsToSell,
  productToSell,
  readFinancing,
  type FinancingFacts,
  type ProductToSell,
} from './may-finance.ts'
import { readSubStatus, subStatusIn } from './sub-status-of.ts'

/** What was decided, by whom, and why. */
export interface Made {
  verdict: Verdict
  decidedBy: Decider
  subStatusId?: number | null | undefined
  reasonCodes?: readonly string[] | undefined
  comment?: string | undefined
  externalReference?: string | undefined
}

/** What is asked about decisions that are made. */
export interface ToDecide extends AtLimits {
  products: ReadonlyMap<string, ProductToSell>
  /** Absent where the engine has asked it already, or where nothing is bought. */
  financing: FinancingFacts | null
  subStatuses: Awaited<ReturnType<typeof readSubStatus>>
  closedDaysOf: (clientId: string) => ClosedDays
  errands: ReadonlyMap<string, SystemErrand>
}

/** What comes of a decision that nothing speaks against. */
export interface Decided {
  made: Made
  /** Under which the claim is bought; null where it is not. */
  product: ProductToSell | null
  subStatusId: string | null
}

/** Ends a decision with everything that follows from it, in one transaction; booking comes last. */
export async function decide(
  unit: Unit,
  held: HeldDecision,
  made: Made,
  known?: Limits,
): Promise<void> {
  const facts = await readToDecide(unit, [held], made, known)
  const decided = decidedBy(held, made, facts)
  writeDecided(unit, held, decided, facts)
  await finishDecided(unit, [{ held, decided }], facts)
}

export async function readToDecide(
  unit: Unit,
  all: readonly HeldDecision[],
  { verdict, decidedBy: by, subStatusId }: Made,
  known?: Limits,
): Promise<ToDecide> {
  const buys = verdict === 'APPROVED'
  const asks = buys && by !== 'ENGINE'
  const clientIds = [...new Set(all.map(({ invoice }) => invoice.clientId))]
  const [financing, products, places, subStatuses, clients, errands, there] = await Promise.all([
    asks ? readFinancing(unit, all) : null,
    buys && !asks ? productsToSell(unit, all) : new Map<string, ProductToSell>(),
    asks ? placesOf(unit, all) : null,
    readSubStatus(unit, 'DECIDED', subStatusId),
    rowsOf(unit, Client, { id: clientIds }, ['id', 'countryCode']),
    unit.readEach(SystemErrand, 'dedupe_key = any($2)', [all.map(errandOf)]),
    known === undefined ? limitsThere(unit, all.map(limitingOf)) : limitsKnown(known),
  ])
  const days = new Map(clients.map(({ id, countryCode }) => [id, closedDaysOf(countryCode)]))
  return {
    ...(await lockAtLimits(unit, there, all, places)),
    products,
    financing,
    subStatuses,
    closedDaysOf: (clientId) => days.get(clientId)!,
    errands: new Map(errands.map((errand) => [errand.dedupeKey ?? '', errand])),
  }
}

const errandOf = ({ decision }: HeldDecision) => `factoring/${decision.id}`

/** The engine has checked its rules before; others are checked here. */
export function decidedBy(held: HeldDecision, made: Made, facts: ToDecide): Decided {
  const product = made.verdict === 'APPROVED' ? productFor(held, facts) : null
  if (product !== null) refuseBeyondLimits(held, product, facts)
  const subStatusId = subStatusIn(facts.subStatuses, 'DECIDED', made.subStatusId)
  return { made, product, subStatusId }
}

const productFor = (held: HeldDecision, { financing, products }: ToDecide): ProductToSell =>
  financing === null ? productToSell(products, held) : mayFinance(held, financing)

export function writeDecided(
  unit: Unit,
  held: HeldDecision,
  { made, product, subStatusId }: Decided,
  facts: ToDecide,
): void {
  const { decision, invoice, debtor } = held
  const { verdict, decidedBy: by, externalReference } = made
  const limits = facts.limitsOf(limitingOf(held))
  const country = facts.countryOf.get(debtor.id)
  const snapshot = limitSnapshot(limits)
  if (product === null) release(unit, limits, decision.reserved)
  else utilise(unit, limits, usedBy(held, product))
  const why = whySaid(made)
  unit.update(FactoringDecision, decision, {
    ...(country !== undefined && { countryCode: country.code }),
    limitSnapshot: snapshot,
    subStatusId,
    status: 'DECIDED',
    financeDecision: verdict,
    decidedBy: by,
    decidedById: unit.principal.id,
    decidedAt: unit.now,
    reserved: 0n,
    ...why,
    ...(externalReference !== undefined && { externalReference }),
  })
  addToHistory(unit, decision, { decidedBy: by, ...why })
  if (product === null) deny(unit, invoice, verdict)
  else finance(unit, held, product, facts, limits.today)
}

/** What takes the last locks, of all together. */
export async function finishDecided(
  unit: Unit,
  all: readonly { held: HeldDecision; decided: Decided }[],
  { errands, limitsOf }: ToDecide,
): Promise<void> {
  for (const { held } of all) {
    const errand = errands.get(errandOf(held))
    if (errand === undefined || !isUnresolved(errand.status)) continue
    await markResolved(unit, errand, 'The decision is made.')
  }
  const bought = all.flatMap(({ held, decided: { product } }) =>
    product === null ? [] : [{ held, product }],
  )
  if (bought.length === 0) return
  const drafts = bought.map(({ held, product }) => {
    const { today } = limitsOf(limitingOf(held))
    addLedgerEvent(unit, held.invoice, 'FINANCED', today, '')
    return draftOf(held, product, today)
  })
  const claims = bought.map(({ held: { invoice, decision } }) => ({
    invoice,
    decisionId: decision.id,
  }))
  // The notices, and after them the accounts, are held by the same message.
  const [, before] = await Promise.all([
    unit.runtime.registered.claimsBought(unit, claims),
    readBeforeBooking(unit, drafts),
  ])
  await book(unit, drafts, before)
}

/** Both verdicts deny financing; DENIED also changes the main status of the invoice. */
function deny(unit: Unit, invoice: Invoice, verdict: Verdict): void {
  unit.update(Invoice, invoice, { financingStatus: 'DENIED' })
  if (verdict !== 'DENIED') return
  const to = 'DENIED_FINANCING'
  if (invoice.mainStatus === 'ACTIVATED') unit.update(Invoice, invoice, { mainStatus: to })
  // A paused invoice gets that status when it is resumed.
  else if (invoice.pausedFrom === 'ACTIVATED') unit.update(Invoice, invoice, { pausedFrom: to })
}

/** The claim is bought: another product. */
function finance(
  unit: Unit,
  { decision, invoice }: HeldDecision,
  product: ProductToSell,
  facts: ToDecide,
  today: string,
): void {
  const { balance, baseCurrency: currency, clientId } = invoice
  const recourseDate = recourseDateOf(invoice, product, facts.closedDaysOf(clientId))
  const financing = financingOf(balance, product)
  const termsSnapshot = termsOf(product, financing, currency, recourseDate)
  unit.update(FactoringDecision, decision, { amount: balance, termsSnapshot })
  unit.update(Invoice, invoice, {
    productCode: 'INVOICE_FACTORING_SELL',
    financingStatus: 'FINANCED',
    soldDate: today,
    recourseDate,
  })
}

/** And the books say so (P6). */
function draftOf(
  { decision, invoice }: HeldDecision,
  product: ProductToSell,
  today: string,
): EventDraft {
  const { id, clientId, debtorId, balance, baseCurrency: currency } = invoice
  const amounts = Object.entries(financingOf(balance, product))
  return {
    type: 'FINANCED',
    claim: invoiceClaim(id),
    clientId,
    debtorId,
    amount: 0n,
    currency,
    bookDate: today,
    sourceKey: `factoring/${decision.id}/financed`,
    sourceType: 'FactoringDecision',
    sourceId: decision.id,
    text: `Invoice ${invoice.invoiceNumber} financed`,
    facts: {
      ...Object.fromEntries(amounts.map(([name, minor]) => [name, String(minor)])),
      vatRate: vatRateOf(product),
      recourse: product.recourse,
    },
  }
}

function termsOf(
  product: ProductToSell,
  financing: Financing,
  currency: string,
  recourseDate: string | null,
): Record<string, unknown> {
  const amounts = Object.entries(financing).map(([name, minor]) => [name, decimal(minor, currency)])
  return {
    productCode: product.productCode,
    currency,
    advanceRate: rateText(product.advanceRate),
    reserveRate: rateText(product.reserveRate),
    commissionRate: rateText(product.commissionRate),
    commissionVatRate: rateText(product.commissionVatRate),
    recourse: product.recourse,
    recourseDays: product.recourseDays ?? null,
    recourseDate,
    ...Object.fromEntries(amounts),
  }
}
