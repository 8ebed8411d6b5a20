import type { FrozenAccount } from './frozen-invoice.ts'
import { isRf } from '../../clients/references.ts'

/** What a bank's application must know to fill in a payment. */
export interface PaymentFacts {
  payee: string
  identificationNumber: string | null
  account: FrozenAccount
  reference: string | null
  /** In decimal notation. */
  amount: string
  currency: string
  invoiceDate: string
  expireDate: string
}

/** The text of the code that banks read: EPC for euros to an IBAN, UsingQR for Swedish giros. */
export function paymentCode(facts: PaymentFacts): string | null {
  if (facts.amount.startsWith('-') || /^[0.]+$/.test(facts.amount)) return null
  const { kind } = facts.account
  if (kind === 'IBAN') return facts.currency === 'EUR' ? epc(facts) : null
  return facts.currency === 'SEK' ? usingQr(facts, kind) : null
}

/** EPC069-12, version 2: the BIC is optional within the area. What it cannot say has no code. */
function epc({ payee, account, reference, amount }: PaymentFacts): string | null {
  const structured = reference !== null && isRf(reference)
  if (amount.length > epcMost.amount || (reference ?? '').length > epcMost.text) return null
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    account.bic ?? '',
    [...payee.replaceAll(/\s+/g, ' ')].slice(0, epcMost.payee).join(''),
    account.number.replaceAll(' ', ''),
    `EUR${amount}`,
    '',
    structured ? reference.replaceAll(' ', '').toUpperCase() : '',
    structured ? '' : (reference ?? ''),
  ]
  const code = lines.join('\n').trimEnd()
  return Buffer.byteLength(code) > epcMost.bytes ? null : code
}

/** In signs, of an amount up to 999999999.99. */
const epcMost = { amount: '999999999.99'.length, payee: 70, text: 140, bytes: 331 } as const

/** The agreed form of Swedish invoices; its amount is a number in JSON, written digit by digit. */
function usingQr(facts: PaymentFacts, kind: 'BANKGIRO' | 'PLUSGIRO'): string {
  const digits = (date: string) => date.replaceAll('-', '')
  const before = JSON.stringify({
    uqr: 1,
    tp: 1,
    nme: facts.payee,
    ...(facts.identificationNumber !== null && { cid: facts.identificationNumber }),
    ...(facts.reference !== null && { iref: facts.reference }),
    idt: digits(facts.invoiceDate),
    ddt: digits(facts.expireDate),
  })
  const pay = JSON.stringify({
    cur: facts.currency,
    pt: kind === 'BANKGIRO' ? 'BG' : 'PG',
    acc: facts.account.number.replaceAll(' ', ''),
  })
  return `${before.slice(0, -1)},"due":${facts.amount},${pay.slice(1)}`
}
