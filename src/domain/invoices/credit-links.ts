import { smaller } from '../money.ts'
import { refuse, type Fault, type RefusalCode } from '../refusal.ts'
import type { InvoiceType, MainStatus } from './invoice.ts'

export interface Linkable {
  type: InvoiceType
  mainStatus: MainStatus
  clientId: string
  debtorId: string
  baseCurrency: string
  balance: bigint
}

interface Wanted {
  debit: Linkable
  /** All that is left and owed, where nobody says. */
  amount?: bigint | undefined
}

/** What keeps a credit note and debits apart, or how much of it each of them gets. */
export function spread(credit: Linkable, wanted: readonly Wanted[]): bigint[] {
  refuseFaults('INVOICES_NOT_LINKABLE', [
    ...faultsOfCredit(credit),
    ...wanted.flatMap(({ debit }, at) => faultsOfDebit(credit, debit, at)),
  ])
  let left = -credit.balance
  const faults: Fault[] = []
  const amounts = wanted.map(({ debit, amount = smaller(left, debit.balance) }, at) => {
    if (amount > debit.balance) {
      faults.push(exceeded(`/debits/${at}`, 'The debit owes less than that'))
    }
    if (amount > left || left === 0n) {
      faults.push(exceeded(`/debits/${at}`, 'The credit note has less left than that'))
    }
    left -= amount
    return amount
  })
  refuseFaults('CREDIT_EXCEEDED', faults)
  return amounts
}

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

/** What nobody finances is owed as before. What is held back is let go first. */
const creditable: ReadonlySet<MainStatus> = new Set(['ACTIVATED', 'DENIED_FINANCING'])

function faultsOfDebit(credit: Linkable, debit: Linkable, at: number): Fault[] {
  const pointer = `/debits/${at}/id`
  if (debit.type === 'CREDIT_INVOICE') return [fault(pointer, 'It is a credit note itself')]
  if (!creditable.has(debit.mainStatus)) return [fault(pointer, `It is ${debit.mainStatus}`)]
  if (debit.clientId !== credit.clientId) return [fault(pointer, 'It is of another client')]
  if (debit.debtorId !== credit.debtorId) return [fault(pointer, 'It is of another debtor')]
  if (debit.baseCurrency !== credit.baseCurrency) {
    return [fault(pointer, 'It is handled in another currency')]
  }
  return debit.balance > 0n ? [] : [fault(pointer, 'Nothing is owed on it')]
}
