import { describe, expect, test } from 'vitest'
import { referenceOf, type ReferenceScheme } from '../../src/domain/clients/reference-scheme.ts'
import { isLuhn, isRf } from '../../src/domain/clients/references.ts'
import { plainReference } from '../../src/domain/payments/references.ts'
import { faultOfReference } from '../../src/domain/payments/reference-checks.ts'
import { activated } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, worldWithTenant, type Answered } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const path = '/invoice-payment-reference-settings'
const refusalOf = ({ status, body }: Answered) => [status, body.code, body.errors?.[0]?.pointer]
const settingOf = async (clientId: string) =>
  (await tenant.api.get(`${path}/client/${clientId}`)).body
const change = async (clientId: string, sent: object) =>
  tenant.api.put(`${path}/${(await settingOf(clientId)).id}`, sent)
const referenceOfNext = async (clientId: string) => {
  const claim = await activated(at, tenant, clientId)
  return String((await tenant.api.get(`/invoices/${claim}/payment-account`)).body.reference)
}

describe('how a reference is made', () => {
  const scheme = (more: Partial<ReferenceScheme>): ReferenceScheme => ({
    scheme: 'OCR',
    level: 'HARD',
    prefix: '94',
    length: null,
    ...more,
  })

  test.each<[Partial<ReferenceScheme>, string | null]>([
    // Doubled from the right: 4+1+0+0+8+9 = 22, so 8 is lacking.
    [{}, '9400128'],
    // A zero more behind the prefix: 4+1+0+0+0+4+9 = 18, so 2 is lacking.
    [{ level: 'FIXED', length: 8 }, '94000122'],
    [{ level: 'FIXED', length: 4 }, null],
    [{ scheme: 'KID_MOD10' }, '9400128'],
    // 2·2 + 1·3 + 0 + 0 + 4·6 + 9·7 = 94, which is 6 more than 88, so 5 is lacking of eleven.
    [{ scheme: 'KID_MOD11' }, '9400125'],
    // 2·7 + 1·3 + 0 + 0 + 4·3 + 9·1 = 38, so 2 is lacking of forty.
    [{ scheme: 'FI' }, '9400122'],
    [{ scheme: 'FIK', prefix: '90000000000001' }, null],
  ])('%o makes %s of its twelfth', (more, reference) => {
    expect(referenceOf(scheme(more), 12n)).toBe(reference)
  })

  test('is right by the check of its bank, and never begins with a zero', () => {
    for (const n of [1n, 99n, 9_999n, 10_000n, 1_234_567n]) {
      expect(isRf(referenceOf(scheme({ scheme: 'RF' }), n)!)).toBe(true)
      expect(isLuhn(referenceOf(scheme({ scheme: 'FIK' }), n)!)).toBe(true)
      for (const kind of ['KID_MOD10', 'KID_MOD11', 'FI', 'FIK'] as const) {
        const made = referenceOf(scheme({ scheme: kind }), n)!
        expect(faultOfReference(made, kind)).toBeNull()
        expect(made.startsWith('94')).toBe(true)
      }
    }
    expect(referenceOf(scheme({ level: 'FIXED', length: 8 }), 99_999n)).toHaveLength(8)
    expect(referenceOf(scheme({ level: 'FIXED', length: 8 }), 100_000n)).toBeNull()
    expect(referenceOf(scheme({}), 10n ** 30n)).toBeNull()
  })

  test('is never that of another prefix, in whatever shape either is', () => {
    const shapes: Partial<ReferenceScheme>[] = [
      ...(['SOFT', 'HARD', 'VARIABLE'] as const).map((level) => ({ level })),
      ...[9, 12, 15].map((length) => ({ level: 'FIXED', length }) as const),
      ...(['RF', 'KID_MOD10', 'KID_MOD11', 'FI', 'FIK'] as const).map((kind) => ({ scheme: kind })),
    ]
    const numbers = [1n, 2n, 10n, 1_000n, 1_234n, 9_999n, 10_000n, 12_345n, 99_999n, 1_000_001n]
    const of = (prefix: string) =>
      new Set(
        shapes.flatMap((shape) =>
          numbers.flatMap((n) => referenceOf(scheme({ ...shape, prefix }), n) ?? []),
        ),
      )
    const prefixes = ['90', '910', '911', '92000', '100001', '100010', '899999']
    const all = prefixes.flatMap((prefix) => [...of(prefix)])
    expect(all.length).toBeGreaterThan(400)
    expect(new Set(all).size).toBe(all.length)
  })

  test('is read with zeros in front, spaces and hyphens', () => {
    expect(plainReference('000 9400-128')).toBe('9400128')
    expect(plainReference('rf18 5390 0754 7034')).toBe('RF18539007547034')
    expect(plainReference('000')).toBe('0')
  })
})

