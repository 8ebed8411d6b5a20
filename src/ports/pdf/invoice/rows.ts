import { decimalsOf } from '../../../domain/money.ts'
import type { FrozenRow } from '../../../domain/invoices/documents/frozen-invoice.ts'
import { numberIn } from '../../../domain/invoices/documents/document-words.ts'
import { bottom, inner, left, room, type Drawing } from './page.ts'

const usual = { size: 9, lineHeight: 11.5 }
const compact = { size: 7.5, lineHeight: 9.5 }
const layoutOf = ({ invoice }: Drawing) => (invoice.look.compact ? compact : usual)
const gap = 8

interface Column {
  title: string
  /** None for the description, which gets what the others leave. */
  width: number
  align: 'left' | 'right'
  describes?: true
  value: (row: FrozenRow) => string | null
}

/** The table of rows, over as many pages as it takes, under the same head on each. */
export function drawRows(drawing: Drawing): void {
  const columns = columnsOf(drawing)
  room(drawing, 60)
  drawTableHead(drawing, columns)
  for (const row of drawing.invoice.rows) drawRow(drawing, columns, row)
  drawing.sheet.rule(left, drawing.y + 1, inner)
  drawing.y += 10
}

/** A column that says nothing in any row is left out, and its room goes to the description. */
function columnsOf({ invoice, words }: Drawing): Column[] {
  const { language, currency } = invoice
  const places = decimalsOf(currency)
  const number = (value: string | null, least = 0) =>
    value === null ? null : numberIn(language, value, least)
  const all: Column[] = [
    { title: words.article, width: 62, align: 'left', value: (row) => row.articleNumber },
    {
      title: words.description,
      width: 0,
      align: 'left',
      describes: true,
      value: (row) => row.description,
    },
    { title: words.quantity, width: 52, align: 'right', value: (row) => number(row.quantity) },
    { title: words.unit, width: 36, align: 'left', value: (row) => row.unit },
    { title: words.price, width: 66, align: 'right', value: (row) => number(row.price, places) },
    {
      title: words.discount,
      width: invoice.rows.some((row) => row.discount?.includes(' + ')) ? 84 : 48,
      align: 'right',
      value: (row) => discount(row.discount),
    },
    { title: words.vatRate, width: 46, align: 'right', value: (row) => number(row.vatPercentage) },
    { title: words.amount, width: 76, align: 'right', value: (row) => number(row.net, places) },
  ]
  const oneDiscount = (value: string) =>
    value.endsWith(' %') ? `${number(value.slice(0, -2))} %` : number(value, places)
  const discount = (value: string | null) =>
    value?.split(' + ').map(oneDiscount).join(' + ') ?? null
  const shown = all.filter(({ describes, value }) => describes || invoice.rows.some(value))
  const taken = shown.reduce((sum, { width }) => sum + width, 0)
  return shown.map((column) => (column.describes ? { ...column, width: inner - taken } : column))
}

function drawTableHead(drawing: Drawing, columns: readonly Column[]): void {
  const { sheet, y } = drawing
  sheet.panel(left, y, inner, 18, '#eef1f5')
  eachCell(columns, ({ title, align }, x, width) => {
    sheet.text(title, x, y + 5.5, { size: 8, bold: true, width, align })
  })
  drawing.y = y + 24
}

function drawRow(drawing: Drawing, columns: readonly Column[], row: FrozenRow): void {
  const { sheet } = drawing
  const isText = row.type === 'TEXT'
  const width = isText ? inner : (columns.find(({ describes }) => describes)?.width ?? inner) - gap
  const { size, lineHeight } = layoutOf(drawing)
  const lines = sheet.lines(row.description, width, { size })
  const height = lines.length * lineHeight + 4
  // A row stays whole, unless no page could hold it.
  const whole = height < bottom - 110 ? height : lineHeight
  if (room(drawing, whole)) drawTableHead(drawing, columns)
  if (!isText) drawFigures(drawing, columns, row)
  const x = left + (isText ? 4 : offsetOfDescription(columns))
  for (const line of lines) {
    if (room(drawing, lineHeight)) drawTableHead(drawing, columns)
    sheet.text(line, x, drawing.y, { size })
    drawing.y += lineHeight
  }
  drawing.y += 4
}

function drawFigures(drawing: Drawing, columns: readonly Column[], row: FrozenRow): void {
  const { size } = layoutOf(drawing)
  eachCell(columns, (column, x, width) => {
    if (column.describes) return
    const style = { size, width, align: column.align }
    drawing.sheet.text(column.value(row) ?? '', x, drawing.y, style)
  })
}

function eachCell(
  columns: readonly Column[],
  draw: (column: Column, x: number, width: number) => void,
): void {
  let x = left + 4
  for (const column of columns) {
    draw(column, x, column.width - gap)
    x += column.width
  }
}

function offsetOfDescription(columns: readonly Column[]): number {
  const at = columns.findIndex(({ describes }) => describes)
  return 4 + columns.slice(0, at).reduce((sum, { width }) => sum + width, 0)
}
