import { isDeepStrictEqual } from 'node:util'
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
import { Refusal } from '../../domain/refusal.ts'
import type { Article } from '../../entities/article.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import type { Invoice } from '../../entities/invoice.ts'
import { Voucher } from '../../entities/voucher.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { accountsFor, gapsOf, lockedOn, refuseGaps } from '../bookkeeping/gaps.ts'
import { postEntries } from '../bookkeeping/post-entries.ts'
import { readBooks, type Books } from '../bookkeeping/read-books.ts'

const rule = 'RECLASSIFY'

/** A booked row with its classification as it is and as it shall be. */
export interface Reclassified {
  invoice: Invoice
  row: Article
  before: Classification
  after: Classification
}

export const isMoved = ({ before, after }: Reclassified) => !isDeepStrictEqual(after, before)

/** What the books have to do with rows whose classification changes. */
export interface Reclassifying {
  /** What moves the sale of this row, if the book has one; refuses what cannot be booked. */
  entryOf(one: Reclassified): Entry | undefined
  post(entries: readonly Entry[]): Promise<void>
}

/**
 * Moves the sales of booked rows to their new classification by vouchers beside those of their
 * invoices; a reversal reverses both.
 */
export async function reclassifying(
  unit: Unit,
  all: readonly Reclassified[],
): Promise<Reclassifying> {
  const moved = all.filter((one) => isMoved(one) && amountOf(one) !== 0n)
  if (moved.length === 0) return { entryOf: () => undefined, post: async () => undefined }
  const [sales, books] = await Promise.all([
    bookedSales(unit, [...new Set(moved.map(({ invoice }) => invoice))]),
    readBooks(unit, [...new Set(moved.map(({ invoice }) => invoice.clientId))]),
  ])
  const saleOf = ({ invoice }: Reclassified) => sales.get(invoice.id)
  const whole = moved.filter((one) => refusalOf(saleOf(one), books) === undefined)
  const entries = new Map(
    whole.flatMap((one) => {
      const sale = saleOf(one)
      return sale === undefined ? [] : [[one.row.id, entryFor(sale, one)] as const]
    }),
  )
  const accounts = await accountsFor(unit, [...entries.values()])
  const gaps = Map.groupBy(gapsOf([...entries.values()], accounts, books), ({ entry }) => entry)
  return {
    entryOf(one) {
      const refusal = refusalOf(saleOf(one), books)
      if (refusal !== undefined && amountOf(one) !== 0n) throw refusal
      const entry = entries.get(one.row.id)
      if (entry !== undefined) refuseGaps(gaps.get(entry) ?? [])
      return entry
    },
    post: async (posted) => void (await postEntries(unit, accounts, posted)),
  }
}

const bookings = `claim_id = any($2) and type in ('INVOICE_BOOKED', 'CREDIT_BOOKED')
  and reversed_by_id is null`
const ofClients = `financial_event_id = any($2) and owner_type = 'CLIENT'`

const amountOf = ({ row, invoice }: Reclassified) => inBaseCurrency(row.netAmount, invoice)

/** Why nothing can be put beside this voucher. */
function refusalOf(sale: Voucher | undefined, books: Books): Refusal | undefined {
  if (sale === undefined) return undefined
  const locked = lockedOn(sale, books)
  if (locked !== undefined) return locked
  if (sale.status === 'BOOKED') return undefined
  const detail = `Its voucher ${sale.series} ${sale.number} is ${sale.status}.`
  return new Refusal('ARTICLE_NOT_CHANGEABLE', { detail })
}

/** The vouchers of the bookings, where the book has one that is not reversed. */
async function bookedSales(
  unit: Unit,
  invoices: readonly Invoice[],
): Promise<ReadonlyMap<string, Voucher>> {
  const ids = invoices.map(({ id }) => id)
  const events = await unit.readEach(FinancialEvent, bookings, [ids])
  const claimOf = new Map(events.map(({ id, claimId }) => [id, claimId ?? '']))
  const vouchers = await unit.readEach(Voucher, ofClients, [[...claimOf.keys()]])
  const sales = vouchers.filter((voucher) => voucher.rule !== rule && voucher.reversedById == null)
  return new Map(sales.map((sale) => [claimOf.get(sale.financialEventId ?? '') ?? '', sale]))
}

function entryFor(sale: Voucher, one: Reclassified): Entry {
  const { invoice, row, after } = one
  const amount = isCreditNote(invoice.type) ? -amountOf(one) : amountOf(one)
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
