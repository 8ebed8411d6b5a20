/** How strictly a bank checks OCR references: the four levels of Bankgirot. */
export type OcrLevel = 'SOFT' | 'HARD' | 'VARIABLE' | 'FIXED'

const ocrMax = 25

/**
 * The OCR reference of a number. VARIABLE puts a digit for the length before the check digit; FIXED
 * fills up with zeros to the agreed length.
 */
export function ocr(body: string, level: OcrLevel, length?: number | null): string {
  if (!/^\d+$/.test(body)) throw new RangeError('the body of an OCR reference is digits')
  const whole = withCheckDigit(bodyOf(body, level, length))
  const wrong = level === 'FIXED' && length != null && whole.length !== length
  if (whole.length > ocrMax || wrong) throw new RangeError('the OCR reference is too long')
  return whole
}

function bodyOf(body: string, level: OcrLevel, length?: number | null): string {
  if (level === 'VARIABLE') return `${body}${(body.length + 2) % 10}`
  return level === 'FIXED' && length != null ? body.padStart(length - 1, '0') : body
}

function withCheckDigit(digits: string): string {
  return `${digits}${(10 - (luhnSum(`${digits}0`) % 10)) % 10}`
}

/** Whether a bank accepts the reference at this level. */
export function isOcr(reference: string, level: OcrLevel, length?: number | null): boolean {
  if (!/^\d{2,25}$/.test(reference)) return false
  if (level === 'SOFT') return true
  if (!isLuhn(reference)) return false
  if (level === 'FIXED') return length == null || reference.length === length
  return level !== 'VARIABLE' || Number(reference.at(-2)) === reference.length % 10
}

/** Modulus 10 with the weights 1, 2 from the right. */
export function isLuhn(digits: string): boolean {
  return /^\d+$/.test(digits) && luhnSum(digits) % 10 === 0
}

function luhnSum(digits: string): number {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    const weighted = at % 2 === 1 ? digit * 2 : digit
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum
}

const rfMax = 25

/** The RF creditor reference of a text (ISO 11649). */
export function rf(body: string): string {
  const plain = body.toUpperCase()
  if (!/^[0-9A-Z]+$/.test(plain)) throw new RangeError('an RF reference is letters and digits')
  if (plain.length + 4 > rfMax) throw new RangeError('the RF reference is too long')
  const check = 98 - mod97(`${plain}RF00`)
  return `RF${String(check).padStart(2, '0')}${plain}`
}

export function isRf(reference: string): boolean {
  const plain = reference.replaceAll(' ', '').toUpperCase()
  if (!/^RF\d{2}[0-9A-Z]{1,21}$/.test(plain)) return false
  return mod97(`${plain.slice(4)}${plain.slice(0, 4)}`) === 1
}

/** The printed form, in groups of four. */
export function grouped(text: string): string {
  return text.replaceAll(/\s/g, '').replaceAll(/(.{4})(?=.)/g, '$1 ')
}

/**
 * Letters count from ten; calculated digit by digit, because the number is too long for a number
 * type.
 */
function mod97(text: string): number {
  let rest = 0
  for (const char of text) {
    const value = Number.parseInt(char, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}
