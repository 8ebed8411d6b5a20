import type { BusinessDate } from '../dates.ts'
import { decimal } from '../money.ts'

/** What stands in a SIE file of type 4I: vouchers, and the accounts and objects that they name. */
export interface SieFile {
  program: { name: string; version: string }
  generated: BusinessDate
  company: { name: string; number?: string | undefined }
  /** The kind of chart that account numbers are of. */
  chart: string
  currency: string
  accounts: readonly { number: string; name: string }[]
  vouchers: readonly SieVoucher[]
}

export interface SieVoucher {
  series: string
  number: string
  date: BusinessDate
  text: string
  registered: BusinessDate
  sign: string
  postings: readonly SiePosting[]
}

export interface SiePosting {
  account: string
  objects: readonly SieObject[]
  /** In minor units of the file's currency; debits are positive. */
  amount: bigint
  date: BusinessDate
  text: string
}

export interface SieObject {
  dimension: string
  object: string
}

/** Dimensions that the format itself has numbered. */
export const dimensions = {
  costCentre: { number: '1', name: 'Kostnadsställe' },
  project: { number: '6', name: 'Projekt' },
} as const

/** The same with vouchers that come one by one, as often as they are asked for. */
export type SieSource = Omit<SieFile, 'vouchers'> & { vouchers: Iterable<SieVoucher> }

/** The text of the file, each line ended; it has to be stored in the encoding PC8. */
export const sieText = (file: SieSource): string => [...sieParts(file)].join('')

/** The same in parts: what comes before the vouchers, and each voucher. */
export function* sieParts(file: SieSource): Generator<string> {
  const { program, generated, company, chart, currency, accounts, vouchers } = file
  const lines = [
    '#FLAGGA 0',
    `#PROGRAM ${quoted(program.name)} ${quoted(program.version)}`,
    '#FORMAT PC8',
    `#GEN ${compact(generated)}`,
    '#SIETYP 4',
    `#FNAMN ${quoted(company.name)}`,
    ...(company.number === undefined ? [] : [`#ORGNR ${word(organisation(company.number))}`]),
    `#KPTYP ${chart}`,
    `#VALUTA ${currency}`,
    ...accounts.map(({ number, name }) => `#KONTO ${word(number)} ${quoted(name)}`),
    ...objectLines(vouchers),
  ]
  yield lines.map((line) => `${line}\r\n`).join('')
  for (const voucher of vouchers) yield voucherText(voucher, currency)
}

function objectLines(vouchers: Iterable<SieVoucher>): string[] {
  const used = new Set<string>()
  const objects = new Set<string>()
  for (const { postings } of vouchers) {
    for (const posting of postings) {
      for (const { dimension, object } of posting.objects) {
        used.add(dimension)
        objects.add(`#OBJEKT ${word(dimension)} ${quoted(object)} ${quoted(object)}`)
      }
    }
  }
  const named = Object.values(dimensions).filter(({ number }) => used.has(number))
  return [...named.map(({ number, name }) => `#DIM ${number} ${quoted(name)}`), ...objects]
}

function voucherText(voucher: SieVoucher, currency: string): string {
  const { series, number, date, text, registered, sign, postings } = voucher
  let lines =
    `#VER ${word(series)} ${word(number)} ${compact(date)} ${quoted(text)} ` +
    `${compact(registered)} ${quoted(sign)}\r\n{\r\n`
  for (const posting of postings) {
    const objects = objectsText(posting.objects)
    lines +=
      `   #TRANS ${word(posting.account)} {${objects}} ${decimal(posting.amount, currency)} ` +
      `${compact(posting.date)} ${quoted(posting.text)}\r\n`
  }
  return `${lines}}\r\n`
}

function objectsText(objects: readonly SieObject[]): string {
  if (objects.length === 0) return ''
  return objects.map(({ dimension, object }) => `${word(dimension)} ${quoted(object)}`).join(' ')
}

const compact = (date: BusinessDate) => date.slice(0, 4) + date.slice(5, 7) + date.slice(8)

/** Ten digits get the dash that the format asks for. */
function organisation(number: string): string {
  const digits = number.replaceAll(/\D/g, '')
  return digits.length === 10 ? `${digits.slice(0, 6)}-${digits.slice(6)}` : number
}

function word(text: string): string {
  return /^[\w.+-]+$/.test(text) ? text : quoted(text)
}

/** Control characters are not allowed in the format; quotes stand behind a backslash. */
function quoted(text: string): string {
  // Few texts have any of them, and those of a file are many.
  if (!/[\p{Cc}"\\]/u.test(text)) return `"${text}"`
  return `"${text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/["\\]/g, '\\$&')}"`
}
