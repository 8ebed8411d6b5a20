import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { pain001 } from '../../src/ports/banks/pain001.ts'
import { orderOf, paymentOf, textOf } from './pain001-orders.ts'

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
    const lines = linesOf(textOf(orderOf(), 'PAIN001_09'))
    // 123.45 × 3 and 1.00.
    expect(lines).toContain('GrpHdr/CtrlSum: 371.35')
    expect(lines).toContain('GrpHdr/NbOfTxs: 4')
    expect(lines).toContain('PmtInf/CtrlSum: 371.35')
    expect(lines).toContain('GrpHdr/CreDtTm: 2026-11-27T02:31:17Z')
    expect(lines).toContain('PmtInf/ReqdExctnDt/Dt: 2026-11-30')
    expect(lines).toContain('PmtInf/DbtrAgt/FinInstnId/BICFI: ESSESESS')
    const old = linesOf(textOf(orderOf(), 'PAIN001_03'))
    expect(old).toContain('PmtInf/ReqdExctnDt: 2026-11-30')
    expect(old).toContain('PmtInf/DbtrAgt/FinInstnId/BIC: ESSESESS')
  })

  test('names giros, accounts of Swedish banks and IBANs as each bank takes them', () => {
    const [giro, plus, bban, iban] = transfers(textOf(orderOf(), 'PAIN001_09'))
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
    const euros = orderOf({
      currency: 'EUR',
      payments: [paymentOf('PO1', { kind: 'IBAN', number: 'DE89370400440532013000' })],
    })
    const lines = linesOf(textOf(euros, 'PAIN001_09'))
    expect(lines).toContain('PmtInf/PmtTpInf/SvcLvl/Cd: SEPA')
    expect(lines).toContain('PmtInf/ChrgBr: SLEV')
    expect(transfers(textOf(euros, 'PAIN001_09'))[0]).not.toContain('CdtrAgt')
  })

  test('is the same for the same order, and holds back nothing of a large one', () => {
    expect(textOf(orderOf(), 'PAIN001_09')).toBe(textOf(orderOf(), 'PAIN001_09'))
    const payments = Array.from({ length: 10_000 }, (_, n) => paymentOf(`PO${n}`))
    let parts = 0
    let longest = 0
    for (const part of pain001(orderOf({ payments }), 'PAIN001_09')) {
      parts++
      longest = Math.max(longest, part.length)
    }
    expect(parts).toBe(10_004)
    expect(longest).toBeLessThan(2000)
  })
})
