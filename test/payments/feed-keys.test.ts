import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankFeedPorts } from '../../src/ports/banks/feeds/bank-feed-ports.ts'
import type { SftpCredentials } from '../../src/ports/sftp/session.ts'
import { saidOf, visitFeed } from '../../src/ports/banks/feeds/visit.ts'
import { tenantIn, world, type World } from '../support/world.ts'
import { held, keyIn, password, rsaKey, sftpServer, username, type SftpServer } from './feeds.ts'

// What banks know their customers by is a key: of what kinds, and what of it is refused at once.
const { generateKeyPairSync } = ssh2.utils
const passphrase = 'of the key alone'
const ed25519 = whole(() => generateKeyPairSync('ed25519'))
const cipher = 'aes256-ctr'
const sealed = whole(() => generateKeyPairSync('ed25519', { passphrase, cipher, rounds: 16 }))
const ecdsa = whole(() => generateKeyPairSync('ecdsa', { bits: 256 }))
const rsa = { private: rsaKey() }

/** Its maker writes now and then one too short, which nobody reads. */
function whole(make: () => { private: string; public: string }) {
  for (;;) {
    const pair = make()
    if (!(ssh2.utils.parseKey(pair.private, passphrase) instanceof Error)) return pair
  }
}

/** The same key that says it is to be stirred as often as the number holds. */
function endless(): string {
  const [begin, ...lines] = sealed.private.trim().split('\n')
  const bytes = Buffer.from(lines.slice(0, -1).join(''), 'base64')
  const at = bytes.indexOf(Buffer.from([0, 0, 0, 16, 0, 0, 0, 1]))
  bytes.writeUInt32BE(2 ** 32 - 1, at)
  return [begin, bytes.toString('base64'), lines.at(-1)].join('\n')
}
const unknown = whole(() => generateKeyPairSync('ed25519')).private

let root: string
let server: SftpServer
let at: World

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'receivables-keys-'))
  await mkdir(join(root, 'out'))
  await writeFile(join(root, 'out', 'a.xml'), 'A')
  const written = new Date(Date.now() - 300_000)
  await utimes(join(root, 'out', 'a.xml'), written, written)
  const keys = [ed25519.private, ecdsa.private, rsa.private].map((key) => keyIn(key))
  server = await sftpServer(root, { keys: [...keys, keyIn(sealed.private, passphrase)] })
  at = await world({ sftpHosts: new Set([`127.0.0.1:${server.port}`]) })
})
afterAll(async () => {
  await at.close()
  await server.close()
  await rm(root, { recursive: true })
})

const port = () => bankFeedPorts(root, { allowedHosts: new Set([`127.0.0.1:${server.port}`]) }).SFTP
const target = (credentials: SftpCredentials) => ({
  tenantId: 'TN01',
  folder: '/out',
  host: '127.0.0.1',
  port: server.port,
  username,
  hostKey: server.hostKey,
  credentials,
})
const said = (credentials: SftpCredentials, more: object = {}) =>
  visitFeed(port(), { ...target(credentials), ...more }, [], held, async () => undefined).then(
    ({ found }) => found?.name,
    saidOf,
  )

describe('a server lets in', () => {
  test.each([
    ['ed25519', { privateKey: ed25519.private }],
    ['ecdsa', { privateKey: ecdsa.private }],
    ['RSA, of PKCS#1', { privateKey: rsa.private }],
    ['one that a passphrase opens', { privateKey: sealed.private, passphrase }],
  ])('who has the private key: %s', async (_, credentials) => {
    server.entered.length = 0
    expect(await said(credentials)).toBe('a.xml')
    // The password is nothing that is tried beside it.
    expect(server.entered.filter((one) => one.startsWith('password'))).toEqual([])
    expect(server.entered).toContain(`publickey ${username}`)
  })

  test('nobody with another key, or as another user', async () => {
    const refused = 'All configured authentication methods failed'
    expect(await said({ privateKey: unknown })).toBe(refused)
    expect(await said({ privateKey: ed25519.private }, { username: 'somebody' })).toBe(refused)
  })
})

