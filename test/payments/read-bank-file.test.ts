import { describe, expect, test } from 'vitest'
import type { BankFileRead, EntryRead } from '../../src/domain/payments/bank-file.ts'
import { Unreadable } from '../../src/ports/apart/kinds.ts'
import { entriesIn } from '../../src/ports/banks/pages.ts'
import { readBankFileApart } from '../../src/ports/banks/read-bank-file.ts'
import { bgmax, camt, iban, type Paid } from './files.ts'

type ReadSoFar = BankFileRead & { entries: EntryRead[]; found: string[] }

async function read(file: string | Uint8Array, today = '2026-11-26'): Promise<ReadSoFar> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const { value, parts } = await readBankFileApart({ value: { today }, parts: [bytes] })
  const said = value as BankFileRead
  const entries = parts.flatMap((part, at) => (at % 2 === 0 ? [] : entriesIn(part)))
  return { ...said, entries, found: said.findings.map(({ code, place }) => `${code} ${place}`) }
}

const refusal = async (file: string | Uint8Array): Promise<string> => {
  const error: unknown = await read(file).catch((thrown: unknown) => thrown)
  return error instanceof Unreadable ? error.code : 'it was read'
}
const codes = async (file: string | Uint8Array) => {
  const { findings } = await read(file)
  return findings.map(({ code }) => code)
}
const one = (more: Partial<Paid> = {}): Paid[] => [{ amount: '100.00', ref: 'B1', ...more }]

describe('camt', () => {
  test.each(['02', '08', '10', '13'] as const)('.%s gives the same entries', async (version) => {
    for (const kind of ['053', '054'] as const) {
      const { format, entries, found, statements } = await read(
        camt({
          version,
          kind,
          opening: '10.00',
          closing: '1360.50',
          totals: { count: 2, sum: '1350.50' },
          serial: '17',
          entries: [
            [
              {
                amount: '1250.50',
                reference: '1000010000174',
                name: 'Bygg & Trä'.replace('&', '&amp;'),
                ref: 'B1',
                endToEndId: 'E-1',
              },
            ],
            [
              { amount: '60.00', ref: 'B2', text: 'Thanks' },
              { amount: '40.00', ref: 'B3', reference: 'RF18539007547034' },
            ],
          ],
        }),
      )
      expect([format, found]).toEqual([`CAMT${kind}`, []])
      expect(entries.map(({ amount }) => amount)).toEqual(['125050', '6000', '4000'])
      expect(entries[0]).toMatchObject({
        kind: 'PAYMENT',
        account: iban,
        currency: 'SEK',
        bookDate: '2026-11-20',
        reference: '1000010000174',
        payerName: 'Bygg & Trä',
        bankRef: 'B1',
        endToEndId: 'E-1',
      })
      expect(entries[1]).toMatchObject({ reference: null, message: 'Thanks' })
      expect(statements).toMatchObject([
        { account: iban, serial: '17', opening: '1000', closing: '136050', movement: '135050' },
      ])
    }
  })

  test('has the same keys in a statement and in a notification', async () => {
    const entries = [one(), one({ ref: 'B2' }), one({ ref: 'B2' })]
    const [first, second] = [
      await read(camt({ kind: '053', entries })),
      await read(camt({ kind: '054', version: '08', id: 'N9', entries })),
    ]
    const keys = (from: ReadSoFar) => from.entries.map(({ key }) => key)
    expect(keys(first)).toEqual(keys(second))
    expect(new Set(keys(first)).size).toBe(3)
  })

  test('of several references is a split, with the parts that the bank knows', async () => {
    const { entries } = await read(
      camt({
        entries: [
          one({
            parts: [
              ['111', '60.00'],
              ['222', '40.00'],
            ],
          }),
        ],
      }),
    )
    expect(entries[0]).toMatchObject({
      reference: null,
      split: [
        { reference: '111', amount: '6000' },
        { reference: '222', amount: '4000' },
      ],
    })
  })
})

