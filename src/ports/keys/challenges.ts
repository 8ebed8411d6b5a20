import { byAnyKey, type Keys } from './keys.ts'
import { isSame, signed } from './signed.ts'

/** Proof of a right password until the second factor is sent: signed, and not stored. */
export interface Challenge {
  tenantId: string
  userId: string
  expiresAt: Date
  /** Where the password was sent from, if that is known. */
  deviceId: string | undefined
}

const shape =
  /^(TN[0-9A-Z]{26})\.(U[0-9A-Z]{26})\.(\d{13})\.([\w-]{16})?\.([\w-]{43})\.([\w-]{43})$/

/** What was signed by us; it holds only as long as the stamp is the same. */
export interface Claims extends Challenge {
  stampPrint: string
}

/** `stamp` must not change until the second factor: it follows from the password. */
export function challengeText(key: Buffer, challenge: Challenge, stamp: string): string {
  const claims = { ...challenge, stampPrint: stampPrint(key, challenge, stamp) }
  return [...partsOf(claims), sign(key, partsOf(claims))].join('.')
}

/** What a challenge of ours says, known without looking anything up. */
export function openChallenge(keys: Keys, text: string, now: Date): Claims | undefined {
  const [, tenantId = '', userId = '', expires = '0', deviceId, print = '', signature = ''] =
    shape.exec(text) ?? []
  const expiresAt = new Date(Number(expires))
  const claims = { tenantId, userId, expiresAt, deviceId, stampPrint: print }
  if (expiresAt <= now) return undefined
  return byAnyKey(keys, (key) =>
    isSame(signature, sign(key, partsOf(claims))) ? claims : undefined,
  )
}

/** Whether the stamp is still the one that it was given for. */
export const challengeHolds = (keys: Keys, claims: Claims, stamp: string): boolean =>
  byAnyKey(keys, (key) =>
    isSame(claims.stampPrint, stampPrint(key, claims, stamp)) ? true : undefined,
  ) === true

const partsOf = ({ tenantId, userId, expiresAt, deviceId = '', stampPrint: print }: Claims) => [
  tenantId,
  userId,
  String(expiresAt.getTime()),
  deviceId,
  print,
]

const stampPrint = (key: Buffer, { tenantId, userId }: Challenge, stamp: string) =>
  sign(key, ['stamp', tenantId, userId, stamp])

const sign = (key: Buffer, parts: readonly string[]) => signed(key, ['login-challenge', ...parts])
