import type { InvoiceType, MainStatus } from '../invoices/invoice.ts'
import { lifeOfInvoice } from '../invoices/transitions.ts'
import { decimal } from '../money.ts'
import { refuse } from '../refusal.ts'
import type { BankAccountKind } from '../clients/bank-account.ts'

/** To which account money goes back, as it is kept. */
export interface RefundAccount {
  kind: BankAccountKind
  number: string
  bic: string | null
  holderName: string
}

/** What would be paid back on one of many, as two people agree to it. */
export interface RefundAgreed {
  id: string
  amount: bigint
  currency: string
  account: RefundAccount | null
  /** Stands for the account where its number is not kept. */
  seal: string | null
}

export interface RefundWanted {
  /** In minor units; by default all that the debtor has to its credit. */
  amount?: string | undefined
  account?:
    | {
        kind: BankAccountKind
        number: string
        bic?: string | null | undefined
        holderName?: string | undefined
      }
    | undefined
}

/** A claim on which the debtor may have something to its credit. */
interface Creditable {
  type: InvoiceType
  mainStatus: MainStatus
  balance: bigint
  baseCurrency: string
}

/** How much there is to pay back. */
export function creditOn(
  { type, mainStatus, balance }: Creditable,
  ofCreditNotes: boolean,
): bigint {
  if (ofCreditNotes && type !== 'CREDIT_INVOICE') {
    refuse('NOTHING_TO_REFUND', { detail: 'It is no credit note.' })
  }
  if (!lifeOfInvoice.may(mainStatus, 'close')) {
    refuse('NOTHING_TO_REFUND', { detail: `It is ${mainStatus}.` })
  }
  return balance < 0n ? -balance : refuse('NOTHING_TO_REFUND')
}

export function refuseBeyondCredit(amount: bigint, credit: bigint, currency: string): void {
  if (amount <= credit) return
  const message = `${decimal(credit, currency)} is to its credit`
  refuse('REFUND_EXCEEDED', { errors: [{ pointer: '/amount', code: 'REFUND_EXCEEDED', message }] })
}
