import { z } from 'zod'
import { lifeOfVoucher } from '../../domain/bookkeeping/voucher-life.ts'
import { firstOpenDay } from '../../domain/bookkeeping/fiscal-year.ts'
import { refuseBefore } from '../../domain/bookkeeping/reversal-day.ts'
import { notFound, refuse } from '../../domain/refusal.ts'
import { Voucher, VoucherPosting } from '../../entities/voucher.ts'
import { requireSecond, type Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { accountsFor, gapsOf, refuseGaps } from './gaps.ts'
import { mirrorEntry, tieVoucher } from './mirrors.ts'
import { postEntries } from './post-entries.ts'
import { readBooks } from './read-books.ts'
import { refuseDayOutside } from './refuse-outside.ts'
import { filled, sentDay } from '../../kernel/read/fields.ts'

export const reverseVoucherInput = z.strictObject({
  reason: filled(500),
  /** The voucher's own by default, or the first day after it on which the book is open. */
  date: sentDay.optional(),
})
export type VoucherReversal = z.output<typeof reverseVoucherInput>

/** Reverses a voucher that a person wrote; one of a financial event is reversed with the event. */
export async function reverseVoucher(
  unit: Unit,
  id: string,
  wanted: VoucherReversal,
): Promise<Voucher | Pending> {
  const { clientId = null, total, currency } = await unit.load(Voucher, id)
  const pending = requireSecond(unit, {
    topic: 'MANUAL_VOUCHER',
    subject: { type: 'Voucher', id, clientId },
    payload: wanted,
    amount: { minor: total, currency },
  })
  return pending ?? reverseNow(unit, id, wanted)
}

async function reverseNow(unit: Unit, id: string, wanted: VoucherReversal): Promise<Voucher> {
  const [original = notFound()] = await unit.locked(Voucher, { id })
  lifeOfVoucher.move(original.status, 'reverse')
  if (original.reversesId != null) refuse('REVERSAL_FINAL')
  // Vouchers of an event are only reversed with it, so that claim, accounts and books agree.
  if (original.financialEventId != null) {
    refuse('VOUCHER_OF_EVENT', { detail: `It books ${original.financialEventId}.` })
  }
  refuseBefore(original.date, wanted.date, '/date')
  const postings = await unit.all(VoucherPosting, { voucherId: id })
  const lines = postings.toSorted((a, b) => a.line - b.line)
  const books = await readBooks(unit, original.clientId == null ? [] : [original.clientId])
  const { ownerId, clientId = null } = original
  if (wanted.date !== undefined) {
    await refuseDayOutside(unit, { ownerId, clientId }, books, wanted.date, '/date')
  }
  const lockedUntil = books.lockedUntil.get(original.ownerId)
  const date = wanted.date ?? firstOpenDay(original.date, lockedUntil)
  const entry = mirrorEntry(original, lines, { date, text: wanted.reason }, books)
  const accounts = await accountsFor(unit, [entry])
  refuseGaps(gapsOf([entry], accounts, books))
  const made = await postEntries(unit, accounts, [entry])
  tieVoucher(original, made)
  return made[0]!
}