describe('the references of a client’s invoices', () => {
  test('are made as its setting says, from the next one on', async () => {
    const clientId = await clientIn(tenant)
    const first = await referenceOfNext(clientId)
    const before = await settingOf(clientId)
    expect(before).toMatchObject({ scheme: 'OCR', level: 'VARIABLE', length: null })
    expect(first.startsWith(before.prefix)).toBe(true)
    const changed = await change(clientId, { level: 'FIXED', length: 10, prefix: '9417' })
    expect(changed.body).toMatchObject({ level: 'FIXED', prefix: '9417', length: 10 })
    const second = await referenceOfNext(clientId)
    expect(second).toBe(changed.body.nextReference)
    expect([second.length, second.slice(0, 4), isLuhn(second)]).toEqual([10, '9417', true])
    const paid = await tenant.api.post('/payments', {
      amount: '100.00',
      currency: 'SEK',
      reference: `0000${second}`,
    })
    expect(paid.body.linked).toBe('100.00')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('never meet those of others: no prefix begins another, and none is given again', async () => {
    const [one, other] = [await clientIn(tenant), await clientIn(tenant)]
    const was = (await settingOf(one)).prefix
    expect((await change(one, { prefix: '9555' })).status).toBe(200)
    for (const prefix of ['9555', '95', '95551']) {
      expect(refusalOf(await change(other, { prefix }))).toEqual([
        409,
        'REFERENCE_PREFIX_TAKEN',
        '/prefix',
      ])
    }
    for (const prefix of [was, '12', '9', '977777777']) {
      expect(refusalOf(await change(other, { prefix }))).toEqual([
        400,
        'VALIDATION_FAILED',
        '/prefix',
      ])
    }
    const moved = await change(one, { scheme: 'RF' })
    expect(moved.body.prefix).not.toBe('9555')
    expect(moved.body.prefix > was).toBe(true)
    expect(refusalOf(await change(other, { prefix: '9555' }))[1]).toBe('REFERENCE_PREFIX_TAKEN')
    // The same once more changes nothing, and takes no prefix.
    expect((await change(one, { scheme: 'RF' })).body.prefix).toBe(moved.body.prefix)
    const [first, second] = await Promise.all([
      change(one, { prefix: '9666' }),
      change(other, { prefix: '96661' }),
    ])
    expect([first.status, second.status].toSorted()).toEqual([200, 409])
  })

  test('fit their length, or are refused', async () => {
    const clientId = await clientIn(tenant)
    for (const [sent, pointer] of [
      [{ level: 'FIXED' }, '/length'],
      [{ level: 'FIXED', length: 10 }, '/length'],
      [{ level: 'HARD', length: 12 }, '/length'],
      [{ scheme: 'FI', level: 'FIXED', length: 12 }, '/level'],
    ] as const) {
      expect(refusalOf(await change(clientId, sent))).toEqual([400, 'VALIDATION_FAILED', pointer])
    }
    expect((await change(clientId, { level: 'FIXED', length: 11 })).status).toBe(200)
    await at.owner(`update payment_reference_setting set next_number = 9999 where client_id = $1`, [
      clientId,
    ])
    expect((await referenceOfNext(clientId)).length).toBe(11)
    expect((await settingOf(clientId)).nextReference).toBeNull()
    // The invoice waits for a person, who may have its activation done again after a change.
    await expect(activated(at, tenant, clientId)).rejects.toThrow(
      /REFERENCES_USED_UP|agreed length/,
    )
    expect((await change(clientId, { length: 13 })).status).toBe(200)
    expect((await referenceOfNext(clientId)).length).toBe(13)
  })

  test('are the tenant’s to choose, and nobody else’s to see', async () => {
    const clientId = await clientIn(tenant)
    const { id } = await settingOf(clientId)
    const sent = { clientId, scheme: 'RF' }
    expect((await tenant.api.post(path, sent)).body.code).toBe('ALREADY_EXISTS')
    const rights = [
      'GetClientPaymentReferenceSettings',
      'UpdateClientPaymentReferenceSettings',
    ] as const
    const client = await tenant.holding(rights, { clientId })
    expect((await client.get(`${path}/${id}`)).status).toBe(200)
    expect((await client.put(`${path}/${id}`, { scheme: 'RF' })).status).toBe(403)
    const stranger = await tenant.holding(rights, { clientId: await clientIn(tenant) })
    expect((await stranger.get(`${path}/${id}`)).status).toBe(404)
    expect((await (await tenantIn(at)).api.get(`${path}/${id}`)).status).toBe(404)
  })
})

describe('further references', () => {
  test('of a client account say whose money it is', async () => {
    const clientId = await clientIn(tenant)
    const { data } = (await tenant.api.get(`/client-accounts?clientId=${clientId}`)).body
    const rooms = '/client-account-payment-reference-settings'
    const clientAccountId = data[0].id
    const made = await tenant.api.post(rooms, { clientAccountId, scheme: 'OCR' })
    expect(made).toMatchObject({ status: 201, body: { clientId, clientAccountId } })
    const again = await tenant.api.post(rooms, { clientAccountId, scheme: 'OCR' })
    expect(refusalOf(again)).toEqual([409, 'ALREADY_EXISTS', '/clientAccountId'])
    const { reference, id } = made.body
    const pay = async () =>
      (await tenant.api.post('/payments', { amount: '5.00', currency: 'SEK', reference })).body
    expect(await pay()).toMatchObject({ clientId, linked: '0.00', unplaced: '5.00' })
    const other = await tenant.api.put(`${rooms}/${id}`, { scheme: 'KID_MOD10' })
    expect(other.body.reference).not.toBe(reference)
    const read = await tenant.api.get(`${rooms}/client-account/${clientAccountId}`)
    expect(read.body).toMatchObject({ id, reference: other.body.reference })
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('of cases keep their prefix from everybody else', async () => {
    const clientId = await clientIn(tenant)
    const rooms = '/collection-batch-payment-reference-settings'
    const made = await tenant.api.post(rooms, { clientId, scheme: 'OCR', prefix: '9888' })
    expect(made).toMatchObject({ status: 201, body: { prefix: '9888', clientId } })
    expect(refusalOf(await change(clientId, { prefix: '98881' }))[1]).toBe('REFERENCE_PREFIX_TAKEN')
    const read = await tenant.api.get(`${rooms}/client/${clientId}`)
    expect(read.body.nextReference).toMatch(/^98880001/)
    const elsewhere = `/client-account-payment-reference-settings/${made.body.id}`
    expect((await tenant.api.get(elsewhere)).status).toBe(404)
    expect((await tenant.api.put(elsewhere, { scheme: 'RF' })).status).toBe(404)
  })
})
