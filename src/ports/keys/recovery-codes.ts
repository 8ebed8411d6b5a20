import { Secret } from 'otpauth'

const codes = 10
const length = 12

/** Codes to write down; each works once if the device is lost. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codes }, () => {
    // Five bits a letter: so many bytes are enough for all of them.
    const { base32 } = new Secret({ size: length })
    return base32.slice(0, length).replaceAll(/(.{4})(?=.)/g, '$1-')
  })
}

/** The form of a code that is compared, without what people type differently. */
export function plainCode(code: string): string {
  return code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
}
