import { afterAll, describe, expect, test } from 'vitest'
import type { FrozenInvoice } from '../../src/domain/invoices/documents/frozen-invoice.ts'
import { Apart } from '../../src/ports/apart/apart.ts'
import { drawInvoice } from '../../src/ports/pdf/invoice/draw-invoice.ts'
import { invoicePdf } from '../../src/ports/pdf/pdf.ts'
import { frozenInvoice, frozenRow } from '../support/frozen.ts'
import { pdfColours, pdfText } from '../support/pdf-text.ts'

const apart = new Apart()
afterAll(() => apart.stop())

async function textOf(more: Partial<FrozenInvoice> = {}): Promise<string[]> {
  return pdfText(await invoicePdf(apart, frozenInvoice(more))).flat()
}

describe('an invoice', () => {
  test('says in Swedish who, to whom, what, how much, when and where', async () => {
    const text = await textOf()
    const all = [
      ['Faktura', 'Sida 1 av 1', 'Åkerströms Bygg & Måleri AB', 'Öberg & Söner AB'],
      ['c/o Anna Ek', '333 44 Göteborg'],
      ['Fakturanummer', '2026-1001', 'Förfallodatum', '2026-12-20', 'Leveransdatum'],
      ['Kundnummer', 'K-100', 'Er referens', 'Anna Ek', 'Ert ordernummer', 'PO-778'],
      ['Målning av fasad', '12,5', 'tim', '1 250,00', '10 %', '15 625,00'],
      ['Summa exkl. moms', '31 350,00', '7 812,50', '6,00', 'Öresavrundning', '0,50'],
      ['Att betala', 'SEK 39 169,00', 'Bankgiro', '5050-1055', 'OCR-nummer', '10000100012'],
      ['Org.nr 556677-8899', 'Momsreg.nr SE556677889901', 'Godkänd för F-skatt'],
      ['Efter förfallodagen debiteras dröjsmålsränta.'],
    ]
    for (const said of all.flat()) {
      expect(text.map((piece) => piece.replaceAll(/ +/g, ' '))).toContain(said)
    }
  })

  test('says the same in English', async () => {
    const text = await textOf({ language: 'en' })
    for (const said of ['Invoice', 'Page 1 of 1', 'Due date', 'Amount to pay', 'SEK 39,169.00']) {
      expect(text).toContain(said)
    }
    expect(text).not.toContain('Faktura')
  })

  test('groups an RF reference and an IBAN for whoever types them', async () => {
    const account = { kind: 'IBAN', number: 'SE3550000000054910000003', bic: 'ESSESESS' } as const
    const payment = { payee: 'Client', account, reference: 'RF18539007547034' }
    const text = await textOf({ payment, currency: 'EUR' })
    expect(text).toContain('SE35 5000 0000 0549 1000 0003')
    expect(text).toContain('RF18 5390 0754 7034')
    expect(text).toContain('ESSESESS')
  })

  test('says that a financed claim belongs to somebody else', async () => {
    const assignmentText = 'Denna fordran är överlåten till Finans AB.'
    expect(await textOf({ assignmentText })).toContain(assignmentText)
  })

  test('has the letters of all of Europe, and a likeness of what its fonts lack', async () => {
    const text = await textOf({
      rows: [
        frozenRow({
          description: 'Łódź Ğüneş Αθήνα Київ €5 “a” – 漢字\u202e\u0007 ½ ①',
        }),
      ],
    })
    expect(text.join(' ')).toContain('Łódź Ğüneş Αθήνα Київ €5 “a” – HanZi ½ 1')
  })

  test('brings a font along only where the one that every reader has does not do', async () => {
    const plain = await invoicePdf(apart, frozenInvoice())
    const more = await invoicePdf(
      apart,
      frozenInvoice({ rows: [frozenRow({ description: 'Łódź' })] }),
    )
    expect(Buffer.from(plain).includes('/FontFile2')).toBe(false)
    expect(Buffer.from(more).includes('/FontFile2')).toBe(true)
    expect(more.length - plain.length).toBeLessThan(20_000)
  })

  test('shows the VAT in the currency of the books as well, if it is in another', async () => {
    const vatInBase = { currency: 'SEK', amount: '84830.73', rate: '10.85' }
    const text = await textOf({ currency: 'EUR', vatInBase, rounding: '0.00' })
    expect(text).toContain('Moms i SEK, kurs 10,85')
    expect(text.map((piece) => piece.replaceAll(/\s+/g, ' '))).toContain('84 830,73')
    expect((await textOf()).join(' ')).not.toContain('kurs')
  })

  test('shows both discounts of a row that has two', async () => {
    const text = await textOf({ rows: [frozenRow({ discount: '33.5 % + 10' })] })
    expect(text).toContain('33,5 % + 10,00')
  })

  test('writes currencies with the places they have', async () => {
    const rows = [frozenRow({ price: '100', net: '1250' })]
    const yen = { currency: 'JPY', rows, net: '1250', vat: '0', rounding: '0', gross: '1250' }
    expect(await textOf({ ...yen, vats: [] })).toContain('JPY 1 250')
    const dinar = { currency: 'KWD', gross: '1250.125', net: '1250.125' }
    expect(await textOf(dinar)).toContain('KWD 1 250,125')
  })
})

