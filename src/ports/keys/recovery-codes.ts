import { randomInt } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codes = 10
const length = 12

/** Codes to write down; each works once if the device is lost. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codes }, () => {
    const letters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
    return letters.replaceAll(/(.{4})(?=.)/g, '$1-')
  })
}

/** The form of a code that is compared, without what people type differently. */
export function plainCode(code: string): string {
  return code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
}
