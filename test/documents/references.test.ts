import { describe, expect, test } from 'vitest'
import {
  isAccount,
  isBankgiro,
  isBic,
  isIban,
  isPlusgiro,
  shownAccount,
} from '../../src/domain/clients/payment-accounts.ts'
import { paymentCode, type PaymentFacts } from '../../src/domain/invoices/documents/payment-code.ts'
import { referenceOf } from '../../src/domain/clients/reference-scheme.ts'
import { isOcr, isRf, ocr, rf } from '../../src/domain/clients/references.ts'

describe('OCR references', () => {
  test.each([
    ['12345', 'HARD', '123455'],
    ['12345', 'VARIABLE', '1234574'],
    ['123', 'HARD', '1230'],
    ['123', 'VARIABLE', '12351'],
    ['1234567890', 'VARIABLE', '123456789023'],
    ['12345', 'SOFT', '123455'],
  ] as const)('%s under %s is %s', (body, level, reference) => {
    expect(ocr(body, level)).toBe(reference)
    expect(isOcr(reference, level)).toBe(true)
  })

  test('of a fixed length are filled with zeros', () => {
    const reference = ocr('123', 'FIXED', 10)
    expect(reference).toBe('0000001230')
    expect(isOcr(reference, 'FIXED', 10)).toBe(true)
    expect(isOcr(reference, 'FIXED', 9)).toBe(false)
    expect(() => ocr('1234567890', 'FIXED', 10)).toThrow(RangeError)
  })

  test('are digits, and not too many', () => {
    expect(() => ocr('12A', 'HARD')).toThrow(RangeError)
    expect(() => ocr('1'.repeat(24), 'VARIABLE')).toThrow(RangeError)
    expect(ocr('1'.repeat(24), 'HARD')).toHaveLength(25)
  })

  test('are refused with a wrong digit, but for the softest level', () => {
    expect(isOcr('123456', 'HARD')).toBe(false)
    expect(isOcr('123456', 'SOFT')).toBe(true)
    expect(isOcr('123455', 'VARIABLE')).toBe(false)
    expect(isOcr('12345A', 'SOFT')).toBe(false)
    expect(isOcr('1', 'SOFT')).toBe(false)
  })
})

describe('RF references', () => {
  test.each([
    ['2348231', 'RF712348231'],
    // The two of the standard itself.
    ['000000000539007547034', 'RF18000000000539007547034'],
    ['539007547034', 'RF18539007547034'],
    ['I100012', 'RF36I100012'],
  ])('%s is %s', (body, reference) => {
    expect(rf(body)).toBe(reference)
    expect(isRf(reference)).toBe(true)
    expect(isRf(`${reference}0`)).toBe(false)
  })

  test('are written as a person would', () => {
    expect(isRf('rf18 5390 0754 7034')).toBe(true)
    expect(isRf('RF19539007547034')).toBe(false)
    expect(() => rf('not-plain')).toThrow(RangeError)
    expect(() => rf('1'.repeat(22))).toThrow(RangeError)
  })
})

test('references of two clients never meet, however many each has', () => {
  const of = (prefix: string, n: bigint) =>
    referenceOf({ scheme: 'OCR', level: 'VARIABLE', prefix, length: null }, n) ?? ''
  const numbers = [1n, 9n, 10n, 9_999n, 10_000n, 12_345_678n]
  const all = ['100001', '100002', '100010'].flatMap((prefix) => numbers.map((n) => of(prefix, n)))
  expect(new Set(all).size).toBe(all.length)
  for (const reference of all) expect(isOcr(reference, 'VARIABLE')).toBe(true)
})

describe('accounts', () => {
  test.each([
    ['991-2346', true],
    ['5050-1055', true],
    ['50501055', true],
    ['5050-1056', false],
    ['505-01055', false],
    ['12345', false],
  ])('bankgiro %s: %s', (number, valid) => expect(isBankgiro(number)).toBe(valid))

  test.each([
    ['28 65 43-4', true],
    ['2865434', true],
    ['28-7', false],
    ['4', false],
  ])('plusgiro %s: %s', (number, valid) => expect(isPlusgiro(number)).toBe(valid))

  test.each([
    ['SE3550000000054910000003', true],
    ['SE35 5000 0000 0549 1000 0003', true],
    ['SE3550000000054910000004', false],
    ['SE355000000005491000000', false],
    ['NO9386011117947', true],
  ])('IBAN %s: %s', (number, valid) => expect(isIban(number)).toBe(valid))

  test('are checked by their kind and shown as they are printed', () => {
    expect(isAccount('BANKGIRO', '5050-1055')).toBe(true)
    expect(isAccount('PLUSGIRO', '28 65 43-4')).toBe(true)
    expect(isAccount('IBAN', '5050-1055')).toBe(false)
    expect(shownAccount('BANKGIRO', '50501055')).toBe('5050-1055')
    expect(shownAccount('BANKGIRO', '9912346')).toBe('991-2346')
    expect(shownAccount('PLUSGIRO', '2865434')).toBe('28 65 43-4')
    expect(shownAccount('IBAN', 'SE3550000000054910000003')).toBe('SE35 5000 0000 0549 1000 0003')
    expect([isBic('ESSESESS'), isBic('ESSESESSXXX'), isBic('ESSE')]).toEqual([true, true, false])
  })
})

