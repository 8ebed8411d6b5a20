import { describe, expect, test } from 'vitest'
import type { Finding, PartRead } from '../../src/domain/payments/bank-file.ts'
import { entriesIn } from '../../src/ports/banks/pages.ts'
import { readBankFileApart } from '../../src/ports/banks/read-bank-file.ts'
import { bgmax, camt } from './files.ts'

async function read(text: string) {
  const given = { value: { today: '2026-11-27' }, parts: [Buffer.from(text)] }
  const { value, parts } = await readBankFileApart(given)
  const { findings } = value as { findings: readonly Finding[] }
  const entries = parts.flatMap((part, at) => (at % 2 === 0 ? [] : entriesIn(part)))
  return { findings, entries }
}

const paid = [
  { amount: '100.00', reference: '65598', name: 'Kalles AB', ref: '1' },
  { amount: '12500.50', reference: '84629', name: 'Larssons', ref: '2' },
  { amount: '0.01', reference: '39857', name: 'Berits Garn', ref: '3' },
]
const one = paid.map((payment) => [payment])
const account = '9912346'

describe('the same payments', () => {
  test.each([
    ['camt.053.001.02', camt({ iban: account, entries: one, kind: '053', version: '02' })],
    ['camt.053.001.08', camt({ iban: account, entries: one, kind: '053', version: '08' })],
    ['camt.054.001.10', camt({ iban: account, entries: one, kind: '054', version: '10' })],
    ['camt.054.001.13', camt({ iban: account, entries: [paid], kind: '054', version: '13' })],
    ['BgMax', bgmax([{ bankgiro: account, payments: paid }])],
  ])('are the same to us by %s', async (_, file) => {
    const { entries, findings } = await read(file)
    expect(findings).toEqual([])
    expect(
      entries.map(({ amount, currency, bookDate, reference, payerName }) =>
        [entries[0]?.account, currency, bookDate, amount, reference, payerName].join(' '),
      ),
    ).toEqual([
      `${account} SEK 2026-11-20 10000 65598 Kalles AB`,
      `${account} SEK 2026-11-20 1250050 84629 Larssons`,
      `${account} SEK 2026-11-20 1 39857 Berits Garn`,
    ])
  })
})

