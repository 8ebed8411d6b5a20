import type { BusinessDate } from '../../../domain/dates.ts'
import { BankruptClaim } from '../../../entities/bankrupt-claim.ts'
import { SystemDebtor } from '../../../entities/system-debtor.ts'
import type { Invoice } from '../../../entities/invoice.ts'
import { byField } from '../../../kernel/read/rows.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

type Day = BusinessDate | null | undefined

/** Of two days from which no interest runs, the one that counts. */
export const earlierOf = (one: Day, other: Day): BusinessDate | null =>
  one != null && (other == null || one < other) ? one : (other ?? null)

/** Since when claims bear no interest for a bankruptcy, whatever a pause of theirs says. */
export async function bankruptcyOf(unit: Unit, invoiceIds: readonly string[]) {
  const claims = await unit.all(BankruptClaim, { invoiceId: { $in: [...invoiceIds] } })
  if (claims.length === 0) return () => undefined
  const ids = [...new Set(claims.map(({ systemDebtorId }) => systemDebtorId))]
  const debtors = await unit.widened(() => unit.all(SystemDebtor, { id: { $in: ids } }))
  const since = new Map(debtors.map(({ id, bankruptcyDate }) => [id, bankruptcyDate]))
  const byInvoice = byField(claims, 'invoiceId')
  return (invoiceId: string) => {
    const claim = byInvoice.get(invoiceId)
    return claim && { claim, since: since.get(claim.systemDebtorId) ?? null }
  }
}

export type BankruptcyOf = Awaited<ReturnType<typeof bankruptcyOf>>

/** A pause of interest begins or ends; a bankruptcy has its own day, and the earlier counts. */
export function pauseInterest(invoice: Invoice, from: Day, of: BankruptcyOf): void {
  const bankrupt = of(invoice.id)
  if (bankrupt !== undefined) bankrupt.claim.interestPausedFrom = from ?? null
  invoice.interestPausedFrom = earlierOf(from, bankrupt?.since)
}
