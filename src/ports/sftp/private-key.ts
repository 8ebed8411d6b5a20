import type { SftpCredentials } from './session.ts'

export interface KeyFault {
  field: 'privateKey' | 'passphrase'
  code: string
  message: string
}

/** More would keep everybody waiting while it is opened; `ssh-keygen` makes keys of 16 or 24. */
const roundsMost = 32

/** Why nobody can be let in by the key, as far as is known without the server. */
export async function faultOfKey(credentials: SftpCredentials): Promise<KeyFault | undefined> {
  const { privateKey, passphrase } = credentials
  if (privateKey === undefined) {
    return passphrase === undefined ? undefined : needless('A password has no passphrase')
  }
  if (roundsOf(privateKey) > roundsMost) return slow
  const { parseKey } = (await import('ssh2')).default.utils
  const sealed = parseKey(privateKey)
  const isOpen = !(sealed instanceof Error)
  if (isOpen && passphrase !== undefined) return needless('The key is open without a passphrase')
  if (isOpen) return sealed.isPrivateKey() ? undefined : publicHalf
  if (!sealed.message.includes('no passphrase')) return unreadable
  if (passphrase === undefined) {
    return { field: 'passphrase', code: 'REQUIRED', message: 'The key is opened by a passphrase' }
  }
  return parseKey(privateKey, passphrase) instanceof Error ? wrong : undefined
}

export function refuseSlowKey({ privateKey }: SftpCredentials): void {
  if (privateKey !== undefined && roundsOf(privateKey) > roundsMost) throw new Error(slow.message)
}

const needless = (message: string): KeyFault => ({ field: 'passphrase', code: 'NEEDLESS', message })
const slow: KeyFault = {
  field: 'privateKey',
  code: 'SLOW_KEY',
  message: `It takes more than ${roundsMost} rounds to open the key: ssh-keygen -p -a 16`,
}
const publicHalf: KeyFault = {
  field: 'privateKey',
  code: 'PUBLIC_KEY',
  message: 'It is the public half, which is given to the bank',
}
const unreadable: KeyFault = {
  field: 'privateKey',
  code: 'UNREADABLE_KEY',
  message: 'A private key of OpenSSH, or PEM of RSA or EC, is what ssh-keygen writes',
}
const wrong: KeyFault = {
  field: 'passphrase',
  code: 'WRONG_PASSPHRASE',
  message: 'It does not open the key',
}

const magic = 'openssh-key-v1\0'

/** How often a passphrase is stirred, which whoever made the key has said; 0 of other keys. */
function roundsOf(text: string): number {
  const [, body] = /^-----BEGIN OPENSSH PRIVATE KEY-----\s([^-]+)/.exec(text.trim()) ?? []
  const bytes = Buffer.from(body ?? '', 'base64')
  if (!bytes.toString('latin1').startsWith(magic)) return 0
  let at = magic.length
  const next = () => {
    const length = at + 4 <= bytes.length ? bytes.readUInt32BE(at) : 0
    const part = bytes.subarray(at + 4, at + 4 + length)
    at += 4 + length
    return part
  }
  next()
  next()
  const options = next()
  return options.length < 4 ? 0 : options.readUInt32BE(options.length - 4)
}
