import { readFileSync } from 'node:fs'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentOut, PayoutFileFormat } from '../../src/domain/payouts/batch.ts'
import { orderOf, paymentOf, textOf } from './pain001-orders.ts'

// The official schemas say whether a bank can read what we send it.
const schemas = { PAIN001_03: 'pain.001.001.03', PAIN001_09: 'pain.001.001.09' } as const
const formats = Object.keys(schemas) as PayoutFileFormat[]

let validators: Map<PayoutFileFormat, XsdValidator>
beforeAll(() => {
  validators = new Map(
    formats.map((format) => {
      const path = new URL(`schemas/${schemas[format]}.xsd`, import.meta.url)
      using schema = XmlDocument.fromBuffer(readFileSync(path))
      return [format, XsdValidator.fromDoc(schema)]
    }),
  )
})
afterAll(() => {
  for (const validator of validators.values()) validator.dispose()
})

function faultIn(text: string, format: PayoutFileFormat): string | undefined {
  using read = XmlDocument.fromString(text)
  try {
    validators.get(format)!.validate(read)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const german = { kind: 'IBAN', number: 'DE89370400440532013000' } as const
const kinds: Record<string, Partial<PaymentOut>> = {
  bankgiro: {},
  plusgiro: { kind: 'PLUSGIRO', number: '2865434' },
  'account of a Swedish bank': { kind: 'BBAN', number: '54910000003' },
  'account with a clearing number of five digits': { kind: 'BBAN', number: '832791234567897' },
  IBAN: { ...german, bic: 'COBADEFF' },
  'IBAN without a BIC': german,
}
const payers = [
  { kind: 'IBAN', number: 'SE3550000000054910000003', bic: 'ESSESESS' },
  { kind: 'IBAN', number: 'SE3550000000054910000003', bic: null },
  { kind: 'BANKGIRO', number: '50501055', bic: null },
  { kind: 'PLUSGIRO', number: '2865434', bic: null },
  { kind: 'BBAN', number: '54910000003', bic: null },
] as const

/** The shortest, the longest, and what XML and banks do not take. */
const texts: (string | null)[] = [null, '', '1', 'Å&<>"\'é\u{1F600}\u0007', 'x'.repeat(500), '東京']

test.each(formats)('%s passes the official schema, whoever is paid from wherever', (format) => {
  for (const from of payers) {
    for (const [name, more] of Object.entries(kinds)) {
      const order = orderOf({ from, payments: [paymentOf('PO1', more), paymentOf('PO2')] })
      expect(faultIn(textOf(order, format), format), `${name} from ${from.kind}`).toBeUndefined()
    }
  }
})

test.each(formats)('%s in euros by SEPA passes it', (format) => {
  for (const bic of ['COBADEFF', 'COBADEFFXXX', null]) {
    const payments = [paymentOf('PO1', { ...german, bic })]
    const text = textOf(orderOf({ currency: 'EUR', payments }), format)
    expect(text).toContain('<Cd>SEPA</Cd>')
    expect(faultIn(text, format)).toBeUndefined()
  }
})

test.each(formats)('%s passes it whatever names and texts are made of', (format) => {
  for (const text of texts) {
    const holder = text ?? ''
    const order = orderOf({ payer: holder, payments: [paymentOf('PO1', { holder, text })] })
    expect(faultIn(textOf(order, format), format), JSON.stringify(text)).toBeUndefined()
  }
})

test.each(formats)(
  '%s passes it with an address by its parts, and a creditor reference',
  (format) => {
    const long = { street: 'Å'.repeat(200), zip: '1'.repeat(40), city: 'ö'.repeat(99) }
    const none = { street: '', zip: ' ', city: 'Oslo', countryCode: 'NO' }
    const addresses = [{ ...long, countryCode: 'DE' }, none, null]
    const payments = addresses.map((address, n) =>
      paymentOf(`PO${n}`, {
        address,
        text: n === 0 ? 'RF18 5390 0754 7034' : 'RF19 5390 0754 7034',
      }),
    )
    const text = textOf(orderOf({ payments }), format)
    expect(faultIn(text, format)).toBeUndefined()
    expect(text).toContain('<PstlAdr><TwnNm>Oslo</TwnNm><Ctry>NO</Ctry></PstlAdr>')
    const scor = '<Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>RF18539007547034</Ref>'
    expect(text).toContain(`<Strd><CdtrRefInf>${scor}</CdtrRefInf></Strd>`)
    // With a wrong check digit it is words.
    expect(text).toContain('<Ustrd>RF19 5390 0754 7034</Ustrd>')
  },
)

test.each(formats)('%s of ten thousand payments and the largest amounts passes it', (format) => {
  const payments = Array.from({ length: 10_000 }, (_, n) => paymentOf(`PO${n}`))
  payments[0] = paymentOf('PO0', { amount: 9_999_999_999_999n })
  expect(faultIn(textOf(orderOf({ payments }), format), format)).toBeUndefined()
})

test.each(formats)('a file that is not as %s says fails its schema', (format) => {
  const text = textOf(orderOf(), format)
  expect(faultIn(text, format)).toBeUndefined()
  const broken: [string | RegExp, string][] = [
    ['<PmtMtd>TRF</PmtMtd>', ''],
    ['<IBAN>DE89370400440532013000</IBAN>', '<IBAN>89370400440532013000</IBAN>'],
    [/<MsgId>[^<]+</, `<MsgId>${'M'.repeat(36)}<`],
    ['<InstdAmt Ccy="SEK">', '<InstdAmt Ccy="kr">'],
    ['<Dbtr>', '<Debtor>x</Debtor><Dbtr>'],
    [/<Ustrd>[^<]+</, `<Ustrd>${'U'.repeat(141)}<`],
    [schemas[format], 'pain.001.001.99'],
  ]
  for (const [from, to] of broken) {
    const changed = text.replace(from, to)
    expect(changed).not.toBe(text)
    expect(faultIn(changed, format), String(from)).toBeDefined()
  }
  const other = formats.find((each) => each !== format)!
  expect(faultIn(textOf(orderOf(), other), format)).toBeDefined()
})
