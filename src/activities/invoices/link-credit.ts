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
import { Invoice } from '../../entities/invoice.ts'
import { todayOf } from '../access/tenant-of.ts'
import { book, type EventDraft } from '../bookkeeping/book.ts'
import { freeLimits } from '../credit/use-limits.ts'
import { addToDebtors } from '../debtors/add-to-debtors.ts'
import { lowerAsked, lowerFunding } from '../factoring/follow-claim.ts'
import { hold, loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { applyToInvoice } from './apply-events.ts'
import { settleStatus } from './settle-status.ts'
import { id } from '../../kernel/read/fields.ts'
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

/** A credit note settles debits of the same debtor in the given order, until it is used up. */
export async function linkCredit(
  unit: Unit,
  wanted: LinkWanted,
): Promise<{ credit: Invoice; links: LinkMade[] }> {
  const ids = wanted.debits.map((debit) => debit.id)
  ids.forEach((one, at) => {
    if (ids.indexOf(one) < at) invalid(`/debits/${at}/id`, 'TWICE', 'It stands here twice')
  })
  hold(unit, Invoice, [wanted.creditId, ...ids])
  const credit = await unit.load(Invoice, wanted.creditId, '/creditId')
  const found = new Map((await unit.all(Invoice, { id: { $in: ids } })).map((one) => [one.id, one]))
  const debits = ids.map((one, at) => found.get(one) ?? notFound(`/debits/${at}/id`))
  const sent = wanted.debits.map(({ amount }, at) => amountOf(amount, credit, at))
  const earlier = await unit.all(FinancialEvent, { claimId: { $in: [credit.id, ...ids] } })
  const amounts = spread(
    asOpen(credit, earlier),
    debits.map((debit, at) => ({ debit: asOpen(debit, earlier), amount: sent[at] })),
  )
  const links = debits.map((debit, at) => ({ debit, ...amounts[at]! }))
  await bookLinks(unit, credit, links, earlier)
  return { credit, links }
}

/** The claim with what is open of it in the currency of its document. */
function asOpen(invoice: Invoice, events: readonly FinancialEvent[]): Linkable {
  const own = events.filter(({ claimId }) => claimId === invoice.id)
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
  credit: Invoice,
  links: readonly LinkMade[],
  earlier: readonly FinancialEvent[],
): Promise<void> {
  const today = await todayOf(unit)
  const lowered = links.map(({ debit, debited: amount }) => ({ debit, amount }))
  const bought = lowered.filter(({ debit }) => isBought(debit))
  const { borne, drafts: funding } = await lowerFunding(unit, bought, today)
  const drafts = links
    .filter(({ amount, debited }) => amount > 0n || debited > 0n)
    .flatMap((link) => {
      const own = earlier.filter(({ claimId }) => claimId === link.debit.id)
      return draftsOf({ credit, ...link, borne: borne.get(link.debit.id) ?? 0n }, own, today)
    })
  // A link takes from one claim what it gives to another; only rates change what a debtor owes.
  await addToDebtors(
    unit,
    drafts.filter(({ type }) => type === 'FX_DIFFERENCE'),
  )
  const used = sum(bought.map(({ amount }) => amount))
  await freeOf(unit, credit, used, await lowerAsked(unit, lowered))
  const events = await book(unit, [...drafts, ...funding])
  for (const invoice of [credit, ...links.map(({ debit }) => debit)]) {
    applyToInvoice(unit, invoice, events)
    await settleStatus(unit, invoice, today)
  }
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
  drafts.push({
    ...rest,
    type: 'DILUTION',
    claim: invoiceClaim(debit.id),
    amount: 0n,
    sourceKey: `credit-link/${linkId}/dilution`,
    sourceId: credit.id,
    facts: {
      ...facts,
      amount: `${amount}`,
      fromReserve: `${fromReserve}`,
      fromClient: `${fromClient}`,
      ...(borne !== 0n && { fromRefinancing: `${borne}` }),
    },
  })
  return drafts
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
