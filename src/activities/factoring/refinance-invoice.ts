import { z } from 'zod'
import type { RefinancingStatus } from '../../domain/factoring/decision.ts'
import {
  lifeOfRefinancing,
  refuseNewTerms,
  settableRefinancings,
} from '../../domain/factoring/refinancing.ts'
import { isBought } from '../../domain/factoring/financing-status.ts'
import { decimal, hasPlacesOf, minorOf } from '../../domain/money.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import { InvoiceRefinancing } from '../../entities/factoring-decision.ts'
import { Invoice } from '../../entities/invoice.ts'
import { ServiceProvider } from '../../entities/provider.ts'
import { hold } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { book } from '../bookkeeping/book.ts'
import { financierFeeDrafts, fundedBy, fundingDrafts } from './funding-drafts.ts'
import { refuseBound } from '../credit/refuse-bound.ts'
import { filled, sentDay } from '../../kernel/read/fields.ts'
import { amountSent } from '../../kernel/read/amounts.ts'

const example = {
  toProviderCode: 'NORDBANK',
  amount: '12500.00',
  fee: '100.00',
  status: 'PROPOSED',
}

export const refinanceInvoiceInput = z
  .strictObject({
    toProviderCode: filled(40).optional(),
    amount: amountSent.optional(),
    fee: amountSent.optional(),
    validTo: sentDay.nullish(),
    status: z.enum(settableRefinancings).optional(),
  })
  .meta({ example })
export type RefinancingInput = z.output<typeof refinanceInvoiceInput>

/** Records that an external financier funds a financed invoice, or changes the agreement. */
export async function refinanceInvoice(
  unit: Unit,
  invoiceId: string,
  sent: RefinancingInput,
): Promise<InvoiceRefinancing> {
  hold(unit, Invoice, [invoiceId])
  const known = await unit.find(InvoiceRefinancing, { invoiceId })
  const invoice = await unit.load(Invoice, invoiceId)
  refuseBound(unit)
  const to = sent.status ?? goingOn(known) ?? 'PROPOSED'
  // Funding can be paid back even if the claim has no open balance.
  if (known?.status !== 'ACTIVE' || to !== 'REPAID') refuseUnlessFinanced(invoice)
  const terms = termsOf(sent, invoice)
  await refuseProvider(unit, terms, {
    from: known?.fromProviderCode ?? invoice.serviceProviderCode,
    before: known?.toProviderCode,
  })
  await refusePast(unit, sent.validTo)
  const before = known?.status
  const funded = fundedBy(known)
  const refinancing = known === null ? begun(unit, invoice, terms) : changed(known, terms, to)
  refinancing.status = to
  if (sent.validTo !== undefined) refinancing.validTo = sent.validTo
  const isNew = terms.amount !== undefined || before !== to
  if (isNew && to !== 'REPAID' && refinancing.amount > invoice.balance) {
    const open = `${decimal(invoice.balance, invoice.baseCurrency)} ${invoice.baseCurrency}`
    refuse('REFINANCING_EXCEEDS_CLAIM', { detail: `Open is ${open}.` })
  }
  invoice.financingStatus = to === 'ACTIVE' ? 'REFINANCED' : 'FINANCED'
  const today = await unit.today()
  const fees = isBegun(before, to) ? financierFeeDrafts(refinancing, invoice, today) : []
  await book(unit, [...fundingDrafts(refinancing, invoice, funded, today), ...fees])
  return refinancing
}

/** The fee is for the funding, however often its amount follows the claim. */
const isBegun = (before: RefinancingStatus | undefined, to: RefinancingStatus) =>
  to === 'ACTIVE' && before !== 'ACTIVE'

/**
 * A refinancing that ended by recourse belongs to an earlier purchase; the present one starts anew.
 */
function goingOn(known: InvoiceRefinancing | null): RefinancingStatus | undefined {
  return known === null || known.status === 'RECOURSED' ? undefined : known.status
}

export function refuseUnlessFinanced(invoice: Invoice): void {
  if (!isBought(invoice)) {
    refuse('INVOICE_NOT_FINANCED', { detail: `Its financing is ${invoice.financingStatus}.` })
  }
  if (invoice.balance <= 0n)
    refuse('INVOICE_NOT_FINANCED', { detail: 'Nothing is open on it any more.' })
}

interface NewTerms {
  toProviderCode?: string | undefined
  amount?: bigint | undefined
  fee?: bigint | undefined
}

function termsOf(sent: RefinancingInput, { baseCurrency }: Invoice): NewTerms {
  const minor = (field: 'amount' | 'fee') => {
    const text = sent[field]
    if (text === undefined) return undefined
    if (!hasPlacesOf(text, baseCurrency)) {
      invalid(`/${field}`, 'TOO_PRECISE', `More decimal places than ${baseCurrency} has`)
    }
    return minorOf(text, baseCurrency)
  }
  return { toProviderCode: sent.toProviderCode, amount: minor('amount'), fee: minor('fee') }
}

/** Where the tenant has said who finances, nobody else does; and nobody takes over from themselves. */
async function refuseProvider(
  unit: Unit,
  { toProviderCode: code }: NewTerms,
  { from, before }: Record<'from' | 'before', string | null | undefined>,
): Promise<void> {
  if (code === undefined || code === before) return
  if (code === from) {
    invalid('/toProviderCode', 'SAME_PROVIDER', 'They serve the invoice already')
  }
  const active = await unit.all(ServiceProvider, { type: 'FINANCIER', active: true })
  const financiers = active.filter(({ isInternal }) => !isInternal)
  if (financiers.length === 0 || financiers.some((each) => each.code === code)) return
  invalid(
    '/toProviderCode',
    'UNKNOWN_PROVIDER',
    'No active financier besides the tenant has this code',
  )
}

async function refusePast(unit: Unit, validTo: string | null | undefined): Promise<void> {
  if (validTo == null || validTo >= (await unit.today())) return
  invalid('/validTo', 'IN_THE_PAST', 'It would be over before it began')
}

function begun(unit: Unit, invoice: Invoice, terms: NewTerms): InvoiceRefinancing {
  const { toProviderCode, amount, fee = 0n } = terms
  if (toProviderCode === undefined) {
    return invalid('/toProviderCode', 'REQUIRED', 'Say who takes over the funding')
  }
  if (amount === undefined) return invalid('/amount', 'REQUIRED', 'Say how much they fund')
  return unit.add(InvoiceRefinancing, {
    invoiceId: invoice.id,
    clientId: invoice.clientId,
    fromProviderCode: invoice.serviceProviderCode ?? null,
    toProviderCode,
    amount,
    fee,
    currency: invoice.baseCurrency,
    status: 'PROPOSED',
  })
}

function changed(
  known: InvoiceRefinancing,
  terms: NewTerms,
  to: RefinancingStatus,
): InvoiceRefinancing {
  lifeOfRefinancing.moveTo(known.status, to)
  const fields = ['toProviderCode', 'amount', 'fee'] as const
  const differs = fields.filter((name) => terms[name] !== undefined && terms[name] !== known[name])
  refuseNewTerms(known.status, differs.length > 0)
  // What one financier keeps, another does not.
  const isOther = differs.includes('toProviderCode') && terms.fee === undefined
  for (const name of differs) Object.assign(known, { [name]: terms[name] })
  if (isOther) known.fee = 0n
  return known
}
