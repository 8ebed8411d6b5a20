import { isBought } from '../../../domain/factoring/financing-status.ts'
import { paymentCode } from '../../../domain/invoices/documents/payment-code.ts'
import { decimal } from '../../../domain/money.ts'
import { Client } from '../../../entities/client.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { invoiceSettings } from '../../clients/settings.ts'
import { settingsOf } from '../../../kernel/read/settings-in-force.ts'
import { openAmountOf } from '../open-amount.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

export interface PaymentAccountOfInvoice {
  invoiceId: string
  payee: string
  account: { kind: 'BANKGIRO' | 'PLUSGIRO' | 'IBAN'; number: string; bic: string | null } | null
  reference: string | null
  amount: string
  currency: string
  expireDate: string
  /** The text of the code that banks read, where there is one for the account and currency. */
  code: string | null
}

/** Where an invoice is paid, under which reference, and how much of it is open. */
export async function paymentAccountOf(
  unit: Unit,
  invoiceId: string,
): Promise<PaymentAccountOfInvoice> {
  const invoice = await unit.load(Invoice, invoiceId)
  const client = await unit.load(Client, invoice.clientId)
  const { paymentAccount } = await settingsOf(unit, invoice.clientId, invoiceSettings)
  const payee = isBought(invoice) ? (await unit.tenant()).name : client.name
  const isCredit = invoice.type === 'CREDIT_INVOICE'
  const account =
    paymentAccount === null || isCredit
      ? null
      : { ...paymentAccount, bic: paymentAccount.bic ?? null }
  const { invoiceDate, expireDate, invoiceCurrency: currency } = invoice
  const amount = decimal(await owedOn(unit, invoice), currency)
  const identificationNumber = payee === client.name ? client.identificationNumber : null
  const reference = invoice.paymentReference ?? null
  const facts = { payee, identificationNumber, reference, amount, currency }
  return {
    invoiceId,
    payee,
    account,
    reference,
    amount,
    currency,
    expireDate,
    code:
      account &&
      paymentCode({
        ...facts,
        account,
        invoiceDate,
        expireDate,
      }),
  }
}

/** What is still owed, in the currency that it is invoiced in; over, nothing. */
async function owedOn(unit: Unit, invoice: Invoice): Promise<bigint> {
  const { bookedDate, mainStatus, grossAmount } = invoice
  if (mainStatus === 'CLOSED' || mainStatus === 'ARCHIVED') return 0n
  return bookedDate == null ? grossAmount : openAmountOf(unit, invoice)
}