describe('camt with more than payments', () => {
  test('tells what takes back what came in from what goes out', async () => {
    const { entries, statements } = await read(
      camt({
        opening: '0.00',
        closing: '-150.00',
        entries: [
          one({ isOut: true, ref: 'O1' }),
          one({ isOut: true, isReversal: true, ref: 'O2' }),
          one({ isOut: true, isReturn: true, ref: 'O3' }),
          one({ amount: '150.00' }),
          one({ status: 'PDNG', ref: 'P1' }),
        ],
      }),
    )
    expect(entries.map(({ kind, bankRef }) => [kind, bankRef])).toEqual([
      ['REVERSAL', 'O2'],
      ['REVERSAL', 'O3'],
      ['PAYMENT', 'B1'],
    ])
    expect(statements[0]?.movement).toBe('-15000')
  })

  test('keeps what is good, and says of each other entry what is wrong and where', async () => {
    const { entries, found } = await read(
      camt({
        entries: [
          one({ amount: '1.005' }),
          one({ amount: '-5.00', ref: 'B2' }),
          one({ amount: '0.00', ref: 'B3' }),
          one({ currency: 'EUR', ref: 'B4' }),
          one({ amount: '1e3', ref: 'B5' }),
          one({ amount: '7.00', ref: 'B6' }),
        ],
      }),
    )
    expect(entries.map(({ amount }) => amount)).toEqual(['700'])
    expect(found.map((one) => one.replace(/, line \d+/, ''))).toEqual([
      'AMOUNT_INVALID Stmt[1]/Ntry[1]/TxDtls[1]',
      'AMOUNT_INVALID Stmt[1]/Ntry[2]/TxDtls[1]',
      'AMOUNT_INVALID Stmt[1]/Ntry[3]/TxDtls[1]',
      'CURRENCY_DIFFERS Stmt[1]/Ntry[4]',
      'AMOUNT_INVALID Stmt[1]/Ntry[4]/TxDtls[1]',
      'AMOUNT_INVALID Stmt[1]/Ntry[5]/TxDtls[1]',
    ])
    expect(found[0]).toMatch(/, line \d+$/)
  })

  test('compares sums, counts and balances with what is there', async () => {
    const said = { entries: [one()], totals: { count: 2, sum: '99.00' } }
    expect(await codes(camt(said))).toEqual(['COUNT_DIFFERS', 'SUM_DIFFERS'])
    const balances = { entries: [one()], opening: '1.00', closing: '100.00' }
    expect(await codes(camt(balances))).toEqual(['BALANCE_DIFFERS'])
    const parts = camt({ entries: [[...one(), ...one({ ref: 'B2' })]] })
    expect(await codes(parts.replace('>200.00<', '>201.00<'))).toEqual(['SUM_DIFFERS'])
    const twice = camt({ entries: [one()], serial: '5' })
    const statement = /<Stmt>[\s\S]*<\/Stmt>/.exec(twice)?.[0] ?? ''
    expect(await codes(twice.replace('</Stmt>', `</Stmt>${statement}`))).toEqual(['SERIAL_TWICE'])
  })

  test('refuses days that are none or have not come', async () => {
    expect(await codes(camt({ entries: [one()], date: '2026-11-27' }))).toEqual(['DATE_IN_FUTURE'])
    expect(await codes(camt({ entries: [one()], date: '2026-02-30' }))).toEqual(['DATE_INVALID'])
  })
})

