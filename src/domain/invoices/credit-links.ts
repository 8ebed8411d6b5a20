import type { Component, FinancialEventType } from '../bookkeeping/ledger.ts'
import { larger, proportionOf, smaller } from '../money.ts'
import { refuse, type Fault, type RefusalCode } from '../refusal.ts'
import { inInvoiceCurrency } from '../bookkeeping/exchange-rates.ts'
import type { InvoiceType, MainStatus } from './invoice.ts'
import { lifeOfInvoice } from './transitions.ts'

export interface Linkable {
  type: InvoiceType
  mainStatus: MainStatus
  clientId: string
  debtorId: string
  invoiceCurrency: string
  baseCurrency: string
  balance: bigint
  /** The open amount in the currency of its document, as a positive number. */
  foreign: bigint
}

interface Wanted {
  debit: Linkable
  /** In the base currency of the credit note; by default as much as is left and owed. */
  amount?: bigint | undefined
}

/** What a credit note gives, and what a debit is lowered by: two amounts where their rates differ. */
export interface Spread {
  amount: bigint
  debited: bigint
  /** The same in the currency of both documents, if that is not the base currency. */
  foreign: bigint | null
}

/** How much of a credit note each debit gets, or why they cannot be linked. */
export function spread(credit: Linkable, wanted: readonly Wanted[]): Spread[] {
  refuseFaults('INVOICES_NOT_LINKABLE', [
    ...faultsOfCredit(credit),
    ...wanted.flatMap(({ debit }, at) => faultsOfDebit(credit, debit, at)),
  ])
  const left = { amount: -credit.balance, foreign: credit.foreign }
  const faults: Fault[] = []
  const made = wanted.map(({ debit, amount }, at): Spread => {
    const one = isForeign(credit, debit)
      ? byDocuments(left, debit, amount)
      : byAmount(left, debit, amount)
    if (one.exceedsDebit) faults.push(exceeded(`/debits/${at}`, 'The debit owes less than that'))
    if (one.amount > left.amount || left.amount === 0n) {
      faults.push(exceeded(`/debits/${at}`, 'The credit note has less left than that'))
    }
    left.foreign -= one.used
    left.amount -= one.amount
    return { amount: one.amount, debited: one.debited, foreign: one.foreign }
  })
  refuseFaults('CREDIT_EXCEEDED', faults)
  return made
}

interface Left {
  amount: bigint
  foreign: bigint
}

interface Given extends Spread {
  /** Of what is left of the credit note in the currency of its document. */
  used: bigint
  exceedsDebit: boolean
}

/** Both documents are of one currency, and are handled in another. */
const isForeign = (credit: Linkable, debit: Linkable) =>
  credit.invoiceCurrency === debit.invoiceCurrency && credit.invoiceCurrency !== credit.baseCurrency

function byAmount(left: Left, debit: Linkable, sent: bigint | undefined): Given {
  const amount = sent ?? smaller(left.amount, debit.balance)
  const used = left.amount === 0n ? 0n : proportionOf(left.foreign, amount, left.amount)
  return { amount, debited: amount, foreign: null, used, exceedsDebit: amount > debit.balance }
}

/** The amounts of the documents settle each other; the difference of their rates is no debt. */
function byDocuments(left: Left, debit: Linkable, sent: bigint | undefined): Given {
  const foreign =
    sent === undefined || left.amount === 0n
      ? smaller(left.foreign, debit.foreign)
      : proportionOf(left.foreign, sent, left.amount)
  const amount =
    sent ?? (left.foreign === 0n ? 0n : proportionOf(left.amount, foreign, left.foreign))
  return {
    amount,
    debited: proportionOf(debit.balance, foreign, debit.foreign),
    foreign,
    used: foreign,
    exceedsDebit: foreign > debit.foreign,
  }
}

/** A claim in the currency of its document, and what happened to it since it was booked. */
interface Document extends Pick<Linkable, 'type' | 'invoiceCurrency' | 'baseCurrency' | 'balance'> {
  rate: string
  grossAmount: bigint
}

interface Happened {
  type: FinancialEventType
  component?: Component | null | undefined
  amount: bigint
  facts: Readonly<Record<string, unknown>>
  reversedById?: string | null | undefined
}

const apart: ReadonlySet<FinancialEventType> = new Set([
  'INVOICE_BOOKED',
  'CREDIT_BOOKED',
  'CREDIT_UNLINK',
  'REVERSAL',
  'FX_DIFFERENCE',
])

/** What is open in the currency of the document: links say it themselves, all else goes by its rate. */
export function openOnDocument(claim: Document, events: Iterable<Happened>): bigint {
  if (claim.invoiceCurrency === claim.baseCurrency) return absolute(claim.balance)
  const sign = claim.type === 'CREDIT_INVOICE' ? -1n : 1n
  let open = claim.grossAmount
  for (const { type, component, amount, facts, reversedById } of events) {
    if (component !== 'CAPITAL' || reversedById != null || apart.has(type)) continue
    const said = facts['foreign']
    open += said === undefined ? sign * inInvoiceCurrency(amount, claim) : -BigInt(String(said))
  }
  // Converted, a small rest may round to zero; at least one unit is open while anything is owed.
  if (claim.balance === 0n) return 0n
  return larger(open, 1n)
}

const absolute = (amount: bigint) => (amount < 0n ? -amount : amount)

const exceeded = (pointer: string, message: string): Fault => ({
  pointer,
  code: 'CREDIT_EXCEEDED',
  message,
})

function refuseFaults(code: RefusalCode, errors: readonly Fault[]): void {
  if (errors.length > 0) refuse(code, { errors })
}

const fault = (pointer: string, message: string): Fault => ({
  pointer,
  code: 'INVOICES_NOT_LINKABLE',
  message,
})

function faultsOfCredit({ type, mainStatus, balance }: Linkable): Fault[] {
  if (type !== 'CREDIT_INVOICE') return [fault('/creditId', 'It is not a credit note')]
  if (mainStatus !== 'ACTIVATED') return [fault('/creditId', `It is ${mainStatus}`)]
  return balance < 0n ? [] : [fault('/creditId', 'Nothing of it is left')]
}

function faultsOfDebit(credit: Linkable, debit: Linkable, at: number): Fault[] {
  const pointer = `/debits/${at}/id`
  if (debit.type === 'CREDIT_INVOICE') return [fault(pointer, 'It is a credit note itself')]
  // A dispute or a bankruptcy often ends with a credit note, so that what is suspended takes one.
  if (!lifeOfInvoice.may(debit.mainStatus, 'close'))
    return [fault(pointer, `It is ${debit.mainStatus}`)]
  if (debit.clientId !== credit.clientId) return [fault(pointer, 'It is of another client')]
  if (debit.debtorId !== credit.debtorId) return [fault(pointer, 'It is of another debtor')]
  if (debit.baseCurrency !== credit.baseCurrency) {
    return [fault(pointer, 'It is handled in another currency')]
  }
  return debit.balance > 0n ? [] : [fault(pointer, 'Nothing is owed on it')]
}
