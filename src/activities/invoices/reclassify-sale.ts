import { chartRole, revenueOf, roleOfRate } from '../../domain/bookkeeping/chart.ts'
import type { Entry } from '../../domain/bookkeeping/entry.ts'
import { invoiceClaim } from '../../domain/bookkeeping/ledger.ts'
import {
  classified,
  isCreditNote,
  isRounding,
  sellsWhat,
  type Classification,
} from '../../domain/invoices/activation.ts'
import { inBaseCurrency } from '../../domain/bookkeeping/exchange-rates.ts'
import { refuse } from '../../domain/refusal.ts'
import type { Article } from '../../entities/article.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import type { Invoice } from '../../entities/invoice.ts'
import { Voucher } from '../../entities/voucher.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { accountsFor, gapsOf, refuseGaps, refuseLocked } from '../bookkeeping/gaps.ts'
import { postEntries } from '../bookkeeping/post-entries.ts'
import { readBooks } from '../bookkeeping/read-books.ts'

const rule = 'RECLASSIFY'

/**
 * Moves the sale of a booked row to its new classification by a voucher beside that of the invoice;
 * a reversal reverses both.
 */
export async function reclassifySale(
  unit: Unit,
  invoice: Invoice,
  row: Article,
  after: Classification,
): Promise<void> {
  const sale = await bookedSale(unit, invoice)
  const amount = inBaseCurrency(row.netAmount, invoice)
  if (sale === undefined || amount === 0n) return
  const books = await readBooks(unit, [invoice.clientId])
  refuseLocked(sale, books)
  if (sale.status !== 'BOOKED') {
    const voucher = `${sale.series} ${sale.number}`
    refuse('ARTICLE_NOT_CHANGEABLE', { detail: `Its voucher ${voucher} is ${sale.status}.` })
  }
  const entry = entryOf(sale, invoice, row, after, isCreditNote(invoice.type) ? -amount : amount)
  const accounts = await accountsFor(unit, [entry])
  refuseGaps(gapsOf([entry], accounts, books))
  await postEntries(unit, accounts, [entry])
}

/** The voucher of the booking, if the book has one that is not reversed. */
async function bookedSale(unit: Unit, invoice: Invoice): Promise<Voucher | undefined> {
  const type = isCreditNote(invoice.type) ? 'CREDIT_BOOKED' : 'INVOICE_BOOKED'
  const booking = await unit.find(FinancialEvent, {
    claimId: invoice.id,
    type,
    reversedById: null,
  })
  if (booking === null) return undefined
  const vouchers = await unit.all(Voucher, { financialEventId: booking.id, ownerType: 'CLIENT' })
  return vouchers.find((voucher) => voucher.rule !== rule && voucher.reversedById == null)
}

function entryOf(
  sale: Voucher,
  invoice: Invoice,
  row: Article,
  after: Classification,
  amount: bigint,
): Entry {
  const about = {
    aboutClientId: invoice.clientId,
    debtorId: invoice.debtorId,
    claim: invoiceClaim(invoice.id),
  }
  const { ownerType, ownerId, series, fiscalYear, date, currency } = sale
  return {
    ownerType,
    ownerId,
    clientId: invoice.clientId,
    series,
    fiscalYear,
    date,
    text: `Row ${row.rowNo} of ${sale.text}`.slice(0, 500),
    rule,
    financialEventId: sale.financialEventId ?? null,
    sourceType: sale.sourceType,
    sourceId: sale.sourceId,
    currency,
    reversesId: null,
    isByRule: false,
    lines: [
      { ...about, role: roleOf(invoice, row), ...classified(row), amount },
      {
        ...about,
        role: roleOf(invoice, { ...row, ...after }),
        ...classified(after),
        amount: -amount,
      },
    ],
  }
}

type Classifying = Pick<Article, 'type' | 'vatPercentage'> & Classification

function roleOf(
  { type: claim }: Pick<Invoice, 'type'>,
  { type, vatPercentage, accountNumber }: Classifying,
): string {
  if (isRounding({ type, vatPercentage, accountNumber })) return 'ROUNDING'
  const special = revenueOf[sellsWhat(claim) ?? '']
  return special ?? chartRole('CLIENT', roleOfRate('REVENUE', vatPercentage))
}