describe('a credit note', () => {
  const credit: Partial<FrozenInvoice> = {
    type: 'CREDIT_INVOICE',
    payment: null,
    interestText: null,
    credits: [{ invoiceNumber: '2026-1000', invoiceDate: '2026-10-01' }],
  }

  test('is called so, names what it credits, and asks for no payment', async () => {
    const text = await textOf(credit)
    expect(text).toContain('Kreditfaktura')
    expect(text).toContain('2026-1000 (2026-10-01)')
    expect(text).toContain('Att kreditera')
    for (const absent of ['Att betala', 'Förfallodatum', 'Bankgiro', 'OCR-nummer']) {
      expect(text).not.toContain(absent)
    }
    expect(await textOf({ ...credit, language: 'en' })).toContain('Credit note')
  })
})

describe('many rows', () => {
  const rows = Array.from({ length: 60 }, (_, n) =>
    frozenRow({
      articleNumber: `A-${n + 1}`,
      description:
        n % 3 === 0 ? 'En lång beskrivning som behöver mer än en rad på papperet' : 'Kort',
    }),
  )

  test('flow over pages, each with its number and the head of the table', async () => {
    const pages = pdfText(await invoicePdf(apart, frozenInvoice({ rows })))
    expect(pages.length).toBeGreaterThan(2)
    pages.forEach((page, at) => expect(page).toContain(`Sida ${at + 1} av ${pages.length}`))
    const tabled = pages.filter((page) => page.some((piece) => /^A-\d+$/.test(piece)))
    for (const page of tabled) expect(page).toContain('Beskrivning')
    const numbers = pages.flat().filter((piece) => /^A-\d+$/.test(piece))
    expect(numbers).toEqual(rows.map(({ articleNumber }) => articleNumber))
    expect(pages.at(-1)).toContain('SEK 39 169,00')
  })

  test('may be longer than a page each, and hold one endless word', async () => {
    const description = 'rad\n'.repeat(150) + 'x'.repeat(800)
    const pages = pdfText(
      await invoicePdf(apart, frozenInvoice({ rows: [frozenRow({ description })] })),
    )
    expect(pages.flat().filter((piece) => piece === 'rad')).toHaveLength(150)
    expect(pages.flat().join('').match(/x/g)?.length).toBeGreaterThanOrEqual(800)
  })
})

test('a compact layout puts more rows on a page', async () => {
  const rows = Array.from({ length: 60 }, () => frozenRow())
  const of = async (compact: boolean) => {
    const look = { primary: '#000000', logoKey: null, compact }
    return pdfText(await invoicePdf(apart, frozenInvoice({ rows, look }))).length
  }
  expect(await of(true)).toBeLessThan(await of(false))
})

test('the text has the colour that the client chose', async () => {
  const drawnIn = async (text: string | undefined) => {
    const look = { primary: '#000000', logoKey: null, compact: false, text }
    return pdfColours(await invoicePdf(apart, frozenInvoice({ look })))
  }
  expect(await drawnIn('#ff0000')).toContain('1 0 0')
  expect(await drawnIn(undefined)).not.toContain('1 0 0')
})

test('the same frozen data gives the same bytes, other data others', async () => {
  const [one, two] = [
    await invoicePdf(apart, frozenInvoice()),
    await invoicePdf(apart, frozenInvoice()),
  ]
  expect(Buffer.compare(one, two)).toBe(0)
  expect(Buffer.compare(one, await invoicePdf(apart, frozenInvoice({ gross: '1.00' })))).not.toBe(0)
})

test('a preview says across the page that it is one', async () => {
  const pages = pdfText(await invoicePdf(apart, frozenInvoice(), { mark: 'PREVIEW' }))
  for (const page of pages) expect(page).toContain('FÖRHANDSVISNING')
})

test('an invoice of three rows is drawn in a moment', async () => {
  for (let n = 0; n < 10; n++) await drawInvoice(frozenInvoice(), {})
  const tookMs: number[] = []
  for (let n = 0; n < 20; n++) {
    const before = process.cpuUsage()
    await drawInvoice(frozenInvoice(), {})
    const { user, system } = process.cpuUsage(before)
    tookMs.push((user + system) / 1000)
  }
  // Others on the machine make some of them slower, and none faster.
  expect(tookMs.toSorted((one, other) => one - other)[5]).toBeLessThan(40)
})
