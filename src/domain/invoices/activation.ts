import Big from 'big.js'
import type { ClientStatus } from '../clients/client.ts'
import { refuseAtRest } from '../clients/status.ts'
import { isForInvoices, type ProductCode } from '../clients/product.ts'
import { plusDays, type BusinessDate } from '../dates.ts'
import { sum } from '../money.ts'
import { invalid, refuse } from '../refusal.ts'
import type { RowType } from './article-row.ts'
import { inBaseCurrency } from '../bookkeeping/exchange-rates.ts'
import type { ActivationStatus, ActivationStep, InvoiceType } from './invoice.ts'
import type { LedgerEventType } from '../bookkeeping/ledger.ts'

/** How many activations of a batch go through a step in one transaction. */
export const together = 50
/** How many of them are worked on between two looks at what waits. */
export const chunk = 500
/** How many a batch ever has, so that neither its history nor what counts it grows without end. */
export const batchMax = 500

export const isCreditNote = (type: InvoiceType): boolean => type === 'CREDIT_INVOICE'

/** What must be true of an invoice before it is accepted, and still when its activation begins. */
export interface ActivationFacts {
  type: InvoiceType
  clientStatus: ClientStatus
  rowCount: number
  productCode: ProductCode
  /** The client's product; absent if it was never offered. */
  product: { enabled: boolean; validFrom: BusinessDate } | null
  today: BusinessDate
}

export function guardActivation(facts: ActivationFacts): void {
  const { type, clientStatus, rowCount, productCode, product, today } = facts
  refuseAtRest(clientStatus)
  if (!isForInvoices(productCode)) {
    invalid('/productCode', 'NOT_FOR_INVOICES', `${productCode} is not a product of invoices`)
  }
  if (isCreditNote(type) && productCode !== 'INVOICE_SERVICE') {
    refuse('CREDIT_NOTE_NOT_FINANCED', { detail: 'A credit note is activated as INVOICE_SERVICE.' })
  }
  if (rowCount === 0) refuse('INVOICE_WITHOUT_ROWS')
  if (!isEnabled(facts)) {
    refuse('PRODUCT_NOT_ENABLED', {
      detail:
        product === null || product.validFrom <= today
          ? `The product ${productCode} is not enabled for the client.`
          : `The product ${productCode} is the client's from ${product.validFrom} on.`,
    })
  }
  if (productCode === 'INVOICE_FACTORING_PLEDGE') {
    refuse('PRODUCT_NOT_AVAILABLE', { detail: 'Invoices are not pledged at their activation.' })
  }
}

/** Every client has the service product unless it was denied. */
function isEnabled({ productCode, product, today }: ActivationFacts): boolean {
  if (product === null) return productCode === 'INVOICE_SERVICE'
  return product.enabled && product.validFrom <= today
}

/** The second person must be somebody else, and must ask for the same product. */
export function guardRelease(
  held: { productCode: ProductCode },
  by: { isRequester: boolean; productCode: ProductCode },
): void {
  if (by.isRequester) refuse('SAME_APPROVER')
  if (held.productCode !== by.productCode) {
    refuse('PRODUCT_DIFFERS', { detail: `The activation that is held is of ${held.productCode}.` })
  }
}

const moving: ReadonlySet<ActivationStatus> = new Set(['WAITING', 'RUNNING'])

/** Whether a step may still do its work; a second or late call does no harm. */
export const isUnderWay = (status: ActivationStatus): boolean => moving.has(status)

/** The next step of an activation, or how it ended. */
export interface Standing {
  status: ActivationStatus
  step: ActivationStep
  /** The invoice, for who looks at the process. */
  about?: string
}

/** What callers and errands see of a step that broke, instead of the cause. */
export const internalFailure = {
  code: 'INTERNAL',
  message: 'Something went wrong on our side; the process of the activation shows what.',
} as const

/** The parts of a claim in its base currency. */
export interface ClaimAmounts {
  type: InvoiceType
  invoiceCurrency: string
  baseCurrency: string
  /** Base currency for one of the invoice's. */
  rate: string
  grossAmount: bigint
  vats: readonly { rate: string; amount: string }[]
}

