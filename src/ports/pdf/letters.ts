import anyAscii from 'any-ascii'
import { isWritable } from './fonts.ts'

const instead: Readonly<Record<string, string>> = {
  '\u2011': '-',
  '\u2010': '-',
  '\u2012': '–',
  '\u2015': '—',
  '\u2212': '-',
}

/** The text in letters that our fonts have; another script stands as it sounds, and what has no sound as `?`. */
export function writable(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  let result = ''
  for (const char of text.normalize('NFC')) result += likeness(char)
  return result
}

function likeness(char: string): string {
  const known = instead[char]
  if (known !== undefined) return known
  if (/\s/u.test(char)) return ' '
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(char)) return ''
  if (isWritable(char)) return char
  const bare = [...char.normalize('NFKD')].filter((part) => !/\p{M}/u.test(part))
  return bare.length > 0 && bare.every(isWritable) ? bare.join('') : anyAscii(char) || '?'
}
