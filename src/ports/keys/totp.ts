import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { isSame } from './signed.ts'

const periodSeconds = 30
const timeStepMs = periodSeconds * 1000

export function newSeed(): Buffer {
  return randomBytes(20)
}

const totpOf = (seed: Buffer, issuer = '', label = '') =>
  new TOTP({
    secret: new Secret({ buffer: new Uint8Array(seed).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    issuer,
    label,
  })

/** The seed to type into a device, and as a picture that the device reads. */
export function seedShown(seed: Buffer, issuer: string, label: string) {
  const totp = totpOf(seed, issuer, label)
  return { seed: totp.secret.base32, otpauthUrl: totp.toString() }
}

export function codeAt(seed: Buffer, at: Date): string {
  return totpOf(seed).generate({ timestamp: at.getTime() })
}

/** The time step of a code: the present one or, for slow typing, the one before. */
export function timeStepOfCode(seed: Buffer, code: string, now: Date): number | undefined {
  const present = Math.floor(now.getTime() / timeStepMs)
  return [present, present - 1].find((timeStep) =>
    isSame(code, codeAt(seed, new Date(timeStep * timeStepMs))),
  )
}
