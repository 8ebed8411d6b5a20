import { createHash } from 'node:crypto'
import { z } from 'zod'
import { areas } from '../../src/operations.ts'
import { operationsOf } from '../../src/kernel/http/app.ts'
import { secretFieldsOf } from '../../src/kernel/http/secret-fields.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTables, columnNamed } from '../../src/entities/table.ts'
import { linkToken } from '../../src/ports/keys/link-tokens.ts'
import { Secret } from 'otpauth'
import { deriveKeys } from '../../src/ports/keys/key-ring.ts'
import { hashPassword, verifyPassword } from '../../src/ports/keys/passwords.ts'
import { decryptSecret, encryptSecret } from '../../src/ports/keys/secrets.ts'
import { codeAt, seedShown, timeStepOfCode } from '../../src/ports/keys/totp.ts'
import { tenantIn, world, type Answered, type TestTenant, type World } from '../support/world.ts'
import { password, personIn, visitor } from './people.ts'

let at: World
let tenant: TestTenant

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

const everyTable = async () =>
  (
    await at.owner(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
  ).map(({ name }) => String(name))

test('what is shown once is stored nowhere as it was shown, and never shown again', async () => {
  const { api } = tenant
  const person = await personIn(at, tenant, { superUser: true })
  const key = { 'idempotency-key': 'seen-once' }
  const account = await api.post('/service-accounts', { name: 'Machine' }, key)
  const path = `/service-accounts/${account.body.id}`
  const rotated = await api.put(`${path}/rotate-secret`, undefined, { 'idempotency-key': 'k2' })
  const accountToken = await api.put(`${path}/generate-token`)
  const minted = await api.post('/token/generate', {}, { 'idempotency-key': 'k3' })
  const totp = await person.api.post('/users/me/totp', undefined, { 'idempotency-key': 'k4' })
  const code = codeAt(Buffer.from(Secret.fromBase32(totp.body.seed).bytes), at.clock.now)
  const codes = await person.api.post('/users/me/totp/confirm', { code })
  const login = { tenantId: tenant.id, email: person.email, password }
  const challenged = await visitor(at).post('/login', login)
  const [invitation] = await at.owner('select id from user_invitation limit 1')
  const link = linkToken(at.keys.links, 'invitation', tenant.id, String(invitation?.['id']))
  const shown = [
    password,
    person.api.token,
    account.body.secret,
    rotated.body.secret,
    accountToken.body.token,
    minted.body.token,
    totp.body.seed,
    challenged.body.challenge,
    link.split('.').at(-1) as string,
    ...(codes.body.recoveryCodes as string[]),
  ]
  expect(shown.every((secret) => typeof secret === 'string' && secret.length > 10)).toBe(true)

  const texts: string[] = []
  for (const table of await everyTable()) {
    texts.push(JSON.stringify(await at.owner(`select * from ${table}`)))
  }
  for (const read of [
    `/users/${person.id}`,
    '/users',
    path,
    '/service-accounts',
    `/token/${minted.body.id}`,
    '/token?limit=500',
    `/changelog/user/${person.id}?limit=500`,
  ]) {
    texts.push(JSON.stringify((await api.get(read)).body))
  }
  texts.push(JSON.stringify((await person.api.get('/users/me')).body))
  for (const secret of shown) {
    expect(texts.filter((text) => text.includes(secret))).toEqual([])
  }
})

test('hashes and ciphertexts stay out of changelog and answers', async () => {
  const person = await personIn(at, tenant)
  await person.api.post('/users/me/totp')
  const [row] = await at.owner('select password_hash, totp_seed from user_account where id = $1', [
    person.id,
  ])
  const stored = [String(row?.['password_hash']), String(row?.['totp_seed'])]
  expect(stored[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(stored[1]).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]{27}\.[\w-]{22}$/)
  const told = JSON.stringify([
    await at.owner('select changes from changelog'),
    await at.owner('select data from event'),
    await at.owner('select input, attributes from outbox'),
    (await tenant.api.get(`/users/${person.id}`)).body,
    (await person.api.get('/users/me')).body,
  ])
  expect(stored.filter((secret) => told.includes(secret))).toEqual([])
  expect(told).not.toMatch(/\$argon2id|[0-9a-f]{64}/)
})

test('whatever is sealed or hashed stands in a field that its table calls secret', async () => {
  const { status } = await tenant.api.post('/webhook', {
    title: 'Sealed',
    url: 'https://93.184.216.34/hook',
    type: 'ROLE',
    trigger: 'PUSH',
    method: 'POST',
    key: 'a key of letters',
    customHeaders: { 'X-Env': 'test' },
  })
  expect(status).toBe(201)
  const secrets = new Set(
    allTables().flatMap(({ table, secrets: fields = [] }) =>
      fields.map((field) => `${table}.${columnNamed(field)}`),
    ),
  )
  const holding = await Promise.all(
    allTables().map(async ({ table }) => {
      const columns = await at.owner(
        `select distinct e.key as column from "${table}" t, jsonb_each_text(to_jsonb(t)) e
         where e.value ~ $1 order by 1`,
        [
          `v1\\.${at.keys.id}\\.|\\$argon2|(?:^|[^0-9a-f])[0-9a-f]{64}(?:$|[^0-9a-f])|^[0-9a-f]{64}$`,
        ],
      )
      return columns.map(({ column }) => `${table}.${String(column)}`)
    }),
  )
  expect(holding.flat().filter((column) => !secrets.has(column))).toEqual([])
  expect(holding.flat()).toEqual(
    expect.arrayContaining(['token.hash', 'webhook.key', 'webhook.secret_headers']),
  )
})

test('what was asked for under a key cannot be tried out, and leaves out what opens something', async () => {
  const { id } = await personIn(at, tenant)
  const plain = (said: unknown) => createHash('sha256').update(JSON.stringify(said)).digest('hex')
  const put = (path: string, body: object, key: string) =>
    tenant.api.put(path, body, { 'idempotency-key': key })
  const isReplayed = ({ headers }: Answered) => headers.get('idempotency-replayed') === 'true'

  const change = (newPassword: string) =>
    put(`/users/${id}/change-password`, { newPassword }, 'print')
  const newPassword = 'a hill, a road, no rain'
  expect(isReplayed(await change(newPassword))).toBe(false)
  expect(isReplayed(await change(`${newPassword}!`))).toBe(true)
  const [row] = await at.owner(`select fingerprint from idempotency where key = 'print'`)
  const guesses = [{ newPassword }, {}].map((body) => plain([{ id }, {}, body]))
  expect(row?.['fingerprint']).toMatch(/^[0-9a-f]{64}$/)
  expect(guesses).not.toContain(row?.['fingerprint'])

  // Those of before were not keyed, and are known again for the week that they are kept.
  const rename = (body: object) => put(`/users/${id}`, body, 'of-before')
  expect((await rename({ name: 'Kim' })).status).toBe(200)
  await at.owner(`update idempotency set fingerprint = $1 where key = 'of-before'`, [
    plain([{ id }, {}, { name: 'Kim' }]),
  ])
  expect(isReplayed(await rename({ name: 'Kim' }))).toBe(true)
  expect((await rename({ name: 'Tim' })).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
})

test('a body says of each field that opens something that it does', () => {
  const suspect = /password|secret|token|challenge|^key$|headers/i
  const bodies = operationsOf(areas).flatMap(({ name, operation: { declared } }) =>
    declared.body === undefined ? [] : [{ name, body: declared.body }],
  )
  const unsaid = bodies.flatMap(({ name, body }) => {
    const shown = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
    return Object.keys(shown.properties ?? {})
      .filter((field) => suspect.test(field) && !secretFieldsOf(body).includes(field))
      .map((field) => `${name} ${field}`)
  })
  expect(unsaid).toEqual([])
  const said = bodies.flatMap(({ body }) => secretFieldsOf(body))
  expect(new Set(said)).toEqual(
    new Set([
      'challenge',
      'code',
      'currentPassword',
      'customHeaders',
      'key',
      'newPassword',
      'password',
      'secret',
      'token',
    ]),
  )
})

test('a stored secret opens in its own place only', () => {
  const keys = deriveKeys('00'.repeat(32))
  const place = { tenantId: 'TN1', table: 'user_account', column: 'totp_seed', id: 'U1' }
  const secret = Buffer.from('a seed of twenty byt')
  const text = encryptSecret(keys, secret, place)
  expect(decryptSecret(keys, text, place)).toEqual(secret)
  expect(encryptSecret(keys, secret, place)).not.toBe(text)
  for (const other of [{ tenantId: 'TN2' }, { table: 'x' }, { column: 'x' }, { id: 'U2' }]) {
    expect(() => decryptSecret(keys, text, { ...place, ...other })).toThrow()
  }
  expect(() => decryptSecret(deriveKeys('11'.repeat(32)), text, place)).toThrow(/another key/)
  const [version, id, iv, encrypted, tag = ''] = text.split('.')
  const short = Buffer.from(tag, 'base64url').subarray(0, 4).toString('base64url')
  const cut = [version, id, iv, encrypted, short].join('.')
  expect(() => decryptSecret(keys, cut, place)).toThrow()
})

test('codes are those of RFC 6238, of the present time step and the one before', () => {
  const seed = Buffer.from('12345678901234567890')
  for (const [seconds, code] of [
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [20000000000, '353130'],
  ] as const) {
    const now = new Date(seconds * 1000)
    expect(codeAt(seed, now)).toBe(code)
    const timeStep = Math.floor(seconds / 30)
    expect(timeStepOfCode(seed, code, now)).toBe(timeStep)
    expect(timeStepOfCode(seed, code, new Date(now.getTime() + 30_000))).toBe(timeStep)
    expect(timeStepOfCode(seed, code, new Date(now.getTime() + 60_000))).toBeUndefined()
    expect(timeStepOfCode(seed, code, new Date(now.getTime() - 30_000))).toBeUndefined()
  }
  const shown = seedShown(seed, 'A tenant: & co', 'kim@example.com')
  expect(Buffer.from(Secret.fromBase32(shown.seed).bytes)).toEqual(seed)
  expect(new URL(shown.otpauthUrl).searchParams.get('issuer')).toBe('A tenant: & co')
})

test('a password fits its hash, in any way of writing its letters, and nobody’s fits none', async () => {
  const hash = await hashPassword('Åäö on the lake', 'test')
  expect(await verifyPassword(hash, 'Åäö on the lake'.normalize('NFD'), 'test')).toBe(true)
  expect(await verifyPassword(hash, 'åäö on the lake', 'test')).toBe(false)
  expect(await verifyPassword(null, 'Åäö on the lake', 'test')).toBe(false)
})
