import type { Apart } from '../apart/apart.ts'
import type { SftpCredentials } from './session.ts'

export interface KeyFault {
  field: 'privateKey' | 'passphrase'
  code: string
  message: string
}

/** A key that needs no passphrase any more, or why nobody can be let in by it. */
export type OpenedKey = { privateKey: string } | { fault: KeyFault }

/** Opening a key takes as long as whoever made it has said, so that it is done apart. */
export async function openKey(
  apart: Apart,
  tenantId: string,
  { privateKey = '', passphrase }: SftpCredentials,
): Promise<OpenedKey> {
  const parts = [Buffer.from(privateKey, 'utf8')]
  const { value } = await apart.do('privateKey', tenantId, { value: { passphrase }, parts })
  return value as OpenedKey
}

/** More would keep everybody waiting while it is opened; `ssh-keygen` makes keys of 16 or 24. */
export const roundsMost = 32

/** Of keys that were stored with their passphrase, which are opened as they are used. */
export function refuseSlowKey({ privateKey }: SftpCredentials): void {
  if (privateKey !== undefined && isSlow(privateKey)) throw new Error(slowMessage)
}

export const slowMessage = `It takes more than ${roundsMost} rounds to open the key: ssh-keygen -p -a 16`

export const isSlow = (privateKey: string): boolean => roundsOf(privateKey) > roundsMost

const magic = Buffer.from('openssh-key-v1\0')
const armour =
  /^-----BEGIN OPENSSH PRIVATE KEY-----\r?\n([\s\S]+)\r?\n-----END OPENSSH PRIVATE KEY-----$/

/**
 * How often a passphrase is stirred, which whoever made the key has said; 0 of other keys. Read as
 * by who opens it, to the letter: else it could say one thing here and another there.
 */
function roundsOf(text: string): number {
  const [, body] = armour.exec(text.trim()) ?? []
  const bytes = Buffer.from(body ?? '', 'base64')
  if (!bytes.subarray(0, magic.length).equals(magic)) return 0
  const [, , options = nothing] = stringsOf(bytes.subarray(magic.length), 3)
  const [salt] = stringsOf(options, 1)
  const at = 4 + (salt?.length ?? Infinity)
  return at + 4 <= options.length ? options.readUInt32BE(at) : 0
}

const nothing = Buffer.alloc(0)

/** Each behind its length. */
function stringsOf(bytes: Buffer, count: number): Buffer[] {
  const found: Buffer[] = []
  for (let at = 0; found.length < count; at += 4 + found.at(-1)!.length) {
    if (at + 4 > bytes.length) return []
    const end = at + 4 + bytes.readUInt32BE(at)
    if (end > bytes.length) return []
    found.push(bytes.subarray(at + 4, end))
  }
  return found
}
