import type { BusinessDate } from '../../../domain/dates.ts'
import type { Credited } from '../../../domain/bookkeeping/doubtful.ts'
import { firstOpenDay } from '../../../domain/bookkeeping/fiscal-year.ts'
import { bankruptcyFields } from '../../../domain/debtors/identity.ts'
import { BankruptClaim } from '../../../entities/bankrupt-claim.ts'
import { Debtor } from '../../../entities/debtor.ts'
import { FinancialEvent } from '../../../entities/financial-event.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { InvoiceLedgerEvent } from '../../../entities/invoice-ledger-event.ts'
import { SystemDebtor } from '../../../entities/system-debtor.ts'
import { byField, rowsOf } from '../../../kernel/read/rows.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { locksOf } from '../../bookkeeping/read-books.ts'

/** What has to be known of claims to follow the bankruptcy of their debtors, or its end. */
export interface Bankrupts {
  /** Those of their debtors that are bankrupt, by debtor. */
  debtors: ReadonlyMap<string, Bankrupt>
  claims: ReadonlyMap<string, BankruptClaim>
  /** Reminders and collection that are planned, or were skipped for a bankruptcy, by claim. */
  steps: ReadonlyMap<string, readonly InvoiceLedgerEvent[]>
  /** What was ever booked of them as doubtful, by claim. */
  booked: ReadonlyMap<string, readonly FinancialEvent[]>
  /** What credit notes have taken from them, by claim. */
  credits: ReadonlyMap<string, readonly Credited[]>
  /** Each time one was linked to them, or taken back, by claim. */
  creditLinks: ReadonlyMap<string, readonly FinancialEvent[]>
  today: BusinessDate
  /** The first day on which a client's book takes vouchers. */
  openDay: (clientId: string) => BusinessDate
}

const debtorFields = ['id', 'name', 'status', ...bankruptcyFields] as const

export type Bankrupt = Pick<SystemDebtor, (typeof debtorFields)[number]> & {
  bankruptcyDate: BusinessDate
}

export const forBankruptcy = 'The debtor is bankrupt'

export async function readBankrupts(unit: Unit, invoices: readonly Invoice[]): Promise<Bankrupts> {
  await unit.flush()
  const ids = invoices.map(({ id }) => id)
  // Its identity, and what locks its client's book, is the tenant's.
  return unit.widened(async () => {
    const clientIds = [...new Set(invoices.map(({ clientId }) => clientId))]
    const today = await unit.today()
    const debtors = await bankruptOf(unit, invoices)
    const claims = await unit.all(BankruptClaim, { invoiceId: { $in: ids } })
    const steps = await unit.readEach(
      InvoiceLedgerEvent,
      `invoice_id = any($2) and type in ('REMINDER', 'COLLECTION')
         and (status = 'PLANNED' or (status = 'SKIPPED' and comment = $3))`,
      [ids, forBankruptcy],
    )
    const events = await unit.all(FinancialEvent, {
      claimId: { $in: ids },
      type: { $in: ['DOUBTFUL', 'CREDIT_LINK', 'CREDIT_UNLINK'] },
    })
    const locks = await locksOf(unit, clientIds)
    const lockedUntil = new Map(locks.map((lock) => [lock.ownerId, lock.lockedUntil]))
    return {
      debtors,
      claims: byField(claims, 'invoiceId'),
      steps: Map.groupBy(steps, ({ invoiceId }) => invoiceId),
      booked: byClaim(events.filter(({ type }) => type === 'DOUBTFUL')),
      credits: await creditsOf(unit, events),
      creditLinks: byClaim(events.filter(({ type }) => type !== 'DOUBTFUL')),
      today,
      openDay: (clientId: string) => firstOpenDay(today, lockedUntil.get(clientId)),
    }
  })
}

const byClaim = (events: readonly FinancialEvent[]) =>
  Map.groupBy(events, ({ claimId }) => claimId ?? '')

async function bankruptOf(unit: Unit, invoices: readonly Invoice[]) {
  const ids = [...new Set(invoices.map(({ debtorId }) => debtorId))]
  const debtors = await rowsOf(unit, Debtor, { id: ids }, ['id', 'systemDebtorId'])
  const identities = debtors.flatMap(({ systemDebtorId }) => systemDebtorId ?? [])
  const known = await rowsOf(unit, SystemDebtor, { id: [...new Set(identities)] }, debtorFields)
  const isBankrupt = (one: (typeof known)[number]): one is Bankrupt => one.status === 'BANKRUPT'
  const byIdentity = byField(known.filter(isBankrupt), 'id')
  return new Map(
    debtors.flatMap(({ id, systemDebtorId }) => {
      const of = byIdentity.get(systemDebtorId ?? '')
      return of === undefined ? [] : [[id, of] as const]
    }),
  )
}

/** The links in force, with the rates of the credit notes that they are of. */
async function creditsOf(unit: Unit, events: readonly FinancialEvent[]) {
  const links = events.filter(
    ({ type, amount, reversedById }) =>
      type === 'CREDIT_LINK' && amount < 0n && reversedById == null,
  )
  const ids = [...new Set(links.map(({ facts }) => String(facts['creditId'])))]
  const notes = await rowsOf(unit, Invoice, { id: ids }, ['id', 'vats'])
  const vatsOf = new Map(notes.map(({ id, vats }) => [id, vats]))
  const credits = links.map(({ claimId, amount, facts }) => ({
    claimId,
    amount: -amount,
    vats: vatsOf.get(String(facts['creditId'])) ?? [],
  }))
  return Map.groupBy(credits, ({ claimId }) => claimId ?? '')
}
