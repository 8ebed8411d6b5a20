import { lifeOfVoucherRequest } from '../../domain/bookkeeping/voucher-life.ts'
import { firstOpenDay } from '../../domain/bookkeeping/fiscal-year.ts'
import { refuse } from '../../domain/refusal.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import { VoucherRequest } from '../../entities/voucher.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { accountsFor, gapsOf, refuseGaps } from './gaps.ts'
import { settleRequestErrand } from './leave-requests.ts'
import { lockClientAccounts } from './move-client-accounts.ts'
import { tieMirrors } from './mirrors.ts'
import { entriesOf, plansOf } from './plans.ts'
import { postEntries } from './post-entries.ts'
import { numbering, readBooks } from './read-books.ts'

/** Makes the voucher that could not be made, on the event's day or the first open one after it. */
export async function retryVoucherRequest(unit: Unit, id: string): Promise<VoucherRequest> {
  const request = await unit.load(VoucherRequest, id)
  const status = lifeOfVoucherRequest.move(request.status, 'make')
  return unit.widened(async () => {
    const event = await unit.load(FinancialEvent, request.financialEventId)
    if (event.reversedById != null) refuse('ALREADY_REVERSED')
    const books = await readBooks(unit, event.clientId == null ? [] : [event.clientId])
    const plans = await plansOf(unit, [event])
    const held = await lockClientAccounts(unit, plans)
    const entries = plans
      .flatMap((plan) => entriesOf(plan, books, held, unit.tenantId))
      .filter(({ ownerId, rule }) => ownerId === request.ownerId && rule === request.rule)
      .map((entry) => {
        const date = firstOpenDay(entry.date, books.lockedUntil.get(entry.ownerId))
        return { ...entry, date, ...numbering(books, entry.ownerId, date) }
      })
    const accounts = await accountsFor(unit, entries)
    refuseGaps(gapsOf(entries, accounts, books))
    await settleRequestErrand(unit, request, 'Every voucher has been made')
    const vouchers = await postEntries(unit, accounts, entries)
    tieMirrors(plans, vouchers)
    request.status = status
    request.error = null
    request.voucherId = vouchers[0]?.id ?? null
    return request
  })
}
