import { afterAll, describe, expect, test } from 'vitest'
import type { FrozenInvoice } from '../../src/domain/invoices/documents/frozen-invoice.ts'
import { Apart } from '../../src/ports/apart/apart.ts'
import { invoicePdf } from '../../src/ports/pdf/pdf.ts'
import { codeIn } from '../support/code-in-pdf.ts'
import { frozenInvoice } from '../support/frozen.ts'
import { pdfText } from '../support/pdf-text.ts'

const apart = new Apart()
afterAll(() => apart.stop())

const drawn = (more: Partial<FrozenInvoice>) => invoicePdf(apart, frozenInvoice(more))
const iban = { kind: 'IBAN', number: 'SE3550000000054910000003', bic: 'ESSESESS' } as const

describe('the code on an invoice', () => {
  test('is that of Swedish giros, digit by digit what stands beside it', async () => {
    for (const [kind, number, pt] of [
      ['BANKGIRO', '5050-1055', 'BG'],
      ['PLUSGIRO', '4789-2', 'PG'],
    ] as const) {
      const account = { kind, number, bic: null }
      const payment = { payee: 'Åkerströms Bygg & Måleri AB', account, reference: '10000100012' }
      const pdf = await drawn({ payment })
      expect(JSON.parse(codeIn(pdf) ?? '')).toEqual({
        uqr: 1,
        tp: 1,
        nme: 'Åkerströms Bygg & Måleri AB',
        cid: '556677-8899',
        iref: '10000100012',
        idt: '20261120',
        ddt: '20261220',
        due: 39169,
        cur: 'SEK',
        pt,
        acc: number,
      })
      expect(codeIn(pdf)).toContain('"due":39169.00,')
      const said = pdfText(pdf).flat()
      expect(said.map((one) => one.replaceAll(/\s/g, ''))).toContain(number)
      expect(said).toContain('10000100012')
    }
  })

  test.each([
    ['an RF reference', 'RF18539007547034', ['RF18539007547034']],
    ['another', '10000100012', ['', '10000100012']],
    ['none', null, []],
  ])('is EPC069-12 for euros to an IBAN, with %s', async (_, reference, last) => {
    const payment = { payee: 'Öberg Oy', account: iban, reference }
    const pdf = await drawn({ payment, currency: 'EUR', gross: '1250.50' })
    const whole = ['BCD', '002', '1', 'SCT', 'ESSESESS', 'Öberg Oy', iban.number, 'EUR1250.50']
    const rest = last.length === 0 ? [] : ['', ...last]
    expect(codeIn(pdf)?.split('\n')).toEqual([...whole, ...rest])
  })

  test('is none where no application would know what to pay', async () => {
    const payment = { payee: 'Öberg Oy', account: iban, reference: null }
    expect(codeIn(await drawn({ payment, currency: 'SEK' }))).toBeUndefined()
    expect(codeIn(await drawn({ payment: null, type: 'CREDIT_INVOICE' }))).toBeUndefined()
  })

  test('is read at any size of what it says', async () => {
    const account = { kind: 'BANKGIRO', number: '5050-1055', bic: null } as const
    for (const length of [0, 10, 20, 45, 60, 70]) {
      const payee = 'Ä'.repeat(length) + 'b'
      const code = codeIn(await drawn({ payment: { payee, account, reference: '10000100012' } }))
      expect(JSON.parse(code ?? '')).toMatchObject({ nme: payee, iref: '10000100012' })
    }
  })
})
