import { createPrivateKey } from 'node:crypto'
import ssh2, { type ParsedKey } from 'ssh2'
import type { Work } from '../apart/kinds.ts'
import { isSlow, slowMessage, type KeyFault, type OpenedKey } from './private-key.ts'

const { parseKey } = ssh2.utils

export const openKeyApart: Work = async ({ value, parts: [bytes = new Uint8Array()] }) => {
  const { passphrase } = value as { passphrase?: string }
  return { value: opened(Buffer.from(bytes).toString('utf8'), passphrase), parts: [] }
}

function opened(privateKey: string, passphrase: string | undefined): OpenedKey {
  if (isSlow(privateKey)) return faultIn('privateKey', 'SLOW_KEY', slowMessage)
  const sealed = parseKey(privateKey)
  if (!(sealed instanceof Error)) {
    if (passphrase !== undefined) {
      return faultIn('passphrase', 'NEEDLESS', 'The key is open without a passphrase')
    }
    return sealed.isPrivateKey() ? { privateKey } : publicHalf
  }
  if (!sealed.message.includes('no passphrase')) return unreadable
  if (passphrase === undefined) {
    return faultIn('passphrase', 'REQUIRED', 'The key is opened by a passphrase')
  }
  const key = parseKey(privateKey, passphrase)
  if (key instanceof Error) {
    return faultIn('passphrase', 'WRONG_PASSPHRASE', 'It does not open the key')
  }
  return { privateKey: key.type === 'ssh-ed25519' ? ofEd25519(key) : key.getPrivatePEM() }
}

const faultIn = (field: KeyFault['field'], code: string, message: string): OpenedKey => ({
  fault: { field, code, message },
})
const publicHalf = faultIn(
  'privateKey',
  'PUBLIC_KEY',
  'It is the public half, which is given to the bank',
)
const unreadable = faultIn(
  'privateKey',
  'UNREADABLE_KEY',
  'A private key of OpenSSH, or PEM of RSA or EC, is what ssh-keygen writes',
)

const number = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const string = (of: string | Buffer) => {
  const bytes = Buffer.from(of as string)
  return Buffer.concat([number(bytes.length), bytes])
}

/** As `ssh-keygen` writes it without a passphrase: the library reads no other form that it has. */
function ofEd25519(key: ParsedKey): string {
  const { d, x } = createPrivateKey(key.getPrivatePEM()).export({ format: 'jwk' })
  const [secret, open] = [Buffer.from(d!, 'base64url'), Buffer.from(x!, 'base64url')]
  const pair = Buffer.concat([string(key.type), string(open)])
  const same = number(0)
  const whole = Buffer.concat([same, same, pair, string(Buffer.concat([secret, open])), string('')])
  const padding = Buffer.from([1, 2, 3, 4, 5, 6, 7].slice(0, (8 - (whole.length % 8)) % 8))
  const bytes = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    ...['none', 'none', ''].map(string),
    number(1),
    string(pair),
    string(Buffer.concat([whole, padding])),
  ])
  const lines = bytes.toString('base64').match(/.{1,70}/g) ?? []
  const name = 'OPENSSH PRIVATE KEY'
  return [`-----BEGIN ${name}-----`, ...lines, `-----END ${name}-----`, ''].join('\n')
}
