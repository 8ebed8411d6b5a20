import anyAscii from 'any-ascii'
import { clearingOf, type BankAccountKind } from '../../domain/clients/bank-account.ts'
import { isRf } from '../../domain/clients/references.ts'
import { decimal, sum } from '../../domain/money.ts'
import { withoutMarks } from '../../domain/payments/references.ts'
import type { PaymentOut, PayoutFileFormat, PostalAddress } from '../../domain/payouts/batch.ts'

/** A batch as the bank is told of it. */
export interface Order {
  messageId: string
  madeAt: Date
  executionDate: string
  currency: string
  payer: string
  from: { kind: BankAccountKind; number: string; bic: string | null }
  payments: readonly PaymentOut[]
}

const forms = {
  PAIN001_03: { schema: 'pain.001.001.03', bic: 'BIC', day: (day: string) => day },
  PAIN001_09: { schema: 'pain.001.001.09', bic: 'BICFI', day: (day: string) => el('Dt', day) },
} as const satisfies Record<PayoutFileFormat, unknown>

/** In pieces, so that nobody holds all of it twice. Of the same order they are the same. */
export function* pain001(order: Order, format: PayoutFileFormat): Generator<string> {
  const { schema, bic, day } = forms[format]
  const { currency, payments, messageId } = order
  const isSepa = currency === 'EUR' && order.from.kind === 'IBAN'
  const totals = [
    el('NbOfTxs', `${payments.length}`),
    el('CtrlSum', decimal(sum(payments.map(({ amount }) => amount)), currency)),
  ].join('')
  const madeAt = `${order.madeAt.toISOString().slice(0, 19)}Z`
  const payer = el('Nm', nameText(order.payer))
  yield (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${schema}"><CstmrCdtTrfInitn>`
  )
  yield el('GrpHdr', el('MsgId', messageId), el('CreDtTm', madeAt), totals, el('InitgPty', payer))
  yield `<PmtInf>${[
    el('PmtInfId', messageId),
    el('PmtMtd', 'TRF'),
    totals,
    el('PmtTpInf', el('SvcLvl', el('Cd', isSepa ? 'SEPA' : 'NURG'))),
    el('ReqdExctnDt', day(order.executionDate)),
    el('Dbtr', payer),
    el('DbtrAcct', el('Id', accountOf(order.from)), el('Ccy', currency)),
    el('DbtrAgt', agentOf(order.from, bic) ?? notProvided),
    el('ChrgBr', isSepa ? 'SLEV' : 'SHAR'),
  ].join('')}`
  for (const payment of payments) yield transferOf(payment, currency, bic)
  yield '</PmtInf></CstmrCdtTrfInitn></Document>\n'
}

function transferOf(payment: PaymentOut, currency: string, bic: 'BIC' | 'BICFI'): string {
  const { id, amount, holder, address, text } = payment
  const agent = agentOf(payment, bic)
  return el(
    'CdtTrfTxInf',
    el('PmtId', el('InstrId', id), el('EndToEndId', id)),
    el('Amt', `<InstdAmt Ccy="${currency}">${decimal(amount, currency)}</InstdAmt>`),
    ...(agent === undefined ? [] : [el('CdtrAgt', agent)]),
    el('Cdtr', el('Nm', nameText(holder)), ...addressOf(address)),
    el('CdtrAcct', el('Id', accountOf(payment))),
    ...(text === null ? [] : [el('RmtInf', remittanceOf(text))]),
  )
}

/** What is nothing but a creditor reference is told as one, by which the other side books it. */
function remittanceOf(text: string): string {
  const reference = withoutMarks(text)
  if (!isRf(reference)) return el('Ustrd', plain(text, 140))
  const type = el('Tp', el('CdOrPrtry', el('Cd', 'SCOR')))
  return el('Strd', el('CdtrRefInf', type, el('Ref', reference)))
}

/** By its parts, as banks want it; what it has no part for is left out. */
function addressOf(address: PostalAddress | null): string[] {
  if (address === null) return []
  const { street, zip, city, countryCode } = address
  const parts = [
    ['StrtNm', street, 70],
    ['PstCd', zip, 16],
    ['TwnNm', city, 35],
  ] as const
  const said = parts.filter(([, text]) => text.trim() !== '')
  const lines = said.map(([name, text, most]) => el(name, plain(text, most)))
  return [el('PstlAdr', ...lines, el('Ctry', countryCode))]
}

interface Account {
  kind: BankAccountKind
  number: string
  bic: string | null
}

const notProvided = el('FinInstnId', el('Othr', el('Id', 'NOTPROVIDED')))

/** Swedish banks know giros by 9900 and 9960, and accounts by the clearing number before them. */
function agentOf({ kind, number, bic }: Account, tag: 'BIC' | 'BICFI'): string | undefined {
  const member = memberOf(kind, number)
  if (member !== undefined) {
    const clearing = el('ClrSysMmbId', el('ClrSysId', el('Cd', 'SESBA')), el('MmbId', member))
    return el('FinInstnId', clearing)
  }
  return bic === null ? undefined : el('FinInstnId', el(tag, bic))
}

function memberOf(kind: BankAccountKind, number: string): string | undefined {
  if (kind === 'BANKGIRO') return '9900'
  if (kind === 'PLUSGIRO') return '9960'
  return clearingOf(kind, number)?.slice(0, 4)
}

function accountOf({ kind, number }: Account): string {
  if (kind === 'IBAN') return el('IBAN', number)
  const scheme = kind === 'BANKGIRO' ? el('Prtry', 'BGNR') : el('Cd', 'BBAN')
  // A fifth digit of the clearing number is part of the account.
  const id = kind === 'BBAN' ? number.slice(4) : number
  return el('Othr', el('Id', id), el('SchmeNm', scheme))
}

/** What all banks take: Latin letters, digits and a few marks. */
const plain = (text: string, most: number): string =>
  anyAscii(text)
    .replaceAll('&', '+')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, most) || '-'

const nameText = (name: string) => plain(name, 70)

function el(name: string, ...content: readonly string[]): string {
  return `<${name}>${content.join('')}</${name}>`
}
