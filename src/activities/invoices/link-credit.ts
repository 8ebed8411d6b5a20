import { z } from 'zod'
import { invoiceClaim } from '../../domain/bookkeeping/ledger.ts'
import { dilutionOf } from '../../domain/factoring/dilution.ts'
import { reserveLeft } from '../../domain/factoring/recourse.ts'
import {
  openOnDocument,
  spread,
  type Linkable,
  type Spread,
} from '../../domain/invoices/credit-links.ts'
import { isBought } from '../../domain/factoring/financing-status.ts'
import { hasPlacesOf, minorOf, sum } from '../../domain/money.ts'
import { invalid, notFound } from '../../domain/refusal.ts'
import { Debtor } from '../../entities/debtor.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import type { InvoiceLedgerEvent } from '../../entities/invoice-ledger-event.ts'
import { Invoice } from '../../entities/invoice.ts'
import { book, type EventDraft } from '../bookkeeping/book.ts'
import { readBooks } from '../bookkeeping/read-books.ts'
import { freeLimits } from '../credit/use-limits.ts'
import { addToDebtors } from '../debtors/add-to-debtors.ts'
import { lowerAsked, lowerFunding } from '../factoring/follow-claim.ts'
import { reserveReleased } from '../factoring/reserve-released.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import { setForm } from '../../kernel/write/set-form.ts'
import type { OpenRequest } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { applyToInvoice } from './apply-events.ts'
import { endAsked, ledgerEventsOf, settleAfter } from './settle-status.ts'
import { id } from '../../kernel/read/fields.ts'
import { byField } from '../../kernel/read/rows.ts'
import { positiveAmountSent } from '../../kernel/read/amounts.ts'

const amountToLink = positiveAmountSent.meta({ example: '1250.00' })

export const linkCreditInput = z.strictObject({
  creditId: id('Invoice'),
  debits: z
    .array(z.strictObject({ id: id('Invoice'), amount: amountToLink.optional() }))
    .min(1)
    .max(100),
})
export type LinkWanted = z.output<typeof linkCreditInput>

export interface LinkMade extends Spread {
  debit: Invoice
}

interface Pair extends LinkMade {
  credit: Invoice
  /** The part that an external financier of the debit bears. */
  borne: bigint
}

interface Linked {
  credit: Invoice
  links: LinkMade[]
}

interface Linking {
  credit: Invoice
  /** All of them that are there, by id. */
  debits: ReadonlyMap<string, Invoice>
  /** Of all of them. */
  earlier: Earlier
}

/** What happened to the claims before, and is asked for with them. */
interface Earlier {
  booked: ByClaim
  planned: ReadonlyMap<string, readonly InvoiceLedgerEvent[]>
  requests: readonly OpenRequest[]
}

/** What was booked on claims, by their ids. */
type ByClaim = ReadonlyMap<string, readonly FinancialEvent[]>

const byClaim = (events: readonly FinancialEvent[]): ByClaim =>
  Map.groupBy(events, ({ claimId }) => claimId ?? '')

type Debits = Readonly<Record<string, LinkWanted['debits']>>

const linking = setForm<Linking, Debits, Earlier, LinkMade[], Linked>({
  pointer: '/creditId',
  async hold(unit, creditIds, wanted) {
    const ids = creditIds.flatMap((one) => [one, ...debitsOf(wanted, one)])
    const unique = [...new Set(ids)]
    // What happened to them is asked for with them, as it is once they are held.
    const [held, events, planned, requests] = await Promise.all([
      unit.readEach(Invoice, 'id = any($2)', [unique], 'held'),
      unit.readEach(FinancialEvent, 'claim_id = any($2)', [unique]),
      ledgerEventsOf(unit, unique),
      unit.runtime.registered.requests.openOn(unit, unique),
    ])
    const debits = byField(held, 'id')
    const earlier = { booked: byClaim(events), planned, requests }
    return creditIds.flatMap((one) => {
      const credit = debits.get(one)
      return credit === undefined ? [] : [{ credit, debits, earlier }]
    })
  },
  idOf: ({ credit }) => credit.id,
  // Limits are locked of one debtor at a time.
  isAlone: ({ credit, debits }, wanted) =>
    debitsOf(wanted, credit.id).some((one) => isAtLimits(debits.get(one))),
  read: async (_, [first]) => first!.earlier,
  rule: linksOf,
  write: (_, { credit }, links) => ({ credit, links }),
  finish: (unit, made, earlier) =>
    bookLinks(
      unit,
      made.map(({ thing, change }) => ({ credit: thing.credit, links: change })),
      earlier,
    ),
})

