import { expect, test } from 'vitest'
import type { SpecificationRead } from '../../src/domain/payments/specification.ts'
import { readSpecificationApart } from '../../src/ports/banks/read-specification.ts'

const read = async (text: string, currency = 'SEK') =>
  (await readSpecificationApart({ value: { currency }, parts: [Buffer.from(text)] }))
    .value as SpecificationRead

test('a list is known by its first line, whatever the order of its columns', async () => {
  const { rows, findings } = await read(
    '\uFEFFamount;note;reference;invoiceNumber\r\n100.50;x;1000010000174;\r\n\r\n2;y;;A-7\r\n',
  )
  expect(findings).toEqual([])
  expect(rows).toEqual([
    { line: 2, reference: '1000010000174', invoiceNumber: null, amount: '10050' },
    { line: 4, reference: null, invoiceNumber: 'A-7', amount: '200' },
  ])
})

test('a Swedish list has commas in its amounts, and spaces between thousands', async () => {
  expect((await read('Fakturanummer;Belopp;Valuta\nA-7;1 250,50;SEK\n')).rows).toEqual([
    { line: 2, reference: null, invoiceNumber: 'A-7', amount: '125050' },
  ])
})

test('a delimiter between quotes is a sign like others', async () => {
  expect((await read('invoiceNumber,amount\n"A,7",10\n')).rows).toEqual([
    { line: 2, reference: null, invoiceNumber: 'A,7', amount: '1000' },
  ])
})

test('each line that says nothing that could be booked is told of', async () => {
  const { rows, findings } = await read(
    [
      'reference;amount;currency',
      '17;0;SEK',
      '17;-5.00;SEK',
      '17;5.005;SEK',
      '17;much;SEK',
      ';5.00;SEK',
      '17;5.00;EUR',
      '17;5.00;sek',
    ].join('\n'),
  )
  expect(findings.map(({ line, code }) => [line, code])).toEqual([
    [2, 'AMOUNT_INVALID'],
    [3, 'AMOUNT_INVALID'],
    [4, 'AMOUNT_INVALID'],
    [5, 'AMOUNT_INVALID'],
    [6, 'REFERENCE_MISSING'],
    [7, 'CURRENCY_DIFFERS'],
  ])
  expect(rows).toEqual([{ line: 8, reference: '17', invoiceNumber: null, amount: '500' }])
})

test.each([
  ['what is no list', 'Dear Sirs,\nwe paid', 'FORMAT_UNKNOWN'],
  ['nothing', '\n\n', 'FORMAT_UNKNOWN'],
  ['a list without an amount', 'reference;invoiceNumber\n17;A-7\n', 'FORMAT_UNKNOWN'],
  ['too many lines', `reference;amount\n${'17;1\n'.repeat(1001)}`, 'TOO_MANY_ROWS'],
  ['a line without an end', `reference;amount\n${'1'.repeat(200_000)}\n`, 'LINE_TOO_LONG'],
])('%s is not read', async (_, text, code) => {
  await expect(read(text)).rejects.toMatchObject({ code })
})

test('as many lines as a list may have are read', async () => {
  expect((await read(`reference;amount\n${'17;1\n'.repeat(1000)}`)).rows).toHaveLength(1000)
})
