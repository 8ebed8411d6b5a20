import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { sieBytes, sieTextOf } from '../../src/activities/bookkeeping/sie-file.ts'
import { readSie } from '../../src/domain/bookkeeping/sie-reader.ts'
import { sieText, type SieFile } from '../../src/domain/bookkeeping/sie.ts'
import { seed } from '../support/seed.ts'

const file: SieFile = {
  program: { name: 'Receivables', version: '1' },
  generated: '2026-11-22',
  company: { name: 'Åkes "Bygg" AB', number: '5560360793' },
  chart: 'BAS2014',
  currency: 'SEK',
  accounts: [
    { number: '1510', name: 'Kundfordringar' },
    { number: '3001', name: 'Försäljning 25 % moms' },
  ],
  vouchers: [
    {
      series: 'A',
      number: '17',
      date: '2026-11-20',
      text: 'Faktura 4711',
      registered: '2026-11-21',
      sign: 'anna',
      postings: [
        { account: '1510', objects: [], amount: 1_250_000n, date: '2026-11-20', text: 'Kund' },
        {
          account: '3001',
          objects: [
            { dimension: '1', object: 'Norr' },
            { dimension: '6', object: 'P 7' },
          ],
          amount: -1_250_000n,
          date: '2026-11-20',
          text: '',
        },
      ],
    },
  ],
}

test('a file is written in the grammar of SIE 4I, line by line', () => {
  expect(sieText(file).split('\r\n')).toEqual([
    '#FLAGGA 0',
    '#PROGRAM "Receivables" "1"',
    '#FORMAT PC8',
    '#GEN 20261122',
    '#SIETYP 4',
    String.raw`#FNAMN "Åkes \"Bygg\" AB"`,
    '#ORGNR 556036-0793',
    '#KPTYP BAS2014',
    '#VALUTA SEK',
    '#KONTO 1510 "Kundfordringar"',
    '#KONTO 3001 "Försäljning 25 % moms"',
    '#DIM 1 "Kostnadsställe"',
    '#DIM 6 "Projekt"',
    '#OBJEKT 1 "Norr" "Norr"',
    '#OBJEKT 6 "P 7" "P 7"',
    '#VER A 17 20261120 "Faktura 4711" 20261121 "anna"',
    '{',
    '   #TRANS 1510 {} 12500.00 20261120 "Kund"',
    '   #TRANS 3001 {1 "Norr" 6 "P 7"} -12500.00 20261120 ""',
    '}',
    '',
  ])
})

test('Swedish letters are those of PC8', () => {
  const bytes = sieBytes({ ...file, company: { name: 'ÅÄÖåäö' } })
  expect(Buffer.from(bytes).toString('hex')).toContain('8f8e99868494')
})

test('what PC8 has no sign for stands as it sounds in Latin letters', () => {
  const written = sieTextOf(
    sieBytes({ ...file, company: { name: 'Šimon Wałęsa Ørsted Київ 漢 ﬁ €' } }),
  )
  expect(readSie(written).company.name).toBe('Simon Walesa Orsted Kiiv Han fi EUR')
})

test('what other programs write is read as well', () => {
  const text = [
    '#flagga 0',
    '#SIETYP 4',
    '#FNAMN Övningsbolaget',
    '#VER "B" "" 20260105 "Kvitto"',
    '{',
    '#TRANS 1930 {} -100',
    '#BTRANS 1930 {} -90',
    '\t#TRANS  4010 { 1 "0123" } 100.0  20260106',
    '}',
  ].join('\n')
  expect(readSie(`#GEN 20260107\n${text}`).vouchers).toEqual([
    {
      series: 'B',
      number: '',
      date: '2026-01-05',
      text: 'Kvitto',
      registered: '2026-01-05',
      sign: '',
      postings: [
        { account: '1930', objects: [], amount: -10_000n, date: '2026-01-05', text: '' },
        {
          account: '4010',
          objects: [{ dimension: '1', object: '0123' }],
          amount: 10_000n,
          date: '2026-01-06',
          text: '',
        },
      ],
    },
  ])
})

test.each([
  ['#GEN 2026-01-01', 'Line 1: 2026-01-01 is not a date'],
  ['#GEN 20260101\n#TRANS 1930 {} 1', 'Line 2: a #TRANS outside of a #VER'],
  ['#GEN 20260101\n#VER A 1 20260101\n{\n#TRANS 1930 {} 1,00', 'Line 4: 1,00 is not an amount'],
  ['#GEN 20260101\n#VER A 1 20260101\n{\n#TRANS 1930 {} 1.001', 'Line 4: 1.001 has more places'],
  ['#GEN 20260101\n#VER A 1 20260101\n{\n#TRANS 1930 1.00', 'Line 4: the objects'],
  ['#GEN 20260101\n#FNAMN "never closed', 'Line 2: a quote or a brace is not closed'],
  ['#GEN 20260101\nFNAMN x', 'Line 2: a line begins with #'],
])('a fault of %j is reported with its line', (text, message) => {
  expect(() => readSie(text)).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_FAILED',
      facts: {
        errors: [expect.objectContaining({ message: expect.stringContaining(message) })],
      },
    }),
  )
})

describe('whatever is written', () => {
  // All signs of PC8 that are no control characters.
  const signs = [...Array(224).keys()].map((at) => iconv.decode(Buffer.from([at + 32]), 'cp437'))
  const sign = fc.constantFrom(...signs.filter((one) => one !== '\u007f'))
  const text = fc.string({ unit: fc.oneof(sign, fc.constantFrom('"', '\\', '{', '}', ' ')) })
  const date = fc
    .date({
      min: new Date('1990-01-01T00:00:00Z'),
      max: new Date('2099-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    .map((at) => at.toISOString().slice(0, 10))
  const number = fc.integer({ min: 1000, max: 999_999 }).map(String)
  const posting = fc.record({
    account: number,
    objects: fc.array(fc.record({ dimension: fc.constantFrom('1', '6', '20'), object: text }), {
      maxLength: 3,
    }),
    amount: fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }),
    date,
    text,
  })
  const voucher = fc.record({
    series: fc.stringMatching(/^[A-Z0-9]{1,3}$/),
    number: fc.integer({ min: 1, max: 1_000_000 }).map(String),
    date,
    text,
    registered: date,
    sign: text,
    postings: fc.array(posting, { maxLength: 8 }),
  })
  const files = fc.record({
    program: fc.record({ name: text, version: text }),
    generated: date,
    company: fc.record({ name: text, number: fc.constant('556036-0793') }),
    chart: fc.constantFrom('BAS2014', 'EUBAS97'),
    currency: fc.constantFrom('SEK', 'EUR', 'JPY', 'KWD'),
    accounts: fc.array(fc.record({ number, name: text }), { maxLength: 5 }),
    vouchers: fc.array(voucher, { maxLength: 5 }),
  })

  test(`reads back the same (SEED=${seed})`, () => {
    fc.assert(
      fc.property(files, (made) => {
        expect(readSie(sieTextOf(sieBytes(made)))).toEqual(made)
      }),
      { seed, numRuns: 300 },
    )
  })
})
