import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasEndpoint, ublOf, type ElectronicBill } from '../../src/domain/bookkeeping/bill-ubl.ts'
import { vatNumberOf } from '../../src/domain/invoices/documents/vat-number.ts'
import { vatInBaseCurrency } from '../../src/domain/bookkeeping/exchange-rates.ts'
import { sum } from '../../src/domain/money.ts'
import { linesOf } from '../../src/domain/reminders/bill-document.ts'
import { vatsOf } from '../../src/domain/reminders/charge.ts'
import { runProgram } from '../../src/embedded/run-program.ts'
import { pythonWith } from '../python.ts'
import { seed } from '../support/seed.ts'

// The rules of EN 16931 (CEN/TC 434, EUPL 1.2) and of Peppol BIS Billing 3, as they are published,
// by the program that their authors try them with.
const rules = ['en16931-ubl-1.3.13', 'peppol-bis-billing-2024.11'].map((name) =>
  join(import.meta.dirname, 'rules', `${name}.xslt.gz`),
)
let python: Awaited<ReturnType<typeof pythonWith>>
const dir = mkdtempSync(join(tmpdir(), 'bills-'))

beforeAll(async () => {
  python = await pythonWith('saxonche', '13.1.1', () => undefined)
}, 300_000)
afterAll(() => rmSync(dir, { recursive: true }))

async function faultsIn(bills: Record<string, string>, path: string): Promise<string[]> {
  const file = join(dir, 'bills.json')
  writeFileSync(file, JSON.stringify(bills))
  const said = await runProgram(path, [join(import.meta.dirname, 'bill-rules.py'), ...rules, file])
  return said.split('\n').filter((line) => line !== '')
}

const numbers = {
  SE: ['556677-8899', '19640823-3234'],
  NO: ['974760673', 'NO 923 609 016 MVA'],
  DK: ['13585628', 'DK47458714'],
  FI: ['0737546-2', '0112038-9'],
} as const
type Country = keyof typeof numbers

const party = (name: string, countryCode: string, identificationNumber: string) => ({
  name,
  identificationNumber,
  countryCode,
  vatNumber: vatNumberOf(identificationNumber, countryCode),
  email: null,
})

type Charges = Parameters<typeof linesOf>[0]

function billOf(charges: Charges, more: Partial<ElectronicBill>): string {
  const vats = vatsOf(charges)
  const net = sum(charges.map(({ amount }) => amount))
  const vat = sum(vats.map(({ vat: of }) => BigInt(of)))
  const of = { net, vat, gross: net + vat, vats, lines: linesOf(charges, 'en') }
  return ublOf({
    number: 17,
    billDate: '2026-11-01',
    dueDate: '2026-12-01',
    currency: 'SEK',
    buyerReference: 'Ekonomi & <ledning>',
    vatInBase: null,
    setOff: true,
    seller: party('Factor AB', 'SE', '556677-8899'),
    buyer: party('Klient AB', 'SE', '556036-0793'),
    ...of,
    ...more,
  })
}

const charge = {
  chargeType: fc.constantFrom('INVOICE_FEE', 'COLLECTION_FEE', 'DISTRIBUTION_LETTER'),
  quantity: fc.integer({ min: 1, max: 9 }),
  amount: fc.bigInt({ min: -99_999n, max: 9_999_999n }),
  text: fc.constantFrom('', 'A & <B>', 'Å\u{1F600}'),
}
const treated = fc.constantFrom(
  { vatTreatment: 'STANDARD', vatRate: '25.0000' },
  { vatTreatment: 'STANDARD', vatRate: '6' },
  { vatTreatment: 'EXEMPT', vatRate: '0' },
  { vatTreatment: 'REVERSE_CHARGE', vatRate: '0' },
)
const charged = fc
  .tuple(fc.record(charge), treated)
  .map(([one, treatment]) => ({ ...one, ...treatment }) as Charges[number])

const countries = Object.keys(numbers) as Country[]
const someParty = fc
  .tuple(fc.constantFrom(...countries), fc.constantFrom(0, 1))
  .map(([country, which]) => party('Nordic', country, numbers[country][which]!))

