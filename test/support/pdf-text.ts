import { inflateSync } from 'node:zlib'

/** What is written on one page: each piece as it was drawn, in that order. */
export type PageText = readonly string[]

/** Reads a PDF back: the text of each page, from its content as a viewer would take it. */
export function pdfText(bytes: Uint8Array): PageText[] {
  const file = Buffer.from(bytes).toString('latin1')
  return [...file.matchAll(/<<([^>]*)>>\s*stream\r?\n/g)].flatMap((found) => {
    const length = Number(/\/Length (\d+)/.exec(found[1] ?? '')?.[1])
    const start = found.index + found[0].length
    const stream = Buffer.from(bytes).subarray(start, start + length)
    if (!found[1]?.includes('/FlateDecode') || found[1].includes('/Image')) return []
    const content = inflateSync(stream).toString('latin1')
    return content.includes('BT') ? [piecesOf(content)] : []
  })
}

function piecesOf(content: string): string[] {
  return [...content.matchAll(/\[((?:<[0-9a-f]*>|[-\d. ])*)\] TJ/gi)].map(([, inside = '']) =>
    [...inside.matchAll(/<([0-9a-f]*)>/gi)].map(([, hex = '']) => decoded(hex)).join(''),
  )
}

/** The letters of Windows that stand where Latin-1 has none. */
const windows = new TextDecoder('windows-1252')

function decoded(hex: string): string {
  return windows.decode(Buffer.from(hex, 'hex'))
}