test('a key that takes for ever to open is not opened where a feed has it already', async () => {
  const { message } = await visitFeed(
    port(),
    target({ privateKey: endless(), passphrase }),
    [],
    held,
    async () => undefined,
  ).then(
    () => new Error('none'),
    (error: Error) => error,
  )
  expect(message).toMatch(/rounds/)
})

test('a server whose key has changed is told nothing, until that is agreed', async () => {
  const agreed = server.hostKey
  const { port: same } = server
  await server.close()
  server = await sftpServer(root, { at: same, keys: [keyIn(ed25519.private)] })
  const other = { hostKey: agreed }
  for (const credentials of [{ password }, { privateKey: ed25519.private }]) {
    expect(await said(credentials, other)).toBe('The server has another key than the one agreed')
  }
  expect(server.entered).toEqual([])
  // Both are good while a bank changes from one to the other.
  const both = { hostKey: `${agreed} ${server.hostKey}` }
  expect(await said({ privateKey: ed25519.private }, both)).toBe('a.xml')
})

describe('a feed', () => {
  const sent = (credentials: SftpCredentials) => {
    const { tenantId: _, ...place } = target(credentials)
    return { ...place, name: 'SEB', kind: 'SFTP' }
  }
  const refusal = ({ status, body }: { status: number; body: { errors?: object[] } }) => [
    status,
    ...(body.errors ?? []).map((one) => {
      const { pointer, code } = one as { pointer: string; code: string }
      return `${pointer} ${code}`
    }),
  ]

  test.each([
    ['no key', { privateKey: 'ssh' }, '/credentials/privateKey UNREADABLE_KEY'],
    ['the public half', { privateKey: ed25519.public }, '/credentials/privateKey PUBLIC_KEY'],
    ['no passphrase', { privateKey: sealed.private }, '/credentials/passphrase REQUIRED'],
    [
      'another passphrase',
      { privateKey: sealed.private, passphrase: 'another' },
      '/credentials/passphrase WRONG_PASSPHRASE',
    ],
    [
      'a passphrase of nothing',
      { privateKey: ed25519.private, passphrase },
      '/credentials/passphrase NEEDLESS',
    ],
    [
      'a key of four thousand million rounds',
      { privateKey: endless(), passphrase },
      '/credentials/privateKey SLOW_KEY',
    ],
    ['a password with it', { privateKey: rsa.private, password }, '/credentials INVALID'],
    ['a passphrase of a password', { password, passphrase }, '/credentials/passphrase NEEDLESS'],
  ] as [string, SftpCredentials, string][])('with %s is refused', async (_, credentials, where) => {
    const { api } = await tenantIn(at)
    expect(refusal(await api.post('/bank-feeds', sent(credentials)))).toEqual([400, where])
    const made = await api.post('/bank-feeds', sent({ password }))
    expect(made.status).toBe(201)
    const changed = await api.put(`/bank-feeds/${made.body.id}`, { credentials })
    expect(refusal(changed)).toEqual([400, where])
  })

  test('keeps a key sealed, of whatever kind', async () => {
    const { api, id } = await tenantIn(at)
    for (const [name, { private: privateKey }] of Object.entries({ ed25519, ecdsa, rsa })) {
      expect((await api.post('/bank-feeds', { ...sent({ privateKey }), name })).status).toBe(201)
    }
    const opened = { privateKey: sealed.private, passphrase }
    expect((await api.post('/bank-feeds', sent(opened))).status).toBe(201)
    const rows = await at.owner(
      `select f::text, (select string_agg(j::text, '') from journal j where tenant_id = $1) as j
       from bank_feed f where tenant_id = $1`,
      [id],
    )
    expect(JSON.stringify([rows, (await api.get('/bank-feeds')).body])).not.toMatch(
      /PRIVATE KEY|of the key alone/,
    )
  })
})