describe('what no bank writes', () => {
  test('the same reference in another currency is another entry', async () => {
    const keys = async (currency: string) =>
      (await read(camt({ currency, entries: [one()] }))).entries.map(({ key }) => key)
    expect(await keys('SEK')).not.toEqual(await keys('EUR'))
    expect(await keys('SEK')).toEqual(await keys('SEK'))
  })

  test('is no more than the books hold, alone or together', async () => {
    const most = '999999999999999.00'
    const together = Array.from({ length: 12 }, (_, n) => one({ amount: most, ref: `B${n}` }))
    // Ten of 10^17 minor units, less a hundred each, are just below the 10^18 of a file.
    const { entries, found } = await read(camt({ entries: together }))
    expect(entries).toHaveLength(10)
    expect(found.map((text) => text.split(' ')[0])).toEqual(
      Array.from({ length: 2 }, () => 'AMOUNTS_TOO_LARGE'),
    )
    const alone = camt({ currency: 'KWD', entries: [one({ amount: most })] })
    expect(await codes(alone)).toEqual(['AMOUNT_INVALID'])
  })

  test('is no day that a calendar lacks, nor a value more than a year away', async () => {
    const on = (date: string) => codes(camt({ entries: [one()], date }))
    expect(await on('0000-01-01')).toEqual(['DATE_INVALID'])
    const valued = (day: string) =>
      codes(camt({ entries: [one()] }).replace(/<ValDt><Dt>[^<]*/, `<ValDt><Dt>${day}`))
    expect(await valued('9999-12-31')).toEqual(['DATE_INVALID'])
    expect(await valued('2027-11-20')).toEqual([])
    const balances = { opening: '0.00', closing: '100.00', entries: [one()] }
    const late = camt(balances).replaceAll('</CdtDbtInd><Dt><Dt>2026', '</CdtDbtInd><Dt><Dt>2031')
    const { statements, findings } = await read(late)
    expect([statements[0]?.date, findings[0]?.code]).toEqual([null, 'DATE_IN_FUTURE'])
  })

  test('is short and clean in what is said of it', async () => {
    const heading = 'account;bookDate;amount;currency'
    const bad = `\0${'x'.repeat(1000)}`
    const { findings } = await read(`${heading}\n5050-1055;2026-11-20;1.00;${bad}`)
    expect(findings.map(({ code }) => code)).toEqual(['CURRENCY_UNKNOWN'])
    expect(findings[0]!.message).toMatch(/^x{300}$/)
    const split = camt({
      entries: [one({ parts: Array.from({ length: 1001 }, () => ['1', '0.10']) })],
    })
    expect(await codes(split)).toEqual(['TOO_MANY_PARTS'])
  })

  test('is never so much that it cannot be held', { timeout: 120_000 }, async () => {
    const accounts = Array.from({ length: 1001 }, (_, n) => `7${n};2026-11-20;1.00;SEK`)
    const heading = 'account;bookDate;amount;currency'
    expect(await refusal([heading, ...accounts].join('\n'))).toBe('TOO_MANY_ACCOUNTS')
    const entries = '5050-1055;2026-11-20;1.00;SEK\n'.repeat(500_001)
    expect(await refusal(`${heading}\n${entries}`)).toBe('TOO_MANY_ENTRIES')
    const statements = '<Stmt><Acct><Id><IBAN>SE1</IBAN></Id></Acct></Stmt>'.repeat(10_001)
    const file = `<Document><BkToCstmrStmt>${statements}</BkToCstmrStmt></Document>`
    expect(await refusal(file)).toBe('TOO_MANY_STATEMENTS')
  })
})

