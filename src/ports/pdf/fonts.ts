import { createRequire } from 'node:module'
import { openSync, type Font } from 'fontkit'

const standard = { regular: 'Helvetica', bold: 'Helvetica-Bold' } as const

/** As wide as the standard font, and with the letters of all of Europe. */
const wide = {
  regular: '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf',
  bold: '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf',
} as const

const resolve = createRequire(import.meta.url).resolve

/** The standard font costs a file nothing, so whatever it can write is written in it. */
export function fontOf(text: string, isBold: boolean): string {
  const weight = isBold ? 'bold' : 'regular'
  return [...text].every(isStandard) ? standard[weight] : resolve(wide[weight])
}

export function isWritable(char: string): boolean {
  return isStandard(char) || wideFont().hasGlyphForCodePoint(char.codePointAt(0) ?? 0)
}

/** What the standard fonts can write beyond ASCII and Latin-1. */
const beyond = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')

function isStandard(char: string): boolean {
  const code = char.codePointAt(0) ?? 0
  return (
    (code >= 0x20 && code < 0x7f) ||
    (code > 0xa0 && code <= 0xff && code !== 0xad) ||
    beyond.has(char)
  )
}

let opened: Font | undefined

/** Asked what letters it has only once a text wants more than the standard font: reading it takes long. */
function wideFont(): Font {
  if (opened !== undefined) return opened
  const font = openSync(resolve(wide.regular))
  if (!('hasGlyphForCodePoint' in font)) throw new Error('a file of several fonts')
  opened = font
  return opened
}
