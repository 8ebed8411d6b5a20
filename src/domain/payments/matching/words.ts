const wordsMost = 30
const wordShape = /^[0-9A-Z][0-9A-Z./_-]{1,59}$/

/**
 * What could be the number of an invoice in texts that a payer wrote: each word with a digit, and
 * what of it begins with its first digit.
 */
export function wordsOf(...texts: readonly (string | null)[]): string[] {
  const words = texts.flatMap((text) => (text ?? '').split(/[\s,;:#()]+/))
  const asked = words.flatMap((one) => {
    const word = one.replaceAll(/^[^0-9A-Za-z]+|[^0-9A-Za-z]+$/g, '')
    const upper = word.toUpperCase()
    return /\d/.test(word) && wordShape.test(upper) ? [word, upper, upper.replace(/^\D+/, '')] : []
  })
  return [...new Set(asked)].filter((one) => one.length > 1).slice(0, wordsMost)
}