describe('camt that is broken', () => {
  test('keeps what came before where it ends too soon', async () => {
    const whole = camt({ entries: [one(), one({ ref: 'B2' }), one({ ref: 'B3' })] })
    const { entries, findings } = await read(whole.slice(0, whole.lastIndexOf('<Ntry>') + 90))
    expect(entries.map(({ bankRef }) => bankRef)).toEqual(['B1', 'B2'])
    expect(findings.map(({ code }) => code)).toEqual(['ENDS_TOO_SOON'])
  })

  test('is never expanded, nested without end or read in a wrong encoding', async () => {
    const body = camt({ entries: [one({ text: '&lol9;' })] }).replace(/<\?xml.*\?>/, '')
    const lol = Array.from({ length: 9 }, (_, n) => `<!ENTITY lol${n + 1} "&lol${n};&lol${n};">`)
    const bomb = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY lol0 "lol">${lol.join('')}]>${body}`
    expect(await refusal(bomb)).toBe('DTD_REFUSED')
    const known = '<Document><BkToCstmrStmt><Stmt>'
    expect(await refusal(known + '<a>'.repeat(100_000))).toBe('TOO_MANY_ELEMENTS')
    expect(await refusal(known + '<a/>'.repeat(100_000))).toBe('TOO_MANY_ELEMENTS')
    expect(await refusal('<Document><CstmrPmtStsRpt/></Document>')).toBe('FORMAT_UNKNOWN')
    const latin = camt({ entries: [one({ name: 'Trä' })] })
    expect(await refusal(Buffer.from(latin, 'latin1'))).toBe('it was read')
    expect((await read(Buffer.from(latin, 'latin1'))).found[0]).toMatch(/^UNREADABLE line \d+$/)
    expect(await refusal('<Document>no end')).toBe('UNREADABLE')
    const named = latin.replace('UTF-8', 'ISO-8859-1')
    expect((await read(Buffer.from(named, 'latin1'))).entries[0]?.payerName).toBe('Trä')
    const surrogate = camt({ entries: [one(), one({ ref: 'B2', text: '&#xD800;' })] })
    const { entries, findings } = await read(surrogate)
    expect([entries.length, findings[0]?.code]).toEqual([1, 'UNREADABLE'])
    expect(await refusal(latin.replace('UTF-8', 'no such'))).toBe('ENCODING_UNKNOWN')
  })
})

describe('BgMax', () => {
  test('gives payments, their references and who paid', async () => {
    const file = bgmax([
      {
        payments: [
          {
            amount: '100.00',
            reference: '65598',
            ref: '1',
            name: 'Kalle Plåt',
            organisation: '5500001234',
          },
          {
            amount: '250.00',
            ref: '2',
            parts: [
              ['111', '150.00'],
              ['222', '100.00'],
            ],
            text: 'Two',
          },
          { amount: '50.00', reference: '777', ref: '3', isDeduction: true },
        ],
      },
    ])
    const { format, entries, found, statements } = await read(Buffer.from(file, 'latin1'))
    expect([format, found]).toEqual(['BGMAX', []])
    expect(entries).toMatchObject([
      {
        kind: 'PAYMENT',
        account: '9912346',
        amount: '10000',
        reference: '65598',
        bookDate: '2026-11-20',
        payerName: 'Kalle Plåt',
        payerAccount: '378-3511',
        payerIdentificationNumber: '5500001234',
      },
      {
        amount: '25000',
        reference: null,
        message: 'Two',
        split: [
          { reference: '111', amount: '15000' },
          { reference: '222', amount: '10000' },
        ],
      },
      { kind: 'REVERSAL', amount: '5000', reference: '777' },
    ])
    expect(statements).toMatchObject([{ serial: '00036', movement: '30000' }])
  })

  test('has further references beside its own, or behind one another in the payment itself', async () => {
    const of = async (reference: string, ...further: string[]) => {
      const parts = further.map((one) => [one] as const)
      const file = bgmax([{ payments: [{ amount: '500.00', reference, ref: '1', parts }] }])
      const [entry] = (await read(file)).entries
      return [entry?.reference, entry?.split?.map((part) => part.reference)]
    }
    expect(await of('658260', '658369', '658468')).toEqual([null, ['658260', '658369', '658468']])
    expect(await of('658369', '658369', '658468')).toEqual([null, ['658369', '658468']])
    expect(await of('658369 658468', '658369', '658468')).toEqual([null, ['658369', '658468']])
    expect(await of('658369')).toEqual(['658369', undefined])
  })

  test('compares its sums and counts, and knows when it ends too soon', async () => {
    const payments = [{ amount: '100.00', ref: '1' }]
    expect(await codes(bgmax([{ payments, sum: '99.00' }]))).toEqual(['SUM_DIFFERS'])
    expect(await codes(bgmax([{ payments, count: 2 }]))).toEqual(['COUNT_DIFFERS'])
    const exchanged = { payments, currency: 'EUR', opensIn: 'SEK' }
    expect(await codes(bgmax([exchanged]))).toEqual(['CURRENCY_DIFFERS'])
    expect(await codes(bgmax([{ payments, serial: 'ABCDE' }]))).toEqual(['SERIAL_INVALID'])
    const end = '7000000009000000000000000000000001'
    expect(await codes(bgmax([{ payments }], { end }))).toEqual(['COUNT_DIFFERS'])
    const lines = bgmax([{ payments }]).split('\r\n')
    const found = ['ENDS_TOO_SOON line 3', 'ENDS_TOO_SOON line 3']
    expect(await read(lines.slice(0, 3).join('\n'))).toMatchObject({ entries: [], found })
    const having = (line: string) => [...lines.slice(0, 2), line, ...lines.slice(2)].join('\n')
    expect((await read(having('XX of nobody'))).found).toEqual(['RECORD_UNKNOWN line 3'])
    expect(await read(having('35 told besides'))).toMatchObject({ entries: [{}], found: [] })
  })
})

describe('a list', () => {
  const heading = 'account;bookDate;amount;currency;reference;payerName;bankRef'
  test('is known by its heading, in any dialect that is declared', async () => {
    const plain = await read(
      `${heading}\n${iban};2026-11-20;100.00;SEK;65598;"Kalle; & ""Co""";B1\n`,
    )
    expect([plain.format, plain.found]).toEqual(['CSV', []])
    expect(plain.entries).toMatchObject([
      { account: iban, amount: '10000', reference: '65598', payerName: 'Kalle; & "Co"' },
    ])
    const swedish =
      'Kontonummer;Bokföringsdag;Belopp;Valuta;Referens\n5050-1055;2026-11-20;1 234,50;SEK;1\n'
    expect((await read(Buffer.from(swedish, 'latin1'))).entries[0]).toMatchObject({
      account: '50501055',
      amount: '123450',
    })
    expect(await refusal('a;b;c\n1;2;3')).toBe('FORMAT_UNKNOWN')
    expect(await refusal('')).toBe('FORMAT_UNKNOWN')
  })

  test('says which line is wrong, and leaves out what goes out', async () => {
    const lines = ['1,5;SEK', '-10.00;SEK', '10.005;SEK', '5.00;XXX', '6.00;SEK']
    const file = [heading, ...lines.map((line) => `${iban};2026-11-20;${line};1;A;`)].join('\n')
    const { entries, found } = await read(file)
    expect(entries.map(({ amount }) => amount)).toEqual(['600'])
    expect(found).toEqual([
      'AMOUNT_INVALID line 2',
      'AMOUNT_INVALID line 4',
      'CURRENCY_UNKNOWN line 5',
    ])
  })
})

test('the three formats of the same payments say the same of them', async () => {
  const paid = [
    { amount: '100.00', reference: '65598', ref: '1', name: 'Kalle' },
    { amount: '0.01', reference: '1000010000174', ref: '2', name: 'Lisa' },
  ]
  const list = paid.map(({ amount, reference, name, ref }) =>
    [iban, '2026-11-20', amount, 'SEK', reference, name, ref].join(';'),
  )
  const files = [
    camt({ entries: paid.map((payment) => [payment]) }),
    bgmax([{ payments: paid }]),
    ['account;bookDate;amount;currency;reference;payerName;bankRef', ...list].join('\n'),
  ]
  const said = await Promise.all(files.map((file) => read(file)))
  const facts = said.map(({ entries }) =>
    entries.map(({ amount, currency, bookDate, reference, payerName, kind }) =>
      [amount, currency, bookDate, reference, payerName, kind].join(' '),
    ),
  )
  expect(facts[1]).toEqual(facts[0])
  expect(facts[2]).toEqual(facts[0])
})
