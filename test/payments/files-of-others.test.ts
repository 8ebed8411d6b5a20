import { describe, expect, test } from 'vitest'
import type { Finding } from '../../src/domain/payments/bank-file.ts'
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

  test('ends with lines of nothing', async () => {
    const file = bgmax([{ payments: [{ amount: '100.00', reference: '65598' }] }])
    const { entries, findings } = await read(`${file}\r\n\r\n\r\n`)
    expect([entries.length, findings]).toEqual([1, []])
  })
})
