import { expect, test } from 'vitest'
import type { Finding } from '../../src/domain/payments/bank-file.ts'
import { entriesIn } from '../../src/ports/banks/pages.ts'
import { readBankFileApart } from '../../src/ports/banks/read-bank-file.ts'

// Shapes of other parsers' suites, which no bank's rules have: what is not said is not lost.

async function read(...entries: readonly string[]) {
  const text = `<Document><BkToCstmrStmt><Stmt><Id>S</Id><CreDtTm>2025-06-08T06:00:00</CreDtTm>
<Acct><Id><IBAN>SE4550000000058398257466</IBAN></Id><Ccy>EUR</Ccy></Acct>${entries.join('')}
</Stmt></BkToCstmrStmt></Document>`
  const given = { value: { today: '2026-11-27' }, parts: [Buffer.from(text)] }
  const { value, parts } = await readBankFileApart(given)
  const { findings, statements } = value as {
    findings: readonly Finding[]
    statements: readonly { movement: string }[]
  }
  const found = parts.flatMap((part, at) => (at % 2 === 0 ? [] : entriesIn(part)))
  return { findings, entries: found, movement: statements[0]?.movement }
}

interface Entry {
  amount?: string
  side?: string
  status?: string
  reversed?: boolean
  details?: string
}

const entry = ({
  amount = '27',
  side = 'CRDT',
  status = '<Sts><Cd>BOOK</Cd></Sts>',
  reversed = false,
  details = '',
}: Entry = {}) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt>${side === '' ? '' : `<CdtDbtInd>${side}</CdtDbtInd>`}
${reversed ? '<RvslInd>true</RvslInd>' : ''}${status}<BookgDt><Dt>2025-06-08</Dt></BookgDt>
<AcctSvcrRef>PARENT</AcctSvcrRef>${details}</Ntry>`
const details = (...transactions: readonly string[]) =>
  `<NtryDtls>${transactions.map((one) => `<TxDtls>${one}</TxDtls>`).join('')}</NtryDtls>`
const from = (name: string, more = '') =>
  `${more}<RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties>`

test('a batch whose parts are in another currency, or without amounts, is one payment', async () => {
  const dollars = (amount: string) =>
    `<AmtDtls><TxAmt><Amt Ccy="USD">${amount}</Amt></TxAmt></AmtDtls>`
  for (const parts of [
    details(from('Alma', dollars('10')), from('Bo', dollars('20'))),
    details(from('Alma'), from('Bo')),
  ]) {
    const { findings, entries } = await read(entry({ details: parts }))
    expect(findings).toEqual([])
    expect(entries).toMatchObject([{ amount: '2700', message: 'Alma Bo', bankRef: 'PARENT' }])
    // The statement that gives the entry alone tells of the same.
    const alone = await read(entry())
    expect(entries.map(({ key }) => key)).toEqual(alone.entries.map(({ key }) => key))
  }
})

test('several documents that were paid together are all of the payment', async () => {
  const document = (number: string) => `<RfrdDocInf><Nb>${number}</Nb></RfrdDocInf>`
  const paid = '<RfrdDocAmt><RmtdAmt Ccy="EUR">27</RmtdAmt></RfrdDocAmt>'
  const of = async (...numbers: readonly string[]) => {
    const structured = `<Strd>${numbers.map(document).join('')}${paid}</Strd>`
    const [found] = (await read(entry({ details: details(`<RmtInf>${structured}</RmtInf>`) })))
      .entries
    return [found?.reference, found?.split]
  }
  expect(await of('10042')).toEqual(['10042', null])
  expect(await of('10042', '10043')).toEqual([
    null,
    [
      { reference: '10042', amount: null },
      { reference: '10043', amount: null },
    ],
  ])
})

test('of parts of which some have amounts, the others are what is left', async () => {
  const known = (amount: string) => `<Amt Ccy="EUR">${amount}</Amt>`
  const one = await read(entry({ details: details(known('20'), from('Bo')) }))
  expect(one).toMatchObject({
    findings: [],
    entries: [{ amount: '2000' }, { amount: '700', payerName: 'Bo' }],
  })
  const two = await read(entry({ details: details(from('Al'), known('20'), from('Bo')) }))
  expect(two).toMatchObject({
    findings: [],
    entries: [{ amount: '2000' }, { amount: '700', payerName: null, message: 'Al Bo' }],
  })
  expect(new Set(two.entries.map(({ key }) => key)).size).toBe(2)
  const none = await read(entry({ details: details(known('27'), from('Bo')) }))
  expect(none).toMatchObject({ findings: [{ code: 'AMOUNT_INVALID' }], entries: [{}] })
  // What is said, and is no amount, is not guessed.
  const wrong = await read(entry({ details: details(known('20'), known("1'0")) }))
  expect(wrong).toMatchObject({ findings: [{ code: 'AMOUNT_INVALID' }], entries: [{}] })
})

test('as many transactions as a batch says are there', async () => {
  const batch = (count: number, amount: string) =>
    `<NtryDtls><Btch><NbOfTxs>${count}</NbOfTxs></Btch>
