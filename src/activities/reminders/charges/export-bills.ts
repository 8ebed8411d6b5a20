import type { z } from 'zod'
import {
  lifeOfBill,
  type BillFormat,
  type BillVatInBase,
} from '../../../domain/bookkeeping/bill.ts'
import { hasEndpoint, ublOf } from '../../../domain/bookkeeping/bill-ubl.ts'
import { vatInBaseCurrency } from '../../../domain/bookkeeping/exchange-rates.ts'
import { retentionUntil } from '../../../domain/bookkeeping/retention.ts'
import { plainFilename } from '../../../domain/filename.ts'
import { addressLines } from '../../../domain/invoices/documents/address.ts'
import { documentOf, linesOf, type BillShown } from '../../../domain/reminders/bill-document.ts'
import { refuse } from '../../../domain/refusal.ts'
import { Bill } from '../../../entities/bill.ts'
import { Charge } from '../../../entities/charge.ts'
import { Client } from '../../../entities/client.ts'
import { Document } from '../../../entities/document.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { invoicePdf } from '../../../ports/pdf/pdf.ts'
import { exportBillsInput, overBills } from '../../bookkeeping/bills/bill-lists.ts'
import { firstDayOf } from '../../bookkeeping/read-books.ts'
import { keepFile } from '../../distribution/keep-file.ts'
import { exchangeRateOf } from '../../invoices/exchange-rate-of.ts'
import { taskOf } from '../../task.ts'
import { partyOf, sellerOf } from './bill-parties.ts'

type Asked = z.output<typeof exportBillsInput>

/** Documents of what is booked; without ids, of all that nobody has made one of. */
export const exportBills = taskOf({
  kind: 'Bill',
  over: overBills,
  input: exportBillsInput,
  one: exportBill,
  async find(unit, _, { after, until, limit }) {
    const rows = await unit.transaction.query<{ id: string }>(
      `select id from bill where tenant_id = $1 and status = 'BOOKED' and id <= $2
         and ($3::uuid is null or id > $3) order by id limit $4`,
      [unit.tenantId, until, after === '' ? null : after, limit],
    )
    return rows.map(({ id }) => id)
  },
})

const fieldOf = { PDF: 'documentId', PEPPOL: 'electronicDocumentId' } as const

/** Made once, and the same document whenever it is exported again. */
async function exportBill(unit: Unit, id: string, { format }: Asked): Promise<Bill> {
  const present = await unit.load(Bill, id)
  lifeOfBill.move(present.status, 'export')
  const field = fieldOf[format]
  const file = present[field] == null ? await fileOf(unit, present, format) : undefined
  const bill = await loadHeld(unit, Bill, id)
  const status = lifeOfBill.move(bill.status, 'export')
  if (file !== undefined && bill[field] == null) {
    const firstDay = await firstDayOf(unit, {})
    const document = unit.add(Document, {
      type: 'BILL',
      ownerType: 'CLIENT',
      ownerId: bill.clientId,
      clientId: bill.clientId,
      ...file,
      status: 'STORED',
      retentionUntil: retentionUntil(bill.billDate, firstDay),
      createdBy: unit.principal.id,
    })
    bill[field] = document.id
  }
  return Object.assign(bill, { status, exportedAt: unit.now })
}

async function fileOf(unit: Unit, bill: Bill, format: BillFormat) {
  const shown = await shownOf(unit, bill)
  const name = `${shown.language === 'sv' ? 'Faktura' : 'Invoice'} ${bill.number}`
  if (format === 'PEPPOL') {
    const bytes = Buffer.from(electronic(shown))
    const kept = await keepFile(unit, `${bill.id}/${format}`, bytes)
    return { filename: plainFilename(`${name}.xml`), mimeType: 'application/xml', ...kept }
  }
  const bytes = await unit.apart(({ apart }) => invoicePdf(apart, documentOf(shown)))
  const kept = await keepFile(unit, `${bill.id}/${format}`, bytes)
  return { filename: plainFilename(`${name}.pdf`), mimeType: 'application/pdf', ...kept }
}

function electronic(shown: BillShown): string {
  const { seller, buyer, invoiceReference } = shown
  if (!hasEndpoint(seller) || !hasEndpoint(buyer)) refuse('BILL_WITHOUT_ENDPOINT')
  return ublOf({ ...shown, buyerReference: invoiceReference ?? String(shown.number) })
}

const chargeFields = [
  'chargeType',
  'quantity',
  'unitPrice',
  'percent',
  'vatTreatment',
  'vatRate',
  'amount',
  'text',
] as const

async function shownOf(unit: Unit, bill: Bill): Promise<BillShown> {
  const [client, charges] = await Promise.all([
    unit.load(Client, bill.clientId),
    rowsOf(unit, Charge, { billId: bill.id }, chargeFields),
  ])
  const { preferredLanguage: language, countryCode } = client
  return {
    ...bill,
    invoiceReference: bill.invoiceReference ?? null,
    language,
    vatInBase: await vatInBaseOf(unit, bill),
    seller: (await sellerOf(unit))(client),
    buyer: {
      ...partyOf(client),
      email: bill.recipientEmail ?? client.contactInformation?.email ?? null,
      address: addressLines(client.addressInformation, countryCode),
      customerNumber: client.number ?? client.identificationNumber,
    },
    lines: linesOf(charges, language),
    now: bill.createdAt,
  }
}

/** The law asks for the VAT in the currency of the books too, by the rate of the bill's day. */
async function vatInBaseOf(
  unit: Unit,
  { currency: invoiceCurrency, billDate, vat, vats }: Bill,
): Promise<BillVatInBase | null> {
  const { currency: baseCurrency } = await unit.tenant()
  if (invoiceCurrency === baseCurrency || vat === 0n) return null
  const pair = { invoiceCurrency, baseCurrency }
  const { rate } = await exchangeRateOf(unit, pair, billDate)
  const amounts = vats.map((one) => ({ amount: one.vat }))
  return {
    currency: baseCurrency,
    amount: vatInBaseCurrency({ ...pair, rate, vats: amounts }),
    rate,
  }
}
