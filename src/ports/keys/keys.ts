import { createHash, hkdfSync } from 'node:crypto'

/** By which one master key seals, and signs what is given away to come back. */
export interface OneKey {
  /** Shows which master key a stored secret belongs to, without showing the key. */
  id: string
  secrets: Buffer
  payloads: Buffer
  links: Buffer
  realtime: Buffer
}

/** By which we know again what the database has, so that it stays when the master key changes. */
export interface LastingKeys {
  tokens: Buffer
  cursors: Buffer
  fingerprints: Buffer
}

/** A login of the database, with the id of the master key that its password came from. */
export interface KeptLogin {
  password: string
  keyId: string
}

/**
 * The keys of the platform, each for one purpose, all derived from master keys: those of the
 * current one, which may be another one a moment later, and those that open what others sealed.
 */
export interface Keys extends OneKey, LastingKeys {
  rolePassword(role: string): string
  /** The master key that the password of a login came from. */
  keyIdOfRole(role: string): string
  /** A key of the ring; undefined where this process does not have it. */
  of(id: string): OneKey | undefined
  /** The current one is the first. */
  ring(): readonly OneKey[]
}

/** All that follows from one master key. */
export interface Derived extends OneKey, LastingKeys {
  rolePassword(role: string): string
}

export function derived(masterKeyHex: string): Derived {
  const master = Buffer.from(masterKeyHex, 'hex')
  const key = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', master, 'receivables', purpose, 32))
  return {
    tokens: key('tokens'),
    cursors: key('cursors'),
    secrets: key('secrets'),
    payloads: key('payloads'),
    links: key('links'),
    realtime: key('realtime'),
    fingerprints: key('fingerprints'),
    rolePassword: (role) => key(`role ${role}`).toString('base64url'),
    id: createHash('sha256').update(key('id')).digest('hex').slice(0, 8),
  }
}

/** What any key of the ring signed: a link may have been mailed before the key changed. */
export function byAnyKey<T>(
  keys: Pick<Keys, 'ring'>,
  open: (key: Buffer) => T | undefined,
): T | undefined {
  for (const { links } of keys.ring()) {
    const opened = open(links)
    if (opened !== undefined) return opened
  }
  return undefined
}
