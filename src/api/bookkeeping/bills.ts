import { z } from 'zod'
import {
  billLists,
  exportBillsInput,
  overBills,
} from '../../activities/bookkeeping/bills/bill-lists.ts'
import { bookkeepBills } from '../../activities/bookkeeping/bills/bookkeep-bills.ts'
import { bulk } from '../../behaviours/bulk.ts'
import { forTheTenantAlone } from '../../behaviours/for-the-tenant-alone.ts'
import { billTreatments } from '../../domain/bookkeeping/bill.ts'
import { decimal } from '../../domain/money.ts'
import { Bill } from '../../entities/bill.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { amountShown } from '../../kernel/read/amounts.ts'
import { collection } from '../../kernel/read/collection.ts'
import { viewOf } from '../../kernel/read/view.ts'

const billVat = z
  .object({
    treatment: z.enum(billTreatments),
    rate: z.string().meta({ example: '25' }),
    net: amountShown,
    vat: amountShown,
  })
  .meta({ id: 'VatOfBill' })

const billView = viewOf(
  Bill,
  [
    'id',
    'number',
    'clientId',
    'currency',
    'billDate',
    'dueDate',
    'chargeCount',
    'net',
    'vat',
    'gross',
    'setOff',
    'recipientEmail',
    'invoiceReference',
    'status',
    'documentId',
    'electronicDocumentId',
    'exportedAt',
    'versioned',
  ],
  {
    more: { vats: z.array(billVat) },
    show: ({ vats, currency }) => ({
      vats: vats.map(({ treatment, rate, net, vat }) => ({
        treatment,
        rate,
        net: decimal(BigInt(net), currency),
        vat: decimal(BigInt(vat), currency),
      })),
    }),
  },
)

const bills = collection(Bill, { noun: ['bill', 'bills'], shows: billView, ...billLists })

export default {
  listBills: operation('GET /bills', 'ReadBills', bills.list),
  readBill: operation('GET /bills/{id}', 'ReadBill', bills.read),
  searchBills: operation('POST /bills/search', 'SearchBills', bills.search),
  bookBills: operation(
    'PUT /bills/bookkeep',
    'BookkeepBills',
    forTheTenantAlone(
      bulk({
        task: 'bills.bookkeep',
        work: bookkeepBills,
        summary: 'Book bills in both books, and set them off',
        refuses: ['BILL_BOOKED', 'PERIOD_LOCKED', 'ACCOUNT_MISSING'],
      }),
    ),
  ),
  exportBills: operation(
    'PUT /bills/export',
    'ExportBills',
    forTheTenantAlone(
      bulk({
        task: 'bills.export',
        work: { kind: 'Bill', over: overBills, input: exportBillsInput },
        summary: 'Make the documents of booked bills, as PDF or Peppol',
        refuses: ['BILL_NOT_BOOKED', 'BILL_WITHOUT_ENDPOINT'],
      }),
    ),
  ),
} satisfies Room
