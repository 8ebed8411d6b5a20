import { amountRead, dayRead, plainAccount } from '../../domain/payments/bank-file.ts'
import { Unreadable } from '../apart/kinds.ts'
import { referenceRead, textRead, type Collected } from './collected.ts'
import { csvDialects, type CsvDialect } from './csv-dialects.ts'
import type { Lines } from './text-of.ts'

type Column = keyof CsvDialect['columns']
type Values = Partial<Record<Column, string>>

/** A list in one of the dialects that are declared, by its heading; one line is one movement. */
export async function readCsv(lines: Lines, said: Collected): Promise<'CSV'> {
  let dialect: CsvDialect | undefined
  let columns: readonly (Column | undefined)[] = []
  const take = (number: number, line: string) => {
    if (line.trim() === '') return
    if (dialect === undefined) {
      dialect = dialectOf(line)
      columns = columnsOf(dialect, line)
      return
    }
    const values: Values = {}
    fieldsOf(line, dialect.delimiter).forEach((value, index) => {
      const column = columns[index]
      if (column !== undefined) values[column] = value
    })
    entry(values, dialect, number, said)
  }
  for await (const some of lines) for (const [number, line] of some) take(number, line)
  if (dialect === undefined) throw unknown()
  return 'CSV'
}

const unknown = () =>
  new Unreadable('FORMAT_UNKNOWN', 'It is no camt.053 or camt.054, no BgMax and no list known here')

function dialectOf(line: string): CsvDialect {
  const found = csvDialects.find(({ delimiter, columns }) => {
    const headings = fieldsOf(line, delimiter)
    const wanted = [columns.account, columns.bookDate, columns.amount, columns.currency]
    return wanted.every((one) => headings.includes(one))
  })
  if (found === undefined) throw unknown()
  return found
}

function columnsOf({ columns, delimiter }: CsvDialect, line: string): (Column | undefined)[] {
  const names = new Map(Object.entries(columns).map(([column, heading]) => [heading, column]))
  return fieldsOf(line, delimiter).map((heading) => names.get(heading) as Column | undefined)
}

/** Between quotes a delimiter is a sign like others, and two quotes are one. */
export function fieldsOf(line: string, delimiter: string): string[] {
  const fields: string[] = []
  let field = ''
  let isQuoted = false
  for (let index = 0; index < line.length; index++) {
    const sign = line.charAt(index)
    if (sign === '"' && isQuoted && line.charAt(index + 1) === '"') {
      field += sign
      index++
    } else if (sign === '"') isQuoted = !isQuoted
    else if (sign === delimiter && !isQuoted) {
      fields.push(field.trim())
      field = ''
    } else field += sign
  }
  return [...fields, field.trim()]
}

function entry(values: Values, dialect: CsvDialect, line: number, said: Collected): void {
  const { currency = '', bankRef = '', reference = '' } = values
  const amount = (values.amount ?? '').replaceAll(/[\s\u00a0]/g, '')
  const stated = dialect.decimal === ',' ? amount.replace(',', '.') : amount
  // What went out is not a payment to us.
  if (stated.startsWith('-') && amountRead(stated.slice(1), currency) !== undefined) return
  const bookDate = dayIn(values.bookDate, dialect)
  const same = [bookDate, stated, reference, values.payerName, values.message].join('|')
  said.entry({
    place: `line ${line}`,
    kind: 'PAYMENT',
    statement: 0,
    account: plainAccount(values.account ?? '').slice(0, 40),
    currency,
    amount: amountRead(stated, currency),
    bookDate,
    valueDate: dayIn(values.valueDate, dialect) ?? bookDate,
    reference: referenceRead(reference),
    split: null,
    message: textRead(
      [referenceRead(reference) === null ? reference : '', values.message ?? ''].join(' '),
      1000,
    ),
    payerName: textRead(values.payerName, 140),
    payerAccount: textRead(values.payerAccount, 40),
    payerIdentificationNumber: textRead(values.payerIdentificationNumber, 20),
    bankRef: textRead(bankRef, 60),
    endToEndId: textRead(values.endToEndId, 35),
    ownRef: bankRef || same,
    entryRef: null,
    isWhole: true,
  })
}

function dayIn(text: string | undefined, { date }: CsvDialect): string | undefined {
  const parts = (text ?? '').split(/[-/.]/)
  const [year, month, day] = date === 'YMD' ? parts : parts.toReversed()
  return dayRead([year, month, day].join('-'))
}
