import { amountRead, noAmount } from '../../domain/payments/bank-file.ts'
import {
  specifiedMax,
  type SpecificationRead,
  type SpecifiedRow,
} from '../../domain/payments/specification.ts'
import { Unreadable, type Given } from '../apart/kinds.ts'
import { referenceRead, textRead } from './collected.ts'
import { fieldsOf } from './csv.ts'
import { specificationDialects, type SpecificationDialect } from './specification-dialects.ts'
import { begin, linesOf, plainTextOf } from './text-of.ts'

type Column = keyof SpecificationDialect['columns']
type Values = Partial<Record<Column, string>>
type Found = SpecificationRead['findings'][number]

/** As it is asked for from another process: the good lines, and what is wrong with others. */
export async function readSpecificationApart(given: Given): Promise<Given> {
  const { currency } = given.value as { currency: string }
  const { bytes } = await begin(given)
  return { value: await readSpecification(bytes, currency), parts: [] }
}

async function readSpecification(
  bytes: AsyncIterable<Uint8Array>,
  currency: string,
): Promise<SpecificationRead> {
  const rows: SpecifiedRow[] = []
  const findings: Found[] = []
  const said = {
    finding: (place: string, code: string, message: string) => {
      findings.push({ line: Number(place.replace('line ', '')), code, message })
    },
  }
  let dialect: SpecificationDialect | undefined
  let columns: readonly (Column | undefined)[] = []
  const take = (line: number, text: string): void => {
    if (text.trim() === '') return
    const plain = text.replace(/^\uFEFF/, '')
    if (dialect === undefined) {
      dialect = dialectOf(plain)
      columns = columnsOf(dialect, plain)
      return
    }
    if (rows.length + findings.length >= specifiedMax) {
      throw new Unreadable('TOO_MANY_ROWS', `A list has at most ${specifiedMax} lines`)
    }
    const read = rowOf(valuesOf(plain, dialect, columns), { line, dialect, currency })
    if ('code' in read) findings.push(read)
    else rows.push(read)
  }
  for await (const some of linesOf(plainTextOf(bytes, said))) {
    for (const [line, text] of some) take(line, text)
  }
  if (dialect === undefined) throw unknown()
  return { rows, findings }
}

const unknown = () =>
  new Unreadable(
    'FORMAT_UNKNOWN',
    'Its first line names no amount beside a reference or an invoice number, as a list known here',
  )

function dialectOf(line: string): SpecificationDialect {
  const found = specificationDialects.find(({ delimiter, columns }) => {
    const headings = fieldsOf(line, delimiter)
    const saysWhat = [columns.reference, columns.invoiceNumber].some((one) =>
      headings.includes(one),
    )
    return saysWhat && headings.includes(columns.amount)
  })
  if (found === undefined) throw unknown()
  return found
}

function columnsOf(
  { columns, delimiter }: SpecificationDialect,
  line: string,
): (Column | undefined)[] {
  const names = new Map(Object.entries(columns).map(([column, heading]) => [heading, column]))
  return fieldsOf(line, delimiter).map((heading) => names.get(heading) as Column | undefined)
}

function valuesOf(
  line: string,
  { delimiter }: SpecificationDialect,
  columns: readonly (Column | undefined)[],
): Values {
  const values: Values = {}
  fieldsOf(line, delimiter).forEach((value, index) => {
    const column = columns[index]
    if (column !== undefined) values[column] = value
  })
  return values
}

interface Where {
  line: number
  dialect: SpecificationDialect
  currency: string
}

function rowOf(values: Values, { line, dialect, currency }: Where): SpecifiedRow | Found {
  const said = values.currency ?? ''
  if (said !== '' && said.toUpperCase() !== currency) {
    return { line, code: 'CURRENCY_DIFFERS', message: `The payment is in ${currency}` }
  }
  const plain = (values.amount ?? '').replaceAll(/[\s\u00a0]/g, '')
  const amount = amountRead(dialect.decimal === ',' ? plain.replace(',', '.') : plain, currency)
  if (amount === undefined || amount <= 0n) {
    return { line, code: 'AMOUNT_INVALID', message: noAmount(currency) }
  }
  const reference = referenceRead(values.reference)
  const invoiceNumber = textRead(values.invoiceNumber, 50)
  if (reference === null && invoiceNumber === null) {
    const message = 'Neither reference nor invoice number says what is paid'
    return { line, code: 'REFERENCE_MISSING', message }
  }
  return { line, reference, invoiceNumber, amount: `${amount}` }
}
