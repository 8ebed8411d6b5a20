import { z } from 'zod'
import { billFormats } from '../../../domain/bookkeeping/bill.ts'
import { Bill } from '../../../entities/bill.ts'
import { filtersOf } from '../../../kernel/read/columns.ts'
import { tableOf } from '../../../kernel/read/table.ts'

export const billLists = {
  filters: filtersOf(Bill, ['clientId', 'status', 'number', 'billDate', 'dueDate']),
  sort: ['-id', 'number', 'billDate', 'dueDate'],
} as const

export const overBills = tableOf(Bill, billLists)

export const bookkeepBillsInput = z.object({})
export const exportBillsInput = z.object({ format: z.enum(billFormats).default('PDF') })