/** The classification of a row's sale in a book. */
export interface Classification {
  accountNumber?: string | null | undefined
  costCentre?: string | null | undefined
  project?: string | null | undefined
}

export interface ClaimRow extends Classification {
  type?: RowType | undefined
  vatPercentage?: string | null | undefined
  netAmount: bigint
}

/** The same without absent values. */
interface Classified {
  accountNumber?: string
  costCentre?: string
  project?: string
}

export interface BookingFacts extends Record<string, unknown> {
  /** Where the claim is for no goods or services. */
  sells?: Special
  net: ({ rate: string; amount: string } & Classified)[]
  vat: { rate: string; amount: string }[]
  rounding: string
}

/**
 * What the posting rule of a claim needs: net by rate and classification, VAT by rate. Each is
 * rounded where it is converted, and the rounding takes up the rest: all of them are the total.
 */
export function bookingOf(
  claim: ClaimAmounts,
  rows: readonly ClaimRow[],
): { gross: bigint; facts: BookingFacts } {
  const based = (minor: bigint) => inBaseCurrency(minor, claim)
  const sold = rows.filter((row) => !isRounding(row))
  const groups = Map.groupBy(sold, (row) =>
    JSON.stringify([plain(row.vatPercentage ?? '0'), classified(row)]),
  )
  const net = [...groups].map(([key, group]) => {
    const [rate, where] = JSON.parse(key) as [string, Classified]
    return { rate, amount: based(sum(group.map(({ netAmount }) => netAmount))), ...where }
  })
  const vat = claim.vats.map(({ rate, amount }) => ({
    rate: plain(rate),
    amount: based(BigInt(amount)),
  }))
  const gross = based(claim.grossAmount)
  const special = sellsWhat(claim.type)
  const rounding = gross - sum([...net, ...vat].map(({ amount }) => amount))
  const asText = <P extends { amount: bigint }>(part: P) => ({ ...part, amount: `${part.amount}` })
  const worth = ({ amount }: { amount: bigint }) => amount !== 0n
  return {
    gross,
    facts: {
      ...(special !== undefined && { sells: special }),
      net: net.filter(worth).map(asText),
      vat: vat.filter(worth).map(asText),
      rounding: `${rounding}`,
    },
  }
}

export type Special = 'INTEREST' | 'FEE'

export function sellsWhat(type: InvoiceType): Special | undefined {
  if (type === 'INTEREST_INVOICE') return 'INTEREST'
  return type === 'FEE_INVOICE' ? 'FEE' : undefined
}

/** A row that only rounds the total is no sale, unless it names an account. */
export function isRounding({
  type,
  vatPercentage,
  ...where
}: Omit<ClaimRow, 'netAmount'>): boolean {
  const isTaxed = !new Big(vatPercentage ?? '0').eq(0)
  return type === 'ROUNDING' && !isTaxed && where.accountNumber == null
}

export function classified({ accountNumber, costCentre, project }: Classification): Classified {
  return {
    ...(accountNumber != null && { accountNumber }),
    ...(costCentre != null && { costCentre }),
    ...(project != null && { project }),
  }
}

const plain = (rate: string) => new Big(rate).toString()

export interface PlannedLedgerEvent {
  type: LedgerEventType
  plannedDate: BusinessDate
  comment: string
}

/** The ledger events that are planned when a claim is booked; a credit note is not paid by a day. */
export function ledgerPlan(
  dueDate: BusinessDate | null,
  bookedDate: BusinessDate,
): PlannedLedgerEvent[] {
  const booked = { type: 'BOOKED', plannedDate: bookedDate, comment: 'Booked' } as const
  if (dueDate === null) return [booked]
  return [
    booked,
    { type: 'DUE', plannedDate: dueDate, comment: 'Due for payment' },
    { type: 'OVERDUE', plannedDate: plusDays(dueDate, 1), comment: 'Not paid in time' },
  ]
}
