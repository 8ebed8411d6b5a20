import { expect, test } from 'vitest'
import { noticeLetter } from '../../src/domain/invoices/documents/notice-letter.ts'
import { noticeOf, whyNotToSend } from '../../src/domain/invoices/documents/notice.ts'
import { frozenInvoice } from '../support/frozen.ts'

const payment = { payee: 'Factor AB', account: null, reference: null }

test.each([
  [
    'sv',
    'Underrättelse om överlåtelse: faktura 2026-1001 från Åkerströms Bygg & Måleri AB',
    'Till',
  ],
  ['en', 'Notice of assignment: invoice 2026-1001 from Åkerströms Bygg & Måleri AB', 'To'],
] as const)(
  'in %s the mail says which claim was assigned, by and to whom',
  (language, subject, to) => {
    const letter = noticeLetter(noticeOf(frozenInvoice({ language, payment }), '39169.00'))
    expect(letter.subject).toBe(subject)
    expect(letter.text.startsWith(`${to} Öberg & Söner AB\n`)).toBe(true)
    for (const part of ['Åkerströms Bygg & Måleri AB', '2026-1001', '2026-11-20']) {
      expect(letter.text).toContain(part)
    }
    expect(letter.text.match(/Factor AB/g)).toHaveLength(2)
  },
)

test.each([
  ['FINANCED', 1n, null],
  ['REFINANCED', 1n, null],
  ['RECOURSED', 1n, 'The claim is its client’s again.'],
  ['NONE', 1n, 'The claim is its client’s again.'],
  ['FINANCED', 0n, 'Nothing is owed on the claim any more.'],
] as const)('of a claim that is %s with %s open', (financingStatus, balance, reason) => {
  expect(whyNotToSend({ financingStatus, balance })).toBe(reason)
})