const isAtLimits = (debit: Invoice | undefined) =>
  debit !== undefined && (isBought(debit) || debit.financingStatus === 'REQUESTED')

const debitsOf = (wanted: Debits, creditId: string) =>
  (wanted[creditId] ?? []).map((debit) => debit.id)

/** A credit note settles debits of the same debtor in the given order, until it is used up. */
export const linkCredit = (unit: Unit, { creditId, debits }: LinkWanted): Promise<Linked> =>
  linking.one(unit, creditId, { [creditId]: debits })

/** The same of many credit notes, no two of them of the same debit. */
export const linkManyCredits = linking.many

function linksOf({ credit, debits }: Linking, { booked }: Earlier, wanted: Debits): LinkMade[] {
  const all = wanted[credit.id] ?? []
  const ids = all.map((debit) => debit.id)
  ids.forEach((one, at) => {
    if (ids.indexOf(one) < at) invalid(`/debits/${at}/id`, 'TWICE', 'It stands here twice')
  })
  const named = ids.map((one, at) => debits.get(one) ?? notFound(`/debits/${at}/id`))
  const sent = all.map(({ amount }, at) => amountOf(amount, credit, at))
  const amounts = spread(
    asOpen(credit, booked),
    named.map((debit, at) => ({ debit: asOpen(debit, booked), amount: sent[at] })),
  )
  return named.map((debit, at) => ({ debit, ...amounts[at]! }))
}

/** The claim with what is open of it in the currency of its document. */
function asOpen(invoice: Invoice, events: ByClaim): Linkable {
  const own = events.get(invoice.id) ?? []
  const { type, mainStatus, clientId, debtorId, invoiceCurrency, baseCurrency, balance } = invoice
  const facts = { type, mainStatus, clientId, debtorId, invoiceCurrency, baseCurrency, balance }
  return { ...facts, foreign: openOnDocument(invoice, own) }
}

function amountOf(sent: string | undefined, credit: Invoice, at: number): bigint | undefined {
  if (sent === undefined) return undefined
  const pointer = `/debits/${at}/amount`
  if (!hasPlacesOf(sent, credit.baseCurrency)) {
    invalid(pointer, 'TOO_PRECISE', `More decimals than ${credit.baseCurrency} has`)
  }
  const amount = minorOf(sent, credit.baseCurrency)
  if (amount <= 0n) invalid(pointer, 'NOT_POSITIVE', 'It has to be above zero')
  return amount
}

async function bookLinks(
  unit: Unit,
  linked: readonly Linked[],
  { booked, planned, requests }: Earlier,
): Promise<void> {
  const today = await unit.today()
  const lowered = linked.flatMap(({ links }) =>
    links.map(({ debit, debited: amount }) => ({ debit, amount })),
  )
  const bought = lowered.filter(({ debit }) => isBought(debit))
  const { borne, drafts: funding } = await lowerFunding(unit, bought, today)
  const borneOf = new Map([...borne].map(([{ debit }, share]) => [debit.id, share]))
  const drafts = linked.flatMap(({ credit, links }) =>
    links
      .filter(({ amount, debited }) => amount > 0n || debited > 0n)
      .flatMap((link) => {
        const { id: debitId } = link.debit
        const pair = { credit, ...link, borne: borneOf.get(debitId) ?? 0n }
        return draftsOf(pair, booked.get(debitId) ?? [], today)
      }),
  )
  // A link takes from one claim what it gives to another; only rates change what a debtor owes.
  await addToDebtors(
    unit,
    drafts.filter(({ type }) => type === 'FX_DIFFERENCE'),
  )
  const used = sum(bought.map(({ amount }) => amount))
  const reserved = sum([...(await lowerAsked(unit, lowered)).values()])
  await freeOf(unit, linked[0]!.credit, used, reserved)
  const claims = linked.flatMap(({ credit, links }) => [credit, ...links.map(({ debit }) => debit)])
  const clientIds = [...new Set(claims.map(({ clientId }) => clientId))]
  // Books are the tenant's: who is bound to a client does not see what locks its periods.
  const books = await unit.widened(() => readBooks(unit, clientIds))
  // All drafts are of these claims, and so is what was booked under their keys.
  const known = new Set([...booked.values()].flat().map(({ sourceKey }) => sourceKey))
  const ofClaim = byClaim(await book(unit, [...drafts, ...funding], { books, known }))
  for (const invoice of claims) applyToInvoice(unit, invoice, ofClaim.get(invoice.id) ?? [])
  for (const invoice of claims) settleAfter(unit, invoice, planned.get(invoice.id) ?? [], today)
  await endAsked(unit, claims, requests)
}