/** Peppol knows which rates a country has: 6 % is none of Finland's. */
const ratesOf = ({ countryCode }: { countryCode: string }, charges: Charges) =>
  charges.map((one) =>
    countryCode === 'FI' && one.vatRate === '6' ? { ...one, vatRate: '25.5' } : one,
  )

test('any bill that we export passes the rules of EN 16931 and of Peppol', async (context) => {
  if ('reason' in python) return context.skip(python.reason)
  const bill = fc
    .record({
      charges: fc.array(charged, { minLength: 1, maxLength: 6 }),
      seller: someParty,
      buyer: someParty,
      currency: fc.constantFrom('SEK', 'EUR', 'NOK', 'DKK', 'JPY'),
      setOff: fc.boolean(),
      rate: fc.constantFrom('0.0751', '1', '11.2345'),
    })
    .map(({ charges, rate, ...more }) => {
      const rated = ratesOf(more.seller, charges)
      return billOf(rated, { ...more, vatInBase: inBooks(rated, more.currency, rate) })
    })
  const bills = Object.fromEntries(fc.sample(bill, { numRuns: 200, seed }).entries())
  expect(await faultsIn(bills, python.path), `SEED=${seed}`).toEqual([])
  const [text] = Object.values(bills)
  const without = { ...party('Factor AB', 'SE', '556677-8899'), vatNumber: null }
  const broken = {
    vat: text!.replace(/(<cbc:TaxAmount[^>]*>)[^<]*/, '$112345.67'),
    seller: billOf([{ ...sample, amount: 4_000n }], { seller: without }),
    books: billOf([{ ...sample, amount: 4_000n }], inEuros).replace(inKronor, ''),
  }
  const codes = (await faultsIn(broken, python.path)).map((line) => line.split(': [')[0])
  expect(codes).toContain('vat: BR-CO-14')
  expect(codes).toContain('seller: BR-S-02')
  expect(codes).toContain('books: BR-53')
})

const inEuros = {
  currency: 'EUR',
  vatInBase: { currency: 'SEK', amount: 11_235n, rate: '11.2345' },
}
const inKronor = /<cac:TaxTotal>\s*<cbc:TaxAmount currencyID="SEK">.*?<\/cac:TaxTotal>/s

/** As the export has it, for books in Swedish kronor. */
function inBooks(charges: Charges, invoiceCurrency: string, rate: string) {
  const vats = vatsOf(charges).map(({ vat }) => ({ amount: vat }))
  if (invoiceCurrency === 'SEK' || sum(vats.map(({ amount }) => BigInt(amount))) === 0n) return null
  const pair = { invoiceCurrency, baseCurrency: 'SEK' }
  return { currency: 'SEK', amount: vatInBaseCurrency({ ...pair, rate, vats }), rate }
}

const sample: Charges[number] = {
  chargeType: 'INVOICE_FEE',
  quantity: 1,
  vatTreatment: 'STANDARD',
  vatRate: '25',
  amount: 0n,
  text: '',
}

test('a company is found in Peppol by its number, as its country writes it there', () => {
  const of = (country: Country, number: string) =>
    billOf([{ ...sample, amount: 100n }], { buyer: party('Buyer', country, number) })
      .match(/<cbc:(?:EndpointID|CompanyID).*/g)!
      .slice(3)
      .map((line) => line.replaceAll(/<\/?cbc:(\w+)|[>"]|<\/.*/g, '').trim())
  const all = countries.map((country) => of(country, numbers[country][0]))
  expect(all).toEqual([
    ['schemeID=00075566778899', 'SE556677889901', 'schemeID=00075566778899'],
    ['schemeID=0192974760673', 'NO974760673MVA', 'schemeID=0192974760673'],
    ['schemeID=0184DK13585628', 'DK13585628', 'schemeID=0184DK13585628'],
    ['schemeID=0216003707375462', 'FI07375462', 'schemeID=02120737546-2'],
  ])
})

test('who is a person, is elsewhere, or has no valid number, is not found there', () => {
  for (const [country, number] of [
    ['SE', '556677-8898'],
    ['NO', '974760674'],
    ['DK', '211062-5629'],
    ['FI', '131052-308T'],
    ['DE', '129273398'],
    ['FI', ''],
  ] as const) {
    const one = party('Nobody', country, number)
    expect([hasEndpoint(one), one.vatNumber], number).toEqual([false, null])
  }
})
