import { createHash, hkdfSync } from 'node:crypto'

/** The keys of the platform, each for one purpose, all derived from the master key. */
export interface Keys {
  tokens: Buffer
  cursors: Buffer
  secrets: Buffer
  payloads: Buffer
  links: Buffer
  realtime: Buffer
  fingerprints: Buffer
  rolePassword(role: string): string
  /** Shows which master key a stored secret belongs to, without showing the key. */
  id: string
}

export function deriveKeys(masterKeyHex: string): Keys {
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
