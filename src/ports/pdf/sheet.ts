import PDFDocument from 'pdfkit'
import { fontOf } from './fonts.ts'
import { writable } from './letters.ts'

export interface Style {
  size?: number
  bold?: boolean
  colour?: string
  /** The box in which it stands at the right, or is cut off where it ends. */
  width?: number
  align?: 'left' | 'right'
}

export interface About {
  title: string
  author: string
  subject: string
  language: string
  made: Date
  /** The colour of what is written, where nothing else is said. */
  colour?: string | undefined
}

const sizeUsual = 9

/** Sheets of A4 that one writes on from the top: what is measured here is what is drawn. */
export class Sheet {
  static readonly width = 595.28
  static readonly height = 841.89
  readonly #pdf: PDFKit.PDFDocument
  readonly #chunks: Uint8Array[] = []
  readonly #widths = new Map<string, number>()
  readonly #colour: string
  #pages = 1

  constructor({ title, author, subject, language, made, colour = '#1a1a1a' }: About) {
    this.#colour = colour
    this.#pdf = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      lang: language,
      displayTitle: true,
      info: {
        Title: title,
        Author: author,
        Subject: subject,
        Producer: 'Receivables',
        Creator: 'Receivables',
        CreationDate: made,
        ModDate: made,
      },
    })
    this.#pdf.on('data', (chunk: Uint8Array) => this.#chunks.push(chunk))
  }

  get pages(): number {
    return this.#pages
  }

  newPage(): void {
    this.#pdf.addPage()
    this.#pages++
  }

  /** Goes back to a page that is drawn already, for what is known only at the end. */
  turnTo(page: number): void {
    this.#pdf.switchToPage(page)
  }

  text(given: string, x: number, y: number, style: Style = {}): void {
    const { size = sizeUsual, colour = this.#colour, width, align = 'left' } = style
    const text = width === undefined ? writable(given) : this.#cut(writable(given), width, style)
    if (text === '') return
    const at = align === 'right' && width !== undefined ? x + width - this.#width(text, style) : x
    this.#pdf.font(fontOf(text, style.bold === true), size).fillColor(colour)
    this.#pdf.text(text, at, y, { lineBreak: false })
  }

  /** The lines in which a text fits a width: broken between words, within one only where it must. */
  lines(given: string, width: number, style: Style = {}): string[] {
    return given.split(/\r\n|\r|\n/).flatMap((paragraph) => this.#broken(paragraph, width, style))
  }

  rule(x: number, y: number, width: number, colour = '#b8b8b8', thickness = 0.5): void {
    this.#pdf.rect(x, y, width, thickness).fill(colour)
  }

  panel(x: number, y: number, width: number, height: number, colour: string): void {
    this.#pdf.rect(x, y, width, height).fill(colour)
  }

  /** A square of dark and light modules, each run of dark ones drawn at once. */
  modules(dark: (row: number, column: number) => boolean, count: number, at: Square): void {
    const side = at.size / count
    for (let row = 0; row < count; row++) {
      for (let column = 0; column < count; column++) {
        if (!dark(row, column)) continue
        const from = column
        while (column + 1 < count && dark(row, column + 1)) column++
        this.#pdf.rect(at.x + from * side, at.y + row * side, (column + 1 - from) * side, side)
      }
    }
    this.#pdf.fill('#000000')
  }

  /** A picture that we encoded ourselves, which is copied as it is. */
  picture(bytes: Uint8Array, x: number, y: number, fit: [width: number, height: number]): void {
    this.#pdf.image(Buffer.from(bytes), x, y, { fit })
  }

  /** Words across the page that nobody can overlook. */
  across(text: string): void {
    const [x, y] = [Sheet.width / 2, Sheet.height / 2]
    this.#pdf
      .save()
      .rotate(-45, { origin: [x, y] })
      .fillOpacity(0.12)
    const style = { size: 90, bold: true }
    this.text(text, x - this.#width(writable(text), style) / 2, y - 45, style)
    this.#pdf.restore()
  }

  async finish(): Promise<Uint8Array> {
    const ended = new Promise((resolve, reject) => {
      this.#pdf.on('end', resolve)
      this.#pdf.on('error', reject)
    })
    this.#pdf.end()
    await ended
    return Buffer.concat(this.#chunks)
  }

  #broken(paragraph: string, width: number, style: Style): string[] {
    const lines: string[] = []
    let line = ''
    for (const word of writable(paragraph).split(' ').filter(Boolean)) {
      const longer = line === '' ? word : `${line} ${word}`
      if (this.#width(longer, style) <= width) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      const parts = this.#parts(word, width, style)
      line = parts.pop() ?? ''
      lines.push(...parts)
    }
    return [...lines, line]
  }

  #parts(word: string, width: number, style: Style): string[] {
    const parts: string[] = []
    let part = ''
    for (const letter of word) {
      if (part !== '' && this.#width(part + letter, style) > width) {
        parts.push(part)
        part = ''
      }
      part += letter
    }
    return [...parts, part]
  }

  #cut(text: string, width: number, style: Style): string {
    if (this.#width(text, style) <= width) return text
    let end = text.length
    while (end > 0 && this.#width(`${text.slice(0, end)}…`, style) > width) end--
    return `${text.slice(0, end)}…`
  }

  #width(text: string, { size = sizeUsual, bold: isBold = false }: Style): number {
    const key = `${isBold ? 'b' : 'r'}${text}`
    let unit = this.#widths.get(key)
    if (unit === undefined) {
      unit = this.#pdf.font(fontOf(text, isBold), 1).widthOfString(text)
      this.#widths.set(key, unit)
    }
    return unit * size
  }
}

export interface Square {
  x: number
  y: number
  size: number
}