describe('the code that a bank reads', () => {
  const facts: PaymentFacts = {
    payee: 'Nordic "Timber" AB',
    identificationNumber: '556677-8899',
    account: { kind: 'BANKGIRO', number: '5050-1055', bic: null },
    reference: '10000100012',
    amount: '1234.50',
    currency: 'SEK',
    invoiceDate: '2026-11-20',
    expireDate: '2026-12-20',
  }
  const iban = { kind: 'IBAN', number: 'SE35 5000 0000 0549 1000 0003', bic: 'ESSESESS' } as const

  test('is UsingQR for a giro', () => {
    expect(JSON.parse(paymentCode(facts) ?? '')).toEqual({
      uqr: 1,
      tp: 1,
      nme: 'Nordic "Timber" AB',
      cid: '556677-8899',
      iref: '10000100012',
      idt: '20261120',
      ddt: '20261220',
      due: 1234.5,
      cur: 'SEK',
      pt: 'BG',
      acc: '5050-1055',
    })
  })

  test('is EPC for euros to an IBAN, with a reference that is checked, or one that is not', () => {
    const euros = { ...facts, account: iban, currency: 'EUR', reference: 'RF18539007547034' }
    const head = ['BCD', '002', '1', 'SCT', 'ESSESESS', facts.payee, 'SE3550000000054910000003']
    const lines = [...head, 'EUR1234.50', '']
    expect(paymentCode(euros)?.split('\n')).toEqual([...lines, 'RF18539007547034'])
    const plain = paymentCode({ ...euros, reference: '123455' })
    expect(plain?.split('\n')).toEqual([...lines, '', '123455'])
  })

  /** Public examples, in version 002, with two decimals and without what a gift is for. */
  test.each([
    [
      'BCD|002|1|SCT|BHBLDEHHXXX|Franz Mustermänn|DE71110220330123456789|EUR12.30||RF18539007547034',
    ],
    [
      'BCD|002|1|SCT||Wikimedia Foerdergesellschaft|DE33100205000001194700|EUR20.00|||Spende fuer Wikipedia',
    ],
  ])('is the published one: %s', (published) => {
    const [, , , , bic, payee, number, amount, , structured, text] = published.split('|')
    const said = paymentCode({
      ...facts,
      payee: payee!,
      account: { kind: 'IBAN', number: number!, bic: bic === '' ? null : bic! },
      amount: amount!.slice(3),
      currency: 'EUR',
      reference: (structured === '' ? text : structured)!,
    })
    expect(said).toBe(published.replaceAll('|', '\n'))
  })

  test('is EPC within its bounds: signs, bytes and the form of its reference', () => {
    const euros = { ...facts, account: iban, currency: 'EUR', reference: 'rf18 5390 0754 7034' }
    expect(paymentCode(euros)?.split('\n').at(-1)).toBe('RF18539007547034')
    const long = paymentCode({ ...euros, payee: `A\nB${'\u{1F9FE}'.repeat(80)}` })?.split('\n')
    expect(long).toBeUndefined()
    const cut = paymentCode({ ...euros, payee: `A\nB ${'å'.repeat(80)}` })?.split('\n')
    expect([cut?.length, cut?.[5]]).toEqual([10, `A B ${'å'.repeat(66)}`])
    expect(paymentCode({ ...euros, amount: '999999999.99' })).not.toBeNull()
    expect(paymentCode({ ...euros, amount: '1000000000.00' })).toBeNull()
    expect(paymentCode({ ...euros, reference: 'x'.repeat(141) })).toBeNull()
  })

  test('is none where nobody could pay by it', () => {
    expect(paymentCode({ ...facts, account: iban })).toBeNull()
    expect(paymentCode({ ...facts, currency: 'EUR' })).toBeNull()
    expect(paymentCode({ ...facts, amount: '0.00' })).toBeNull()
    expect(paymentCode({ ...facts, amount: '-1.00' })).toBeNull()
  })
})
