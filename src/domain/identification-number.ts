/**
 * An organisation or personal number without what people write around it, so that the same one is
 * found again: `SE556677-8899 01`, `16 556677-8899` and `556677-8899` are one number.
 */
export function normalisedNumber(written: string, country: string): string {
  const bare = written.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  const number = bare.replace(new RegExp(`^${country}(?=\\d)`), '')
  if (country === 'SE') return swedish(number, bare !== number)
  if (country === 'NO') return number.replace(/^NO(?=\d)/, '').replace(/(?<=\d)MVA$/, '')
  return number
}

/** As whom a number may be kept whose country nobody says: as it is written, and normalised. */
export function spellingsOf(written: string): string[] {
  const [named] = /^[A-Z]{2}(?=[^A-Z])/.exec(written.trim().toUpperCase()) ?? []
  const countries = ['', 'SE', 'NO', ...(named === undefined ? [] : [named])]
  return [...new Set([written, ...countries.map((code) => normalisedNumber(written, code))])]
}

/** Ten digits: the century, or the 16 before an organisation's number, says nothing that they do not. */
function swedish(number: string, isVatNumber: boolean): string {
  if (isVatNumber && /^\d{12}$/.test(number) && number.endsWith('01')) return number.slice(0, 10)
  return /^(?:16|18|19|20)\d{10}$/.test(number) ? number.slice(2) : number
}
