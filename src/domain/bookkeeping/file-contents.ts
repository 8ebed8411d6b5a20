import { decimal } from '../money.ts'
import type { SieFile } from './sie.ts'

/** One line of a voucher, as a table has it. */
export interface VoucherLine {
  series: string
  number: string
  date: string
  voucherText: string
  account: string
  costCentre: string
  project: string
  debit: string
  credit: string
  currency: string
  text: string
}

export const lineLabels: Readonly<Record<keyof VoucherLine, string>> = {
  series: 'Series',
  number: 'Number',
  date: 'Date',
  voucherText: 'Voucher text',
  account: 'Account',
  costCentre: 'Cost centre',
  project: 'Project',
  debit: 'Debit',
  credit: 'Credit',
  currency: 'Currency',
  text: 'Text',
}

/** The vouchers of a file, line by line. */
export function linesOf({ vouchers, currency }: SieFile): VoucherLine[] {
  return vouchers.flatMap(({ series, number, date, text: voucherText, postings }) =>
    postings.map(({ account, objects, amount, text }) => {
      const objectOf = (dimension: string) =>
        objects.find((each) => each.dimension === dimension)?.object ?? ''
      const side = (minor: bigint) => decimal(minor > 0n ? minor : 0n, currency)
      const about = { costCentre: objectOf('1'), project: objectOf('6') }
      const sides = { debit: side(amount), credit: side(-amount) }
      return { series, number, date, voucherText, account, ...about, ...sides, currency, text }
    }),
  )
}

/** The same as one JSON document, with amounts as all our answers have them. */
export function jsonText(file: SieFile): string {
  const { company, generated, currency, accounts } = file
  const vouchers = file.vouchers.map(({ series, number, date, text, postings }) => ({
    series,
    number,
    date,
    text,
    postings: postings.map(({ amount, ...posting }) => ({
      ...posting,
      amount: decimal(amount, currency),
    })),
  }))
  return JSON.stringify({ company, generated, currency, accounts, vouchers }, null, 2)
}