<TxDtls><Amt Ccy="EUR">${amount}</Amt></TxDtls></NtryDtls>`
  const whole = await read(entry({ details: batch(1, '20') + batch(1, '7') }))
  expect(whole.findings).toEqual([])
  expect(whole.entries.map(({ place }) => place.replace(/, line \d+$/, ''))).toEqual([
    'Stmt[1]/Ntry[1]/TxDtls[1]',
    'Stmt[1]/Ntry[1]/NtryDtls[2]/TxDtls[1]',
  ])
  const lacking = await read(entry({ details: batch(1, '20') + batch(2, '7') }))
  expect(lacking).toMatchObject({
    findings: [
      {
        code: 'COUNT_DIFFERS',
        message: '3 transactions are said to be there, and 2 are',
      },
    ],
    entries: [{}, {}],
  })
  // Of a batch that says no more than its number, nothing is compared.
  const closed = '<NtryDtls><Btch><NbOfTxs>9</NbOfTxs></Btch></NtryDtls>'
  expect(await read(entry({ details: closed }))).toMatchObject({ findings: [], entries: [{}] })
})

test.each([
  ['', 1, []],
  ['<Sts><Prtry>BOOK</Prtry></Sts>', 1, []],
  ['<Sts><Cd>PDNG</Cd></Sts>', 0, []],
  ['<Sts>INFO</Sts>', 0, []],
  ['<Sts><Cd>FUTR</Cd></Sts>', 0, []],
  ['<Sts><Prtry>Perhaps</Prtry></Sts>', 0, ['STATUS_UNKNOWN']],
])('a status of "%s" gives %i', async (status, count, codes) => {
  const { entries, findings } = await read(entry({ status }))
  expect([entries.length, findings.map(({ code }) => code)]).toEqual([count, codes])
})

test('what is said neither to come nor to go is told, and counts on no side', async () => {
  const { entries, findings, movement } = await read(entry({ side: '' }), entry({ amount: '3' }))
  expect(entries).toMatchObject([{ amount: '300' }])
  expect(findings).toMatchObject([{ code: 'DIRECTION_MISSING' }])
  expect(movement).toBe('300')
})

test('what was sent and comes back comes from who was to get it', async () => {
  const parties = `<RltdPties><Dbtr><Pty><Nm>We</Nm></Pty></Dbtr><Cdtr><Pty><Nm>They</Nm></Pty></Cdtr>
<CdtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></CdtrAcct></RltdPties>`
  const back = `${parties}<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>`
  const came = { payerName: 'They', payerAccount: 'NL91ABNA0417164300', kind: 'PAYMENT' }
  expect(await read(entry({ details: details(back) }))).toMatchObject({ entries: [came] })
  const reversed = entry({ reversed: true, details: details(parties) })
  expect(await read(reversed)).toMatchObject({ entries: [came] })
  expect(await read(entry({ details: details(parties) }))).toMatchObject({
    entries: [{ payerName: 'We' }],
  })
  // The bank takes back what they had paid: of the payment that came, they are the debtor.
  const taken = entry({ side: 'DBIT', reversed: true, details: details(from('They')) })
  expect(await read(taken)).toMatchObject({ entries: [{ kind: 'REVERSAL', payerName: 'They' }] })
})

test('a transaction that is netted goes the other way', async () => {
  const part = (amount: string, side: string) =>
    `<Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>`
  const { entries, findings } = await read(
    entry({ details: details(part('30', 'CRDT'), part('3', 'DBIT')) }),
  )
  expect([entries.map(({ amount }) => amount), findings]).toEqual([['3000'], []])
})
