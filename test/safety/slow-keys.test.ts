import ssh2 from 'ssh2'
import { describe, expect, test, vi } from 'vitest'
import { bankFeedPorts } from '../../src/ports/banks/feeds/bank-feed-ports.ts'
import { visitFeed } from '../../src/ports/banks/feeds/visit.ts'
import { decryptSecret } from '../../src/ports/keys/secrets.ts'
import type { SftpCredentials } from '../../src/ports/sftp/session.ts'
import { rsaKey } from '../payments/feeds.ts'
import { worldWithTenant } from '../support/world.ts'

const host = 'bank.example.test'
const { at, tenant } = await worldWithTenant({ sftpHosts: new Set([`${host}:22`]) })
const { generateKeyPairSync, parseKey } = ssh2.utils
const passphrase = 'of the key alone'

const number = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const string = (of: string | Buffer) =>
  Buffer.concat([number(of.length), Buffer.from(of as string)])

/** A key that says it is to be stirred so often, as its maker likes to say it. */
function keyOf(options: Buffer, { written = (text: string) => text, end = '\n' } = {}): string {
  const bytes = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    ...['aes256-ctr', 'bcrypt', options].map(string),
    number(1),
    ...['x'.repeat(51), 'y'.repeat(64)].map(string),
  ])
  const name = 'OPENSSH PRIVATE KEY'
  return [
    `-----BEGIN ${name}-----`,
    written(bytes.toString('base64')),
    `-----END ${name}-----`,
  ].join(end)
}

const endless = number(2 ** 32 - 1)
const few = number(16)
const salt = string(Buffer.alloc(16, 0xfb))

const disguised: [string, string][] = [
  ['plainly', keyOf(Buffer.concat([salt, endless]))],
  ['before another number', keyOf(Buffer.concat([salt, endless, few]))],
  [
    'in letters of addresses',
    keyOf(Buffer.concat([salt, endless]), {
      written: (text) => text.replaceAll('+', '-').replaceAll('/', '_'),
    }),
  ],
  ['in lines of Windows', keyOf(Buffer.concat([salt, endless]), { end: '\r\n' })],
  ['between blanks', `\n ${keyOf(Buffer.concat([salt, endless]))} \n`],
  ['without a salt', keyOf(Buffer.concat([string(''), endless]))],
  [
    'between signs that are no letters',
    keyOf(Buffer.concat([salt, endless]), {
      written: (text) => `!${text.slice(0, 9)}*${text.slice(9)}`,
    }),
  ],
]

const server = {
  host,
  port: 22,
  username: 'us',
  hostKey: `SHA256:${'A'.repeat(43)}`,
  folder: '/out',
}
const feed = (credentials: SftpCredentials, name = 'SEB') => ({
  name,
  kind: 'SFTP',
  ...server,
  credentials,
})

describe('a key that takes for ever to open', () => {
  test.each(disguised)('is refused, said %s', async (_, privateKey) => {
    expect(privateKey).toContain('OPENSSH')
    const answer = await tenant.api.post('/bank-feeds', feed({ privateKey, passphrase }))
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ code: 'SLOW_KEY' }]])
  })

  test.each(disguised)(
    'is not opened where it is stored already, said %s',
    async (_, privateKey) => {
      const ports = bankFeedPorts('/tmp', { allowedHosts: new Set([`${host}:22`]) })
      const target = { tenantId: tenant.id, ...server, credentials: { privateKey, passphrase } }
      await expect(
        visitFeed(ports.SFTP, target, [], () => Promise.reject(new Error('nothing arrives'))),
      ).rejects.toThrow(/rounds/)
    },
  )
})

const sealed = { passphrase, cipher: 'aes256-ctr', rounds: 16 } as const

/** Its maker writes now and then one too short, which nobody reads. */
function whole(make: () => { private: string }): string {
  for (;;) {
    const { private: text } = make()
    if (!(parseKey(text, passphrase) instanceof Error)) return text
  }
}

const keys: [string, string, string | undefined][] = [
  ['ed25519', whole(() => generateKeyPairSync('ed25519', sealed)), passphrase],
  ['ecdsa', whole(() => generateKeyPairSync('ecdsa', { bits: 256, ...sealed })), passphrase],
  ['RSA', whole(() => generateKeyPairSync('rsa', { bits: 2048, ...sealed })), passphrase],
  ['RSA, open', rsaKey(), undefined],
]

test.each(keys)(
  'a key is opened apart, once, and stored so: %s',
  async (name, privateKey, sealedBy) => {
    const asked = vi.spyOn(at.runtime.apart, 'do')
    const { status, body } = await tenant.api.post(
      '/bank-feeds',
      feed({ privateKey, ...(sealedBy !== undefined && { passphrase: sealedBy }) }, name),
    )
    expect(status).toBe(201)
    expect(asked.mock.calls.map(([kind, tenantId]) => [kind, tenantId])).toEqual([
      ['privateKey', tenant.id],
    ])
    asked.mockRestore()
    const [row] = await at.owner('select credentials from bank_feed where id = $1', [body.id])
    const place = { tenantId: tenant.id, table: 'bank_feed', column: 'credentials', id: body.id }
    const plain = decryptSecret(at.runtime.keys, String(row!['credentials']), place)
    const stored = JSON.parse(plain.toString('utf8')) as SftpCredentials
    expect(Object.keys(stored)).toEqual(['privateKey'])
    const [kept, given] = [parseKey(stored.privateKey!), parseKey(privateKey, sealedBy)]
    if (kept instanceof Error || given instanceof Error) throw new Error('it cannot be read')
    expect(kept.isPrivateKey()).toBe(true)
    expect(kept.getPublicSSH()).toEqual(given.getPublicSSH())
    const signed = kept.sign('what is signed')
    expect(signed instanceof Error || given.verify('what is signed', signed)).toBe(true)
  },
)
