import { deviceMs } from '../../domain/access/token.ts'
import type { User } from '../../entities/user.ts'
import { deviceText, newDeviceId, openDevice } from '../../ports/keys/devices.ts'
import type { Keys } from '../../ports/keys/keys.ts'

type Account = Pick<User, 'tenantId' | 'email'>

/** The id of a device on which somebody logged in since the account has its present password. */
export function knownDevice(
  keys: Keys,
  user: Account & Pick<User, 'passwordChangedAt'>,
  text: string,
  now: Date,
): string | undefined {
  const device = openDevice(keys, text, user, now)
  if (device === undefined) return undefined
  const loggedInAt = device.expiresAt.getTime() - deviceMs
  return loggedInAt >= (user.passwordChangedAt?.getTime() ?? 0) ? device.id : undefined
}

/** The same device, known for longer, or a new one. */
export function deviceOf(
  keys: Keys,
  { tenantId, email }: Account,
  now: Date,
  id = newDeviceId(),
): string {
  const expiresAt = new Date(now.getTime() + deviceMs)
  return deviceText(keys.links, { id, tenantId, email, expiresAt })
}
