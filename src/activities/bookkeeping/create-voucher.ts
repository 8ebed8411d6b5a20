import { z } from 'zod'
import type { Entry, EntryLine } from '../../domain/bookkeeping/entry.ts'
import { fiscalYearOf } from '../../domain/bookkeeping/fiscal-year.ts'
import { hasPlacesOf, minorOf, sum } from '../../domain/money.ts'
import { invalid } from '../../domain/refusal.ts'
import type { Voucher } from '../../entities/voucher.ts'
import { requireSecond, type Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { accountsFor, gapsOf, refuseGaps } from './gaps.ts'
import { ownerNamed } from './owner-named.ts'
import { postEntries } from './post-entries.ts'
import { readBooks, bookkeepingSettingsIn } from './read-books.ts'
import { refuseDayOutside } from './refuse-outside.ts'
import { id, filled, sentDay } from '../../kernel/read/fields.ts'
import { currencyCode, positiveAmountSent, accountNumber } from '../../kernel/read/amounts.ts'

const line = z.strictObject({
  accountNumber: accountNumber.meta({ example: '1930' }),
  debit: positiveAmountSent.optional(),
  credit: positiveAmountSent.optional(),
  text: filled(500).optional(),
  costCentre: filled(60).optional(),
  project: filled(60).optional(),
})
type ManualLine = z.output<typeof line>

export const createVoucherInput = z.strictObject({
  clientId: id('Client').optional(),
  date: sentDay,
  text: filled(500),
  reason: filled(60).meta({ example: 'Correction of the rent' }),
  currency: currencyCode.optional(),
  postings: z
    .array(line)
    .min(2)
    .max(200)
    .meta({
      example: [
        { accountNumber: '1930', debit: '12500.00', text: 'Agreed by phone' },
        { accountNumber: '3001', credit: '12500.00', text: 'Agreed by phone' },
      ],
    }),
})
export type ManualVoucher = z.output<typeof createVoucherInput>

const series = 'M'

/** A voucher that a person writes, and another one agrees to. Control accounts are refused. */
export async function createVoucher(unit: Unit, wanted: ManualVoucher): Promise<Voucher | Pending> {
  const owner = await ownerNamed(unit, wanted.clientId)
  const currency = wanted.currency ?? (await unit.tenant()).currency
  const lines = linesOf(wanted.postings, currency)
  const debits = lines.map(({ amount }) => amount).filter((amount) => amount > 0n)
  const pending = requireSecond(unit, {
    topic: 'MANUAL_VOUCHER',
    subject: { type: 'Book', id: owner.ownerId, clientId: owner.clientId },
    payload: wanted,
    amount: { minor: sum(debits), currency },
  })
  if (pending !== undefined) return pending
  const books = await readBooks(unit, owner.clientId === null ? [] : [owner.clientId])
  await refuseDayOutside(unit, owner, books, wanted.date, '/date')
  const { fiscalYearStart } = bookkeepingSettingsIn(books, owner.ownerId)
  const entry: Entry = {
    ...owner,
    series,
    fiscalYear: fiscalYearOf(wanted.date, fiscalYearStart),
    date: wanted.date,
    text: wanted.text,
    rule: 'MANUAL',
    financialEventId: null,
    sourceType: 'MANUAL',
    sourceId: wanted.reason,
    currency,
    reversesId: null,
    isByRule: false,
    lines,
  }
  const accounts = await accountsFor(unit, [entry])
  refuseGaps(gapsOf([entry], accounts, books))
  const [voucher] = await postEntries(unit, accounts, [entry])
  return voucher!
}

function linesOf(postings: readonly ManualLine[], currency: string): EntryLine[] {
  const lines = postings.map((posting, at): EntryLine => {
    const { debit, credit, accountNumber, text, costCentre, project } = posting
    const pointer = `/postings/${at}`
    const given = debit ?? credit
    if (given === undefined || (debit !== undefined && credit !== undefined)) {
      invalid(pointer, 'ONE_SIDE', 'Give debit or credit')
    }
    if (!hasPlacesOf(given, currency))
      invalid(pointer, 'TOO_EXACT', `More places than ${currency} has`)
    const minor = minorOf(given, currency)
    if (minor === 0n) invalid(pointer, 'NOTHING', 'An amount that moves nothing')
    const amount = debit === undefined ? -minor : minor
    return { accountNumber, amount, text, costCentre, project }
  })
  if (sum(lines.map(({ amount }) => amount)) !== 0n) {
    invalid('/postings', 'UNBALANCED', 'Debits and credits are not equal')
  }
  return lines
}
