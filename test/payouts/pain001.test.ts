import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import type { PaymentOut, PayoutFileFormat } from '../../src/domain/payouts/batch.ts'
import { pain001, type Order } from '../../src/ports/banks/pain001.ts'

const payment = (id: string, more: Partial<PaymentOut> = {}): PaymentOut => ({
  id,
  amount: 12_345n,
  kind: 'BANKGIRO',
  number: '9912346',
  bic: null,
  holder: 'Åkes Bygg & Son AB',
  text: 'Utbetalning 1042 <viktig>',
  ...more,
})

export const order = (more: Partial<Order> = {}): Order => ({
  messageId: 'POB06H1NNY21HRXK9P2MKENP524R8',
  madeAt: new Date('2026-11-27T02:31:17.260Z'),
  executionDate: '2026-11-30',
  currency: 'SEK',
  payer: 'Nordlund Factoring AB',
  from: { kind: 'IBAN', number: 'SE3550000000054910000003', bic: 'ESSESESS' },
  payments: [
    payment('PO1'),
    payment('PO2', { kind: 'PLUSGIRO', number: '2865434', amount: 100n }),
    payment('PO3', { kind: 'BBAN', number: '832791234567897', text: null }),
    payment('PO4', { kind: 'IBAN', number: 'DE89370400440532013000', bic: 'COBADEFF' }),
  ],
  ...more,
})

export const textOf = (of: Order, format: PayoutFileFormat) => [...pain001(of, format)].join('')

/** `Document/CstmrCdtTrfInitn/GrpHdr/MsgId: POB…`, line by line. */
function linesOf(text: string): string[] {
  const parser = new SaxesParser({ xmlns: true })
  const [path, lines]: [string[], string[]] = [[], []]
  let said = ''
  parser.on('opentag', ({ local }) => {
    path.push(local)
    said = ''
  })
  parser.on('text', (part) => (said += part))
  parser.on('closetag', () => {
    if (said.trim() !== '') lines.push(`${path.join('/')}: ${said}`)
    path.pop()
    said = ''
  })
  parser.write(text).close()
  return lines.map((line) => line.replace('Document/CstmrCdtTrfInitn/', ''))
}

const transfers = (text: string) =>
  text
    .split('<CdtTrfTxInf>')
    .slice(1)
    .map((each) => each.split('</CdtTrfTxInf>')[0]!)

describe('pain.001', () => {
  test('says whom, how much and when; what it sums is what it has', () => {
    const lines = linesOf(textOf(order(), 'PAIN001_09'))
    // 123.45 × 3 and 1.00.
    expect(lines).toContain('GrpHdr/CtrlSum: 371.35')
    expect(lines).toContain('GrpHdr/NbOfTxs: 4')
    expect(lines).toContain('PmtInf/CtrlSum: 371.35')
    expect(lines).toContain('GrpHdr/CreDtTm: 2026-11-27T02:31:17Z')
    expect(lines).toContain('PmtInf/ReqdExctnDt/Dt: 2026-11-30')
    expect(lines).toContain('PmtInf/DbtrAgt/FinInstnId/BICFI: ESSESESS')
    const old = linesOf(textOf(order(), 'PAIN001_03'))
    expect(old).toContain('PmtInf/ReqdExctnDt: 2026-11-30')
    expect(old).toContain('PmtInf/DbtrAgt/FinInstnId/BIC: ESSESESS')
  })

  test('names giros, accounts of Swedish banks and IBANs as each bank takes them', () => {
    const [giro, plus, bban, iban] = transfers(textOf(order(), 'PAIN001_09'))
    expect(giro).toContain('<MmbId>9900</MmbId>')
    expect(giro).toContain('<Othr><Id>9912346</Id><SchmeNm><Prtry>BGNR</Prtry></SchmeNm></Othr>')
    expect(plus).toContain('<MmbId>9960</MmbId>')
    expect(plus).toContain('<Othr><Id>2865434</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm></Othr>')
    // The fifth digit of the clearing number is part of the account.
    expect(bban).toContain('<MmbId>8327</MmbId>')
    expect(bban).toContain('<Othr><Id>91234567897</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm></Othr>')
    expect(bban).not.toContain('RmtInf')
    expect(iban).toContain('<IBAN>DE89370400440532013000</IBAN>')
    expect(iban).toContain('<BICFI>COBADEFF</BICFI>')
    expect(giro).toContain('<Nm>Akes Bygg + Son AB</Nm>')
    expect(giro).toContain('<Ustrd>Utbetalning 1042 viktig</Ustrd>')
  })

  test('pays euros by SEPA', () => {
    const euros = order({
      currency: 'EUR',
      payments: [payment('PO1', { kind: 'IBAN', number: 'DE89370400440532013000' })],
    })
    const lines = linesOf(textOf(euros, 'PAIN001_09'))
    expect(lines).toContain('PmtInf/PmtTpInf/SvcLvl/Cd: SEPA')
    expect(lines).toContain('PmtInf/ChrgBr: SLEV')
    expect(transfers(textOf(euros, 'PAIN001_09'))[0]).not.toContain('CdtrAgt')
  })

  test('is the same for the same order, and holds back nothing of a large one', () => {
    expect(textOf(order(), 'PAIN001_09')).toBe(textOf(order(), 'PAIN001_09'))
    const payments = Array.from({ length: 10_000 }, (_, n) => payment(`PO${n}`))
    let parts = 0
    let longest = 0
    for (const part of pain001(order({ payments }), 'PAIN001_09')) {
      parts++
      longest = Math.max(longest, part.length)
    }
    expect(parts).toBe(10_004)
    expect(longest).toBeLessThan(2000)
  })
})
