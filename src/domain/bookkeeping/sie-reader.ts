import Big from 'big.js'
import type { BusinessDate } from '../dates.ts'
import { hasPlacesOf, minorOf } from '../money.ts'
import { invalid } from '../refusal.ts'
import type { SieFile, SieObject, SiePosting, SieVoucher } from './sie.ts'

/** A part of a line: a word, or what stands between braces. */
type Part = string | readonly string[]

interface Line {
  at: number
  label: string
  parts: Part[]
}

/** Reads what `sieText` writes, and what other programs write in the same grammar. */
export function readSie(text: string): SieFile {
  const lines = linesOf(text)
  const first = (label: string) => lines.find((line) => line.label === label)
  const said = (label: string, at = 0) => wordAt(first(label), at)
  const currency = said('#VALUTA') || 'SEK'
  const program = first('#PROGRAM')
  return {
    program: { name: wordAt(program, 0), version: wordAt(program, 1) },
    generated: dateOf(said('#GEN'), first('#GEN')),
    company: { name: said('#FNAMN'), number: said('#ORGNR') || undefined },
    chart: said('#KPTYP'),
    currency,
    accounts: lines
      .filter(({ label }) => label === '#KONTO')
      .map((line) => ({ number: wordAt(line, 0), name: wordAt(line, 1) })),
    vouchers: vouchersOf(lines, currency),
  }
}

function vouchersOf(lines: readonly Line[], currency: string): SieVoucher[] {
  const vouchers: (SieVoucher & { postings: SiePosting[] })[] = []
  let open: (SieVoucher & { postings: SiePosting[] }) | undefined
  for (const line of lines) {
    if (line.label === '#VER') {
      const date = dateOf(wordAt(line, 2), line)
      const registered = wordAt(line, 4)
      open = {
        series: wordAt(line, 0),
        number: wordAt(line, 1),
        date,
        text: wordAt(line, 3),
        registered: registered === '' ? date : dateOf(registered, line),
        sign: wordAt(line, 5),
        postings: [],
      }
      vouchers.push(open)
    } else if (line.label === '}') {
      open = undefined
    } else if (line.label === '#TRANS') {
      if (open === undefined) fault(line, 'a #TRANS outside of a #VER')
      open.postings.push(postingOf(line, open, currency))
    }
  }
  return vouchers
}

function postingOf(line: Line, voucher: SieVoucher, currency: string): SiePosting {
  const date = wordAt(line, 3)
  return {
    account: wordAt(line, 0),
    objects: objectsOf(line),
    amount: amountOf(wordAt(line, 2), currency, line),
    date: date === '' ? voucher.date : dateOf(date, line),
    text: wordAt(line, 4),
  }
}

function objectsOf(line: Line): SieObject[] {
  const list = line.parts[1]
  if (!Array.isArray(list)) fault(line, 'the objects of a #TRANS stand between braces')
  const words = list as readonly string[]
  if (words.length % 2 !== 0) fault(line, 'an object has a dimension and a name')
  return words.flatMap((dimension, at) =>
    at % 2 === 0 ? [{ dimension, object: words[at + 1] as string }] : [],
  )
}

function amountOf(text: string, currency: string, line: Line): bigint {
  if (!/^-?\d{1,15}(?:\.\d{1,4})?$/.test(text)) fault(line, `${text} is not an amount`)
  if (!hasPlacesOf(text, currency)) fault(line, `${text} has more places than ${currency}`)
  return minorOf(new Big(text), currency)
}

function dateOf(text: string, line: Line | undefined): BusinessDate {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
  if (year === undefined) fault(line, `${text} is not a date`)
  return `${year}-${month}-${day}`
}

function wordAt(line: Line | undefined, at: number): string {
  const part = line?.parts[at] ?? ''
  return typeof part === 'string' ? part : ''
}

function linesOf(text: string): Line[] {
  return text.split(/\r\n|\n|\r/).flatMap((content, index): Line[] => {
    const trimmed = content.trim()
    if (trimmed === '') return []
    const at = index + 1
    if (trimmed === '{' || trimmed === '}') return [{ at, label: trimmed, parts: [] }]
    const [, label = '', rest = ''] = /^(#\S+)(.*)$/s.exec(trimmed) ?? []
    const line: Line = { at, label: label.toUpperCase(), parts: [] }
    if (label === '') fault(line, 'a line begins with #')
    line.parts.push(...partsOf(rest, line))
    return [line]
  })
}

const token = /\s*(?:"((?:[^"\\]|\\.)*)"|\{((?:[^}"]|"(?:[^"\\]|\\.)*")*)\}|([^\s"{}]+))/y

function partsOf(text: string, line: Line): Part[] {
  const parts: Part[] = []
  const pattern = new RegExp(token)
  while (text.slice(pattern.lastIndex).trim() !== '') {
    const found = pattern.exec(text)
    if (found === null) fault(line, 'a quote or a brace is not closed')
    const [, quoted, braced, plain] = found
    if (quoted !== undefined) parts.push(quoted.replaceAll(/\\(.)/g, '$1'))
    else if (braced !== undefined) parts.push(partsOf(braced, line).map(String))
    else parts.push(plain as string)
  }
  return parts
}

function fault(line: Line | undefined, message: string): never {
  return invalid('/file', 'SIE', line === undefined ? message : `Line ${line.at}: ${message}`)
}
