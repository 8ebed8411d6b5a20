import { z } from 'zod'
import { summarizePostings } from '../../../activities/bookkeeping/summarize-postings.ts'
import { ownerTypes, voucherStatuses } from '../../../domain/bookkeeping/ledger.ts'
import { relations, topics } from '../../../domain/bookkeeping/voucher-life.ts'
import { decimal } from '../../../domain/money.ts'
import { notFound } from '../../../domain/refusal.ts'
import { exampleId } from '../../../entities/ids.ts'
import { Voucher, VoucherPosting } from '../../../entities/voucher.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { id } from '../../../kernel/read/fields.ts'
import { counts, dates, exact, instants } from '../../../kernel/read/filter.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { amountShown, currencyCode } from '../../../kernel/read/amounts.ts'
import { showDetail, VoucherDetailView, voucherView } from '../views.ts'

const vouchers = collection(Voucher, {
  noun: ['voucher', 'vouchers'],
  shows: voucherView,
  filters: {
    clientId: exact(id('Client')),
    ownerType: { ...exact(z.enum(ownerTypes)), implies: { CLIENT: 'client_id is not null' } },
    status: exact(z.enum(voucherStatuses)),
    series: exact(),
    number: counts(),
    date: dates(),
    sourceId: exact(),
    financialEventId: exact(id('FinancialEvent')),
    createdAt: instants(),
  },
  sort: ['-createdAt', 'date', 'number'],
})

const SummaryView = z
  .object({
    relation: z.enum(relations),
    topic: z.enum(topics),
    id: z.string(),
    accounts: z.array(
      z.object({
        clientId: id('Client').nullable(),
        accountNumber: z.string(),
        name: z.string(),
        role: z.string().nullable(),
        currency: currencyCode,
        debit: amountShown,
        credit: amountShown,
        balance: amountShown,
      }),
    ),
  })
  .meta({ id: 'VoucherSummary' })

const one = <T extends string>(words: readonly T[], asked: string): T =>
  words.find((word) => word === asked) ?? notFound()

export default {
  listVouchers: operation('GET /vouchers', 'ReadVouchers', vouchers.list),
  searchVouchers: operation('POST /vouchers/search', 'SearchVouchers', vouchers.search),

  readVoucher: operation('GET /vouchers/{id}', 'ReadVoucher', {
    summary: 'Read a voucher with its postings',
    returns: VoucherDetailView,
  }).handle(async ({ unit, params }) => {
    const voucher = await unit.load(Voucher, params.id)
    return showDetail(voucher, await unit.all(VoucherPosting, { voucherId: voucher.id }))
  }),

  summarizeVouchers: operation('GET /vouchers/summary/{relation}/{topic}/{id}', 'ReadVoucher', {
    summary: "Summarize an account's postings about one thing; in the tenant's books or a client's",
    inPath: { id: exampleId('Invoice') },
    returns: SummaryView,
  }).handle(async ({ unit, params }) => {
    const relation = one(relations, params.relation)
    const topic = one(topics, params.topic)
    const lines = await summarizePostings(unit, relation, topic, params.id)
    const accounts = lines.map(({ debit, credit, currency, ...rest }) => ({
      ...rest,
      currency,
      debit: decimal(debit, currency),
      credit: decimal(credit, currency),
      balance: decimal(debit - credit, currency),
    }))
    return { relation, topic, id: params.id, accounts }
  }),
} satisfies Room
