import { describe, expect, test } from 'vitest'
import {
  fik,
  fikLine,
  finnish,
  kid,
  withoutFikLine,
} from '../../src/domain/clients/nordic-references.ts'
import { faultOfReference, type ReferenceKind } from '../../src/domain/payments/reference-checks.ts'
import { activated } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const path = '/payments/validate-payment-reference'
const said = async (reference: string, more: object = {}) =>
  (await tenant.api.post(path, { reference, ...more })).body

describe('references of the neighbouring countries', () => {
  test.each([
    ['1234567', '12345674', '12345674'],
    ['0000012', undefined, '00000124'],
    ['10', undefined, '108'],
    ['2', undefined, '27'],
    // 6 x 2 leaves 1 of eleven, so that ten is lacking; 2 x 2 + 3 x 6 is twice eleven.
    ['6', undefined, '6-'],
    ['62', undefined, '620'],
  ])('the KID of %s', (body, mod10, mod11) => {
    if (mod10 !== undefined) expect(kid(body, 'MOD10')).toBe(mod10)
    expect(kid(body, 'MOD11')).toBe(mod11)
    expect(faultOfReference(kid(body, 'MOD10'), 'KID_MOD10')).toBeNull()
    expect(faultOfReference(mod11, 'KID_MOD11')).toBeNull()
  })

  /** As other libraries and banks publish them. */
  test.each<[ReferenceKind, string]>([
    ['KID_MOD10', '12344'],
    ['KID_MOD10', '2345676'],
    ['KID_MOD10', '23456767'],
    ['KID_MOD10', '0044555258'],
    ['KID_MOD11', '12343'],
    ['KID_MOD11', '0365327'],
    ['FI', '12345672'],
    ['FI', '1234561'],
    ['RF', 'RF18000000000539007547034'],
    ['FIK', '000000067097535'],
    ['RF', 'RF18539007547034'],
  ])('the published %s %s is one, and no other digit at its end', (kind, reference) => {
    const others = [...'0123456789'].map((digit) => `${reference.slice(0, -1)}${digit}`)
    const right = others.filter((other) => faultOfReference(other, kind) === null)
    expect(right).toEqual([reference])
  })

  test('the Finnish one of 123456, and the Danish of 4711', () => {
    expect(finnish('123456')).toBe('1234561')
    expect(fikLine(fik('4711'), '12345678')).toBe('+71<000000000047118+12345678<')
    expect(withoutFikLine('+71<000000000047118+12345678<')).toBe('000000000047118')
    expect(() => fik('1'.repeat(15))).toThrow(RangeError)
  })

  test.each<[ReferenceKind, string]>([
    ['OCR', '123455'],
    ['OCR', '1234574'],
    ['OCR', '123456789023'],
    ['RF', 'RF712348231'],
    ['RF', 'RF18539007547034'],
    ['RF', 'RF36I100012'],
    ['KID_MOD10', '12345674'],
    ['KID_MOD11', '12345674'],
    ['KID_MOD11', '00000124'],
    ['KID_MOD11', '6-'],
    ['FI', '1234561'],
    ['FIK', '000000000047118'],
  ])('of the %s %s no digit is another, and none is lacking', (kind, reference) => {
    expect(faultOfReference(reference, kind)).toBeNull()
    const places = [...reference].flatMap((sign, at) => (/\d/.test(sign) ? [at] : []))
    const wrong = places.flatMap((at) =>
      [...'0123456789']
        .filter((digit) => digit !== reference[at])
        .map((digit) => reference.slice(0, at) + digit + reference.slice(at + 1)),
    )
    expect(wrong.filter((other) => faultOfReference(other, kind) === null)).toEqual([])
    const shorter = faultOfReference(reference.slice(0, -1), kind)
    expect(['LENGTH', 'CHECK_DIGIT', 'CHARACTERS']).toContain(shorter)
  })

  test.each<[ReferenceKind, string, string]>([
    ['RF', '12345', 'CHARACTERS'],
    ['RF', 'RF712348232', 'CHECK_DIGIT'],
    ['RF', `RF71${'1'.repeat(22)}`, 'LENGTH'],
    ['OCR', '123456', 'CHECK_DIGIT'],
    ['OCR', '1', 'LENGTH'],
    ['FIK', '4711', 'LENGTH'],
    ['FIK', '000000000047117', 'CHECK_DIGIT'],
    ['KID_MOD10', '6-', 'CHARACTERS'],
    ['KID_MOD11', '12345675', 'CHECK_DIGIT'],
    ['FI', '1234562', 'CHECK_DIGIT'],
    ['FI', '123', 'LENGTH'],
  ])('as %s, %s fails by its %s', (kind, reference, fault) => {
    expect(faultOfReference(reference, kind)).toBe(fault)
  })
})

describe('POST /payments/validate-payment-reference', () => {
  test('says the kind, and of all others which check fails', async () => {
    expect(await said('RF71 2348 231')).toMatchObject({ valid: true, kind: 'RF', claim: null })
    expect(await said('+71<000000000047118+12345678<')).toMatchObject({ valid: true, kind: 'OCR' })
    expect(await said('6-')).toMatchObject({ valid: true, kind: 'KID_MOD11' })
    const { valid, checks } = await said('123456 2', { kind: 'FI' })
    expect([valid, checks]).toEqual([false, [{ kind: 'FI', fails: 'CHECK_DIGIT' }]])
  })

  test('tells claim and balance, and nothing of another tenant', async () => {
    const claim = await activated(at, tenant, await clientIn(tenant))
    const { reference } = (await tenant.api.get(`/invoices/${claim}/payment-account`)).body
    const found = { id: claim, balance: '12500.00', currency: 'SEK' }
    expect(await said(reference)).toMatchObject({ valid: true, kind: 'OCR', claim: found })
    await tenant.api.put(`/invoices/${claim}/actions/payment`, { amount: '500.00' })
    expect((await said(reference)).claim).toMatchObject({ id: claim, balance: '12000.00' })
    const other = await tenantIn(at)
    expect((await other.api.post(path, { reference })).body.claim).toBeNull()
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})