/**
 * Frees limits for what is no longer open on financed and requested claims; negative amounts use
 * them.
 */
export async function freeOf(
  unit: Unit,
  { clientId, debtorId, baseCurrency: currency }: Invoice,
  used: bigint,
  reserved: bigint,
): Promise<void> {
  if (used === 0n && reserved === 0n) return
  const debtor = await loadHeld(unit, Debtor, debtorId)
  const systemDebtorId = debtor.systemDebtorId ?? null
  await freeLimits(unit, { clientId, debtorId, systemDebtorId, currency }, used, reserved)
}

/** Both sides of one link, and what the reserve and the client bear of it where the debit was bought. */
function draftsOf(
  { credit, debit, amount, debited, foreign, borne }: Pair,
  earlier: readonly FinancialEvent[],
  today: string,
): EventDraft[] {
  const before = earlier.filter(
    ({ type, facts }) => type === 'CREDIT_LINK' && facts['creditId'] === credit.id,
  )
  const linkId = `${credit.id}/${debit.id}/${before.length + 1}`
  const shared = {
    clientId: debit.clientId,
    debtorId: debit.debtorId,
    component: 'CAPITAL',
    currency: debit.baseCurrency,
    bookDate: today,
    sourceType: 'Invoice',
    text: `Credit note ${credit.invoiceNumber} on ${debit.invoiceNumber}`,
  } as const
  const facts = { linkId, creditId: credit.id, debitId: debit.id }
  const said = foreign === null ? facts : { ...facts, foreign: `${foreign}` }
  const link = { ...shared, type: 'CREDIT_LINK', facts: said } as const
  const drafts: EventDraft[] = [
    {
      ...link,
      claim: invoiceClaim(debit.id),
      amount: -amount,
      sourceKey: `credit-link/${linkId}/debit`,
      sourceId: credit.id,
    },
    {
      ...link,
      claim: invoiceClaim(credit.id),
      amount,
      sourceKey: `credit-link/${linkId}/credit`,
      sourceId: debit.id,
    },
    ...differenceOf({ debit, amount, debited }, { ...shared, facts, sourceId: credit.id }),
  ]
  if (!isBought(debit)) return drafts
  const reserve = reserveLeft(earlier)
  const { fromReserve, fromClient } = dilutionOf(reserve, debit.balance, debited, amount)
  const { component: _, ...rest } = shared
  const settled = { ...rest, claim: invoiceClaim(debit.id), sourceId: credit.id, facts }
  const isLast = debit.balance + debit.feesAmount + debit.interestAmount === debited
  drafts.push({
    ...settled,
    type: 'DILUTION',
    amount: 0n,
    sourceKey: `credit-link/${linkId}/dilution`,
    facts: {
      ...facts,
      amount: `${amount}`,
      fromReserve: `${fromReserve}`,
      fromClient: `${fromClient}`,
      ...(borne !== 0n && { fromRefinancing: `${borne}` }),
    },
  })
  const left = isLast ? reserve - fromReserve : 0n
  return [...drafts, ...reserveReleased({ ...settled, sourceKey: `credit-link/${linkId}` }, left)]
}

/** The difference of two exchange rates for one amount, which nobody owes (P30). */
function differenceOf(
  { debit, amount, debited }: Pick<Pair, 'debit' | 'amount' | 'debited'>,
  link: Omit<EventDraft, 'type' | 'claim' | 'amount' | 'sourceKey'>,
): EventDraft[] {
  if (debited === amount) return []
  return [
    {
      ...link,
      type: 'FX_DIFFERENCE',
      claim: invoiceClaim(debit.id),
      amount: amount - debited,
      sourceKey: `credit-link/${String(link.facts['linkId'])}/fx`,
      text: `Difference of rates: ${link.text}`,
      facts: { ...link.facts, variant: isBought(debit) ? 'FINANCED' : 'SERVICED' },
    },
  ]
}
