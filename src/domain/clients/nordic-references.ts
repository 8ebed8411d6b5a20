import { ocr } from './references.ts'

export type KidModulus = 'MOD10' | 'MOD11'

/** The Norwegian KID of a number. */
export const kid = (body: string, modulus: KidModulus): string =>
  modulus === 'MOD10' ? ocr(body, 'HARD') : `${body}${checkOfModulus11(body)}`

function checkOfModulus11(body: string): string {
  const check = 11 - (weighed(body, [2, 3, 4, 5, 6, 7]) % 11)
  if (check === 10) return '-'
  return check === 11 ? '0' : String(check)
}

/** The Finnish reference of a number, by its weights 7, 3, 1. */
export const finnish = (body: string): string =>
  `${body}${(10 - (weighed(body, [7, 3, 1]) % 10)) % 10}`

const fikWidth = 15

/** What a payer enters on a Danish payment form of kind 71. */
export function fik(body: string): string {
  const whole = ocr(body.padStart(fikWidth - 1, '0'), 'HARD')
  if (whole.length !== fikWidth) throw new RangeError('the FIK reference is too long')
  return whole
}

/** The line of the whole form, with the number of its creditor. */
export const fikLine = (reference: string, creditor: string): string =>
  `+71<${reference}+${creditor}<`

/** The reference in such a line, else the text as it is. */
export const withoutFikLine = (text: string): string =>
  /^\+71<(\d{15})\+\d{8}<?$/.exec(text)?.[1] ?? text

/** Its digits by weights that begin at the right, and begin again. */
function weighed(digits: string, weights: readonly number[]): number {
  return [...digits]
    .toReversed()
    .reduce((sum, digit, at) => sum + Number(digit) * weights[at % weights.length]!, 0)
}
