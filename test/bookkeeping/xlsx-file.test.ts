import readSheet from 'read-excel-file/node'
import { expect, test, vi } from 'vitest'
import { xlsxOf } from '../../src/activities/system/xlsx-file.ts'

const columns = [
  { name: 'number', label: 'Number', isText: false },
  { name: 'text', label: 'Text', isText: true },
  { name: 'debit', label: 'Debit', isText: false, isAmount: true },
]
const rowsOf = async (bytes: Uint8Array) => (await readSheet(Buffer.from(bytes)))[0]!.data

test('a sheet has texts that are no formulas, and amounts that are numbers', async () => {
  const texts = ['=1+1', '+46', '-2', '@SUM(A1)', '\tx', '\uff1dx', 'Åsa & <b>', "it's =1", '漢字']
  const rows = texts.map((text, n) => ({ number: `00${n}`, text, debit: `-${n}.50` }))
  const sheet = await rowsOf(await xlsxOf('Vouchers', columns, rows))
  expect(sheet[0]).toEqual(['Number', 'Text', 'Debit'])
  expect(sheet.slice(1).map(([, text]) => text)).toEqual([
    ...texts.slice(0, 4).map((text) => `'${text}`),
    "'\tx",
    "'\uff1dx",
    'Åsa & <b>',
    "it's =1",
    '漢字',
  ])
  expect(sheet.slice(1).map(([number]) => number)).toEqual(rows.map(({ number }) => number))
  expect(sheet.slice(1).map(([, , debit]) => debit)).toEqual(rows.map((row) => Number(row.debit)))
})

test('the same rows are the same bytes, whenever they are written', async () => {
  const rows = [{ number: '1', text: 'a', debit: '1250.00' }]
  const first = await xlsxOf('Vouchers', columns, rows)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
  const later = await xlsxOf('Vouchers', columns, rows).finally(() => vi.useRealTimers())
  expect(Buffer.compare(first, later)).toBe(0)
})

test('many rows keep their order and their places', async () => {
  const rows = Array.from({ length: 12_000 }, (_, n) => ({
    number: `${n}`,
    text: `Row ${n}`,
    debit: `${n}.01`,
  }))
  const sheet = await rowsOf(await xlsxOf('Vouchers', columns, rows))
  expect(sheet).toHaveLength(rows.length + 1)
  expect(sheet.at(-1)).toEqual(['11999', 'Row 11999', 11_999.01])
})
