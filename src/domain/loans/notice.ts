import type { BusinessDate } from '../dates.ts'
import { retentionUntil } from '../bookkeeping/retention.ts'
import type {
  FrozenAccount,
  FrozenInvoice,
  FrozenParty,
} from '../invoices/documents/frozen-invoice.ts'
import type { Language } from '../languages.ts'
import { decimal, sum } from '../money.ts'
import { openOf, type DueInstalment } from './balance.ts'
import type { LoanLedgerType } from './loan.ts'

/** What is open of a loan besides the instalment of a notice. */
export interface OpenStep extends DueInstalment {
  type: LoanLedgerType
}

export interface NoticeFacts {
  tenantId: string
  /** By which its row is known. */
  id: string
  clientId: string
  loanNumber: string
  reference: string | null
  currency: string
  /** The instalment is taken from the client account, so that nothing is to be paid. */
  autoSetOff: boolean
  day: BusinessDate
  now: Date
  firstDay: string
  language: Language
  lender: FrozenParty
  borrower: FrozenParty & { customerNumber: string }
  account: FrozenAccount | null
  instalment: DueInstalment
  others: readonly OpenStep[]
}

const worded = {
  sv: {
    principal: 'Amortering',
    interest: 'Ränta',
    fee: 'Aviavgift',
    INSTALMENT: (number: number, due: string) => `Obetalt av avi ${number}, förfallen ${due}`,
    FEE: (_: number, due: string) => `Avgift den ${due}`,
    LATE_INTEREST: (number: number, _: string, day: string) =>
      `Dröjsmålsränta på avi ${number} till och med ${day}`,
    loan: (loanNumber: string) => `Avser lån ${loanNumber}.`,
    setOff: 'Beloppet tas på förfallodagen från ert klientkonto, så långt det räcker.',
    subject: (lender: string, loanNumber: string, due: string) =>
      `Avi för lån ${loanNumber} hos ${lender}, förfaller ${due}`,
    letter: (borrower: string, lender: string) =>
      `Till ${borrower}\n\nBifogat finns avin för nästa betalning på ert lån hos ${lender}.\n\n` +
      `Med vänlig hälsning\n${lender}\n`,
  },
  en: {
    principal: 'Principal',
    interest: 'Interest',
    fee: 'Notice fee',
    INSTALMENT: (number: number, due: string) => `Unpaid of notice ${number}, due ${due}`,
    FEE: (_: number, due: string) => `Fee of ${due}`,
    LATE_INTEREST: (number: number, _: string, day: string) =>
      `Late interest on notice ${number} until ${day}`,
    loan: (loanNumber: string) => `For loan ${loanNumber}.`,
    setOff: 'The amount is taken from your client account when it is due, as far as that goes.',
    subject: (lender: string, loanNumber: string, due: string) =>
      `Notice of loan ${loanNumber} with ${lender}, due ${due}`,
    letter: (borrower: string, lender: string) =>
      `To ${borrower}\n\nAttached is the notice of the next payment on your loan with ${lender}.` +
      `\n\nYours sincerely\n${lender}\n`,
  },
}

/** The notice of an instalment, with all that is open besides, as invoices are drawn. */
export function loanNotice(facts: NoticeFacts): FrozenInvoice {
  const { currency, instalment, language, lender, day, loanNumber, autoSetOff } = facts
  const rows = rowsOf(facts)
  const inWords = (amount: bigint) => decimal(amount, currency)
  const [total, none] = [inWords(sum(rows.map(({ amount }) => amount))), inWords(0n)]
  const words = worded[language]
  const payment = { payee: lender.name, account: facts.account, reference: facts.reference }
  return {
    format: 1,
    tenantId: facts.tenantId,
    invoiceId: facts.id,
    clientId: facts.clientId,
    debtorId: facts.clientId,
    activation: 1,
    frozenAt: facts.now.toISOString(),
    produce: 'ON_DEMAND',
    language,
    look: { primary: '#1f3a5f', logoKey: null, compact: false },
    type: 'INVOICE',
    notice: 'LOAN',
    invoiceNumber: `${loanNumber}-${instalment.number}`,
    invoiceDate: day,
    expireDate: instalment.dueDate,
    deliveryDate: null,
    currency,
    sender: { ...lender, fTax: false },
    debtor: facts.borrower,
    references: { contract: loanNumber },
    rows: rows.map(({ description, amount }) => ({
      ...plainRow,
      description,
      net: inWords(amount),
    })),
    vats: [],
    net: total,
    vat: none,
    rounding: none,
    gross: total,
    payment: autoSetOff ? null : payment,
    credits: [],
    message: [words.loan(loanNumber), autoSetOff ? words.setOff : ''].join(' ').trim(),
    interestText: null,
    assignmentText: null,
    footer: null,
    retentionUntil: retentionUntil(day, facts.firstDay),
  }
}

const plainRow = {
  type: 'LINE',
  articleNumber: null,
  quantity: null,
  unit: null,
  price: null,
  discount: null,
  vatPercentage: null,
} as const

function rowsOf({ language, instalment, others, day }: NoticeFacts) {
  const words = worded[language]
  const own = [
    [words.principal, instalment.principal - instalment.paidPrincipal],
    [words.interest, instalment.interest - instalment.paidInterest],
    [words.fee, instalment.fee - instalment.paidFee],
  ] as const
  const before = others.map((one) => {
    const said = one.type === 'WITHDRAWAL' ? words.FEE : words[one.type]
    return [said(one.number, one.dueDate, day), openOf(one)] as const
  })
  return [...own, ...before]
    .filter(([, amount]) => amount > 0n)
    .map(([description, amount]) => ({ description, amount }))
}

/** The mail in which the notice is sent. */
export function loanNoticeLetter(notice: FrozenInvoice): { subject: string; text: string } {
  const { subject, letter } = worded[notice.language]
  const loanNumber = notice.references['contract'] ?? notice.invoiceNumber
  return {
    subject: subject(notice.sender.name, loanNumber, notice.expireDate),
    text: letter(notice.debtor.name, notice.sender.name),
  }
}
