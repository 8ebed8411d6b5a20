import { expect, test } from 'vitest'
import { readBankFileApart } from '../../src/ports/banks/read-bank-file.ts'
import { bgmax, camt, iban, type Paid } from './files.ts'

const today = '2026-11-26'
const one = (more: Partial<Paid> = {}): Paid[] => [{ amount: '100.00', ref: 'B1', ...more }]
const lines = (name: string): string[] => {
  const rows = [1, 2, 3].map((n) => `${iban};2026-11-20;${n}.00;SEK;C${n};${name}`)
  return ['account;bookDate;amount;currency;bankRef;payerName', ...rows]
}

test.each([
  ['camt', Buffer.from(camt({ entries: [one({ name: 'Åsa Öberg €' }), one({ ref: 'B2' })] }))],
  ['BgMax', Buffer.from(bgmax([{ payments: one({ name: 'Asa' }) }]))],
  ['a list', Buffer.from(lines('Åsa').join('\n'))],
  ['a list in the old encoding', Buffer.from(lines('Åsa Öberg').join('\r\n'), 'latin1')],
])('a file is read alike, wherever it is cut on its way: %s', async (_, bytes) => {
  const whole = await readBankFileApart({ value: { today }, parts: [bytes] })
  expect(whole.value).toMatchObject({ findingCount: 0 })
  for (let size = 1; size < bytes.length; size += Math.max(1, Math.floor(bytes.length / 40))) {
    async function* coming() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    }
    const given = { value: { today }, parts: [], coming: coming() }
    expect(await readBankFileApart(given)).toEqual(whole)
  }
})
