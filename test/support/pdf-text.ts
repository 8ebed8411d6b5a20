import { inflateSync } from 'node:zlib'

/** What is written on one page: each piece as it was drawn, in that order. */
export type PageText = readonly string[]

/** What the codes of a font stand for. */
type Letters = (codes: Buffer) => string

/** Reads a PDF back: the text of each page, from its content as a viewer would take it. */
export function pdfText(bytes: Uint8Array): PageText[] {
  const fonts = fontsOf(bytes)
  return streamsOf(bytes).flatMap(({ content }) =>
    content.includes('BT') ? [piecesOf(content, fonts)] : [],
  )
}

/** The colours in which something is filled or written, as red, green and blue. */
export function pdfColours(bytes: Uint8Array): Set<string> {
  const pages = streamsOf(bytes).filter(({ content }) => content.includes('BT'))
  return new Set(
    pages.flatMap(({ content }) =>
      [...content.matchAll(/([\d.]+ [\d.]+ [\d.]+) scn/g)].map(([, colour = '']) => colour),
    ),
  )
}

export interface Stream {
  object: string
  content: string
}

export function streamsOf(bytes: Uint8Array): Stream[] {
  const file = Buffer.from(bytes).toString('latin1')
  return [...file.matchAll(/(\d+) 0 obj\s*<<([^>]*)>>\s*stream\r?\n/g)].flatMap((found) => {
    const [whole, object = '', about = ''] = found
    const start = found.index + whole.length
    const length = Number(/\/Length (\d+)/.exec(about)?.[1])
    if (!about.includes('/FlateDecode') || about.includes('/Image')) return []
    const stream = Buffer.from(bytes).subarray(start, start + length)
    return [{ object, content: inflateSync(stream).toString('latin1') }]
  })
}

/** The letters of each font that the file brings along, by the name that pages call it. */
function fontsOf(bytes: Uint8Array): Map<string, Letters> {
  const file = Buffer.from(bytes).toString('latin1')
  const objects = new Map(
    [...file.matchAll(/(\d+) 0 obj\s([^]*?)endobj/g)].map(([, id = '', body = '']) => [id, body]),
  )
  const tables = new Map(streamsOf(bytes).map(({ object, content }) => [object, content]))
  return new Map(
    [...file.matchAll(/\/(F\d+) (\d+) 0 R/g)].flatMap(([, name = '', id = '']) => {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1]
      return table === undefined ? [] : [[name, embedded(tables.get(table) ?? '')] as const]
    }),
  )
}

function embedded(table: string): Letters {
  const letters = [...table.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)].flatMap(
    ([, first = '', list = '']) =>
      [...list.matchAll(/<([\w ]*)>/g)].map(
        ([, hex = ''], at) => [parseInt(first, 16) + at, utf16(hex)] as const,
      ),
  )
  const byCode = new Map(letters)
  return (codes) => {
    let text = ''
    for (let at = 0; at < codes.length; at += 2)
      text += byCode.get(codes.readUInt16BE(at)) ?? '\ufffd'
    return text
  }
}

const utf16 = (hex: string) =>
  new TextDecoder('utf-16be').decode(Buffer.from(hex.replaceAll(' ', ''), 'hex'))

/** The letters of Windows that stand where Latin-1 has none. */
const windows = new TextDecoder('windows-1252')
const standard: Letters = (codes) => windows.decode(codes)

function piecesOf(content: string, fonts: ReadonlyMap<string, Letters>): string[] {
  let letters = standard
  return [...content.matchAll(/\/(F\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>|[-\d. ])*)\] TJ/gi)].flatMap(
    ([, font, inside = '']) => {
      if (font !== undefined) {
        letters = fonts.get(font) ?? standard
        return []
      }
      const codes = [...inside.matchAll(/<([0-9a-f]*)>/gi)].map(([, hex = '']) => hex)
      return [letters(Buffer.from(codes.join(''), 'hex'))]
    },
  )
}
