import { defaultPayloadConverter } from '@temporalio/common'
import { expect, test } from 'vitest'
import { exampleId } from '../../src/entities/ids.ts'
import { deriveKeys, KeyRing } from '../../src/ports/keys/key-ring.ts'
import { linkToken, openLinkToken } from '../../src/ports/keys/link-tokens.ts'
import { openRealtimeToken, realtimeToken } from '../../src/ports/keys/realtime-tokens.ts'
import { decryptSecret, encryptSecret, sealedBy } from '../../src/ports/keys/secrets.ts'
import { hashToken } from '../../src/ports/keys/tokens.ts'
import { EncryptionCodec } from '../../src/ports/temporal/codec.ts'

const [first, second, third] = ['1', '2', '3'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
]
const [a, b, c] = [first, second, third].map((key) => deriveKeys(key)) as [
  KeyRing,
  KeyRing,
  KeyRing,
]
const place = { tenantId: 'TN', table: 'webhook', column: 'key', id: 'WH' }
const tenantId = exampleId('Tenant')

/** The ring after the first key gave way to the second. */
function turned(): KeyRing {
  const ring = new KeyRing(first, [second])
  ring.turnTo(b.id, ring.keptUnder(b.id, ['x_run']))
  return ring
}

test('the current key seals and signs, and whatever a key of the ring sealed is opened', async () => {
  const ring = turned()
  const sealed = encryptSecret(a, Buffer.from('of before'), place)
  expect(decryptSecret(ring, sealed, place).toString()).toBe('of before')
  expect(sealedBy(encryptSecret(ring, Buffer.from('new'), place))).toBe(b.id)
  const link = linkToken(a.links, 'invitation', tenantId, exampleId('Invitation'))
  expect(openLinkToken(ring, 'invitation', link)).toMatchObject({ tenantId })
  expect(linkToken(ring.links, 'invitation', tenantId, 'x')).toBe(
    linkToken(b.links, 'invitation', tenantId, 'x'),
  )
  const now = new Date()
  const claims = {
    id: exampleId('RealtimeToken'),
    tenantId,
    tokenId: 'TK',
    expiresAt: new Date(Math.floor(now.getTime() / 1000) * 1000 + 60_000),
  }
  expect(await openRealtimeToken(ring, await realtimeToken(a, claims, now), now)).toEqual(claims)
  const [payload] = await new EncryptionCodec(a).encode([defaultPayloadConverter.toPayload(1)])
  const [opened] = await new EncryptionCodec(ring).decode([payload!])
  expect(defaultPayloadConverter.fromPayload(opened!)).toBe(1)
})

test('what lasts stays as it was, with the passwords of logins, key after key', () => {
  const once = turned()
  const twice = new KeyRing(second, [third])
  twice.turnTo(b.id, once.keptUnder(b.id, []))
  twice.turnTo(c.id, twice.keptUnder(c.id, ['y_run']))
  for (const ring of [once, twice]) {
    expect(hashToken('a token', ring.tokens)).toBe(hashToken('a token', a.tokens))
    expect(ring.fingerprints).toEqual(a.fingerprints)
    expect(ring.cursors).toEqual(a.cursors)
    expect(ring.rolePassword('x_run')).toBe(a.rolePassword('x_run'))
    expect(ring.keyIdOfRole('x_run')).toBe(a.id)
  }
  // A login that is made later comes from the key of then.
  expect(twice.rolePassword('y_run')).toBe(b.rolePassword('y_run'))
  expect(twice.rolePassword('z_run')).toBe(c.rolePassword('z_run'))
})

test('a key that was removed opens nothing, and the current one cannot be', async () => {
  const ring = turned()
  ring.remove(b.id)
  expect(ring.id).toBe(b.id)
  const sealed = encryptSecret(a, Buffer.from('of before'), place)
  const link = linkToken(a.links, 'invitation', tenantId, exampleId('Invitation'))
  ring.remove(a.id)
  expect(() => decryptSecret(ring, sealed, place)).toThrow(/another key/)
  expect(openLinkToken(ring, 'invitation', link)).toBeUndefined()
  expect(() => ring.turnTo(a.id, null)).toThrow(/there is no master key/)
  const [payload] = await new EncryptionCodec(a).encode([defaultPayloadConverter.toPayload(1)])
  await expect(new EncryptionCodec(ring).decode([payload!])).rejects.toThrow(/not at hand/)
})

test('what lasts is opened by no other key', () => {
  const ring = new KeyRing(first, [second])
  const kept = ring.keptUnder(a.id, [])
  expect(() => ring.turnTo(b.id, kept)).toThrow(/another key/)
})
