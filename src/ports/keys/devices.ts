import { randomBytes } from 'node:crypto'
import { byAnyKey, type Keys } from './keys.ts'
import { isSame, signed } from './signed.ts'

/** Where somebody once logged in rightly; it opens nothing, but is counted for itself. */
export interface Device {
  id: string
  tenantId: string
  email: string
  expiresAt: Date
}

const shape = /^([\w-]{16})\.(\d{13})\.([\w-]{43})$/

export const newDeviceId = (): string => randomBytes(12).toString('base64url')

export function deviceText(key: Buffer, device: Device): string {
  return [device.id, device.expiresAt.getTime(), sign(key, device)].join('.')
}

/** A device on which this account logged in. */
export function openDevice(
  keys: Keys,
  text: string,
  account: { tenantId: string; email: string },
  now: Date,
): Device | undefined {
  const [, id = '', expires = '0', signature = ''] = shape.exec(text) ?? []
  const { tenantId, email } = account
  const device = { id, tenantId, email, expiresAt: new Date(Number(expires)) }
  if (device.expiresAt <= now) return undefined
  return byAnyKey(keys, (key) => (isSame(signature, sign(key, device)) ? device : undefined))
}

const sign = (key: Buffer, { id, tenantId, email, expiresAt }: Device) =>
  signed(key, ['login-device', id, tenantId, email, expiresAt.getTime()])