/** Shapes that stand in the suites of other parsers, written anew. */
describe('a file of a bank elsewhere', () => {
  const inStatement = (entry: string) =>
    `<Document><BkToCstmrStmt><Stmt><Id>I</Id><CreDtTm>2025-07-24T06:10:29.000000000</CreDtTm>
<Acct><Id><Othr><Id>NL26VAYB8060476890</Id></Othr></Id></Acct>${entry}</Stmt></BkToCstmrStmt></Document>`

  test('has amounts of five decimals, times for days, and a bank that pays', async () => {
    const { entries, findings } = await read(
      inStatement(`<Ntry><Amt Ccy="RON">8.85000</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><DtTm>2025-07-23T13:15:00+01:00</DtTm></BookgDt><NtryDtls><TxDtls><RltdPties><Dbtr><Agt>
<FinInstnId><Nm>Example Bank</Nm></FinInstnId></Agt></Dbtr></RltdPties></TxDtls></NtryDtls></Ntry>`),
    )
    expect(findings).toEqual([])
    expect(entries).toMatchObject([
      { amount: '885', currency: 'RON', bookDate: '2025-07-23', payerName: 'Example Bank' },
    ])
  })

  test('writes a prefix before each name', async () => {
    const plain = inStatement(`<Ntry><Amt Ccy="EUR">8.85</Amt><CdtDbtInd>CRDT</CdtDbtInd>
<Sts>BOOK</Sts><BookgDt><Dt>2014-12-31</Dt></BookgDt></Ntry>`)
    const prefixed = plain
      .replace(
        '<Document>',
        '<Document xmlns:camt="urn:iso:std:iso:20022:tech:xsd:camt.053.001.04">',
      )
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1camt:')
    const [one, other] = [await read(plain), await read(prefixed)]
    expect([one.findings, one.entries.length]).toEqual([[], 1])
    expect(other).toEqual(one)
  })

  test('has balances in several currencies, of which that of the account counts', async () => {
    const balance = (code: string, currency: string, amount: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt>
<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2014-12-30</Dt></Dt></Bal>`
    const entry = `<Ntry><Amt Ccy="EUR">8.85</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><DtTm>2014-12-31T13:15:00+01:00</DtTm></BookgDt><NtryDtls><TxDtls><Amt Ccy="SEK">0</Amt>
</TxDtls></NtryDtls></Ntry>`
    const available = balance('OPAV', 'CHF', '35.00') + balance('CLAV', 'JPY', '2700')
    const opening = balance('OPBD', 'EUR', '18.15') + available
    const good = await read(inStatement(opening + balance('CLBD', 'EUR', '27.00') + entry))
    expect(good).toMatchObject({ findings: [], entries: [{ amount: '885', currency: 'EUR' }] })
    // As much in another currency is no balance of it.
    const bad = await read(inStatement(opening + balance('CLBD', 'SEK', '27.00') + entry))
    expect(bad.findings).toMatchObject([
      { code: 'CURRENCY_DIFFERS', message: 'A balance is in SEK, the account in EUR' },
    ])
    expect(bad.entries).toEqual(good.entries)
  })

  test('tells of money that goes out without a day, and of none that comes in without one', async () => {
    const notified = (side: string) =>
      `<Document><BkToCstmrDbtCdtNtfctn><Ntfctn><Id>A</Id><CreDtTm>2007-10-18T12:30:00</CreDtTm>
<Acct><Id><IBAN>CH2801234000123456789</IBAN></Id></Acct><Ntry><Amt Ccy="SEK">200000</Amt>
<CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BkTxCd></BkTxCd></Ntry></Ntfctn>
</BkToCstmrDbtCdtNtfctn></Document>`
    expect(await read(notified('DBIT'))).toEqual({ findings: [], entries: [] })
    expect(await read(notified('CRDT'))).toMatchObject({
      findings: [{ code: 'DATE_INVALID', message: 'There is no day of booking' }],
      entries: [],
    })
  })
})

describe('a file of Bankgirot elsewhere', () => {
  test('is three deposits in two currencies, with a deduction and references by the line', async () => {
    const several = (one: string, ...more: string[]) => ({
      reference: one,
      parts: more.map((reference) => [reference] as const),
    })
    const { entries, findings } = await read(
      bgmax([
        {
          serial: '00074',
          payments: [
            { amount: '1000.00', reference: '655969'.padStart(25), ref: '1000' },
            { amount: '500.00', reference: '89853', ref: '230000111', isDeduction: true },
            {
              amount: '1400.00',
              ref: '1400',
              text: 'Betalning med extra refnr 657965',
              ...several('657866 658765 657767', '657866', '658765', '657767'),
            },
          ],
        },
        {
          serial: '00076',
          currency: 'EUR',
          payments: [
            {
              amount: '3000.00',
              ref: '1800',
              ...several('801266,801365,801464', '801266', '801365', '801464'),
            },
          ],
        },
      ]),
    )
    expect(findings).toEqual([])
    expect(
      entries.map(({ kind, amount, currency, reference, split }) => [
        `${kind} ${amount} ${currency} ${reference}`,
        ((split ?? []) as PartRead[]).map(({ reference: of }) => of).join(' '),
      ]),
    ).toEqual([
      ['PAYMENT 100000 SEK 655969', ''],
      ['REVERSAL 50000 SEK 89853', ''],
      ['PAYMENT 140000 SEK null', '657866 658765 657767'],
      ['PAYMENT 300000 EUR null', '801266 801365 801464'],
    ])
  })

  test('ends with lines of nothing', async () => {
    const file = bgmax([{ payments: [{ amount: '100.00', reference: '65598' }] }])
    const { entries, findings } = await read(`${file}\r\n\r\n\r\n`)
    expect([entries.length, findings]).toEqual([1, []])
  })
})
