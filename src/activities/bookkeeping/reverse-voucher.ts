import { lifeOfVoucher } from '../../domain/bookkeeping/voucher-life.ts'
import { firstOpenDay } from '../../domain/bookkeeping/fiscal-year.ts'
import { refuseBefore } from '../../domain/bookkeeping/reversal-day.ts'
import { refuse } from '../../domain/refusal.ts'
import { Voucher, VoucherPosting } from '../../entities/voucher.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseControlled } from './create-voucher.ts'
import { accountsFor, gapsOf, refuseGaps } from './gaps.ts'
import { mirrorEntry, tieVoucher } from './mirrors.ts'
import { postEntries } from './post-entries.ts'
import { readBooks } from './read-books.ts'

export interface VoucherReversal {
  /** The voucher's own by default, or the first day after it on which the book is open. */
  date?: string | undefined
  reason: string
}

/** The mirror of one voucher. What moves with the sub-ledger is reversed by its financial event. */
export async function reverseVoucher(
  unit: Unit,
  id: string,
  wanted: VoucherReversal,
): Promise<Voucher> {
  const original = await loadHeld(unit, Voucher, id)
  lifeOfVoucher.move(original.status, 'reverse')
  if (original.reversesId != null) refuse('REVERSAL_FINAL')
  refuseBefore(original.date, wanted.date, '/date')
  const postings = await unit.all(VoucherPosting, { voucherId: id })
  const lines = postings.toSorted((a, b) => a.line - b.line)
  const books = await readBooks(unit, original.clientId == null ? [] : [original.clientId])
  const lockedUntil = books.lockedUntil.get(original.ownerId)
  const date = wanted.date ?? firstOpenDay(original.date, lockedUntil)
  const entry = mirrorEntry(original, lines, { date, text: wanted.reason }, books)
  const accounts = await accountsFor(unit, [entry])
  refuseGaps(gapsOf([entry], accounts, books))
  refuseControlled(entry, accounts)
  const made = await postEntries(unit, accounts, [entry])
  tieVoucher(original, made)
  return made[0]!
}
