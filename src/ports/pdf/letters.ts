/** What the standard fonts can write beyond ASCII and Latin-1. */
const beyond = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')

const instead: Readonly<Record<string, string>> = {
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  Ł: 'L',
  ł: 'l',
  Ŋ: 'N',
  ŋ: 'n',
  Ŧ: 'T',
  ŧ: 't',
  ẞ: 'SS',
  '\u2011': '-',
  '\u2010': '-',
  '\u2012': '–',
  '\u2015': '—',
  '\u2032': "'",
  '\u2033': '"',
  '\u2212': '-',
}

/** The text in letters that the standard fonts have; a letter that has no likeness becomes `?`. */
export function writable(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  let result = ''
  for (const char of text.normalize('NFC')) result += likeness(char)
  return result
}

function likeness(char: string): string {
  if (isWritable(char)) return char
  if (/\s/u.test(char)) return ' '
  if (/\p{C}/u.test(char)) return ''
  const known = instead[char]
  if (known !== undefined) return known
  const bare = [...char.normalize('NFKD')].filter((part) => !/\p{M}/u.test(part))
  const shown = bare.map((part) => instead[part] ?? part)
  return shown.length > 0 && shown.every((part) => [...part].every(isWritable))
    ? shown.join('')
    : '?'
}

function isWritable(char: string): boolean {
  const code = char.codePointAt(0) ?? 0
  return (
    (code >= 0x20 && code < 0x7f) ||
    (code > 0xa0 && code <= 0xff && code !== 0xad) ||
    beyond.has(char)
  )
}
