import type { Entry } from '../../domain/bookkeeping/entry.ts'
import { claimOf } from '../../domain/bookkeeping/ledger.ts'
import { sum } from '../../domain/money.ts'
import { notFound, refuse } from '../../domain/refusal.ts'
import { ClientAccountTransaction } from '../../entities/client-account.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import { Voucher, VoucherPosting } from '../../entities/voucher.ts'
import { hold, holdWhere } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { Plan } from './plans.ts'
import { numbering, type Books } from './read-books.ts'

/** What a reversal mirrors: the event, its client account transactions and its vouchers. */
export class Mirror {
  readonly event: FinancialEvent
  readonly transactions: readonly ClientAccountTransaction[]
  /** The vouchers that are not reversed yet. */
  readonly vouchers: readonly Voucher[]
  readonly #postings: ReadonlyMap<string, VoucherPosting[]>

  constructor(
    event: FinancialEvent,
    transactions: readonly ClientAccountTransaction[],
    vouchers: readonly Voucher[],
    postings: ReadonlyMap<string, VoucherPosting[]>,
  ) {
    this.event = event
    this.transactions = transactions
    this.vouchers = vouchers
    this.#postings = postings
  }

  /** What its vouchers say on the account of a role, debits above zero. */
  postedOn(role: string): bigint {
    const postings = this.vouchers.flatMap(({ id }) => this.#postings.get(id) ?? [])
    return sum(postings.filter((posting) => posting.role === role).map(({ amount }) => amount))
  }

  entriesFor(event: Pick<FinancialEvent, 'id' | 'bookDate' | 'text'>, books: Books): Entry[] {
    const { id, bookDate: date, text } = event
    return this.vouchers.map((voucher) => ({
      ...mirrorEntry(voucher, this.#postings.get(voucher.id) ?? [], { date, text }, books),
      financialEventId: id,
      isByRule: true,
    }))
  }
}

/** The same voucher with every sign turned, to be booked on another day. */
export function mirrorEntry(
  voucher: Voucher,
  postings: readonly VoucherPosting[],
  { date, text }: { date: string; text: string },
  books: Books,
): Entry {
  const { ownerType, ownerId, clientId, sourceType, sourceId, currency } = voucher
  return {
    ownerType,
    ownerId,
    clientId: clientId ?? null,
    sourceType,
    sourceId,
    currency,
    ...numbering(books, ownerId, date),
    series: voucher.series,
    date,
    text,
    rule: 'P31',
    financialEventId: null,
    reversesId: voucher.id,
    isByRule: false,
    lines: postings.map((posting) => ({
      ...posting,
      role: posting.role ?? undefined,
      claim: claimOf(posting),
      amount: -posting.amount,
      text,
    })),
  }
}

/** The originals of the reversals among these events. */
export async function readMirrors(
  unit: Unit,
  events: readonly Pick<FinancialEvent, 'id' | 'type' | 'reversesId'>[],
): Promise<Map<string, Mirror>> {
  const reversals = events.filter(({ type }) => type === 'REVERSAL')
  if (reversals.length === 0) return new Map()
  const ids = reversals.map(({ reversesId }) => reversesId ?? notFound())
  hold(unit, FinancialEvent, ids)
  const originals = await unit.all(FinancialEvent, { id: { $in: ids } })
  const ofThem = { financialEventId: { $in: ids } }
  const transactions = await unit.all(ClientAccountTransaction, ofThem)
  await holdWhere(unit, Voucher, 'financial_event_id = any($2)', [ids])
  const vouchers = await unit.all(Voucher, ofThem)
  const postings = await unit.all(VoucherPosting, { voucherId: { $in: vouchers.map((v) => v.id) } })
  const byVoucher = Map.groupBy(
    postings.toSorted((a, b) => a.line - b.line),
    ({ voucherId }) => voucherId,
  )
  return new Map(
    reversals.map((reversal) => {
      const event = originals.find(({ id }) => id === reversal.reversesId) ?? notFound()
      if ((event.reversedById ?? reversal.id) !== reversal.id) refuse('ALREADY_REVERSED')
      if (event.type === 'REVERSAL') refuse('REVERSAL_FINAL')
      const mirror = new Mirror(
        event,
        transactions.filter(({ financialEventId }) => financialEventId === event.id),
        vouchers.filter((v) => v.financialEventId === event.id && v.reversedById == null),
        byVoucher,
      )
      return [reversal.id, mirror]
    }),
  )
}

/** Links original and reversal to each other. */
export function tieMirrors(plans: readonly Plan[], vouchers: readonly Voucher[]): void {
  for (const { event, mirror } of plans) {
    if (mirror === undefined) continue
    mirror.event.reversedById = event.id
    for (const voucher of mirror.vouchers) tieVoucher(voucher, vouchers)
  }
}

export function tieVoucher(original: Voucher, made: readonly Voucher[]): void {
  const mirror = made.find(({ reversesId }) => reversesId === original.id)
  if (mirror === undefined) return
  original.reversedById = mirror.id
  original.status = 'REVERSED'
}
