import { z } from 'zod'
import { totalBalance } from '../../../activities/invoices/total-balance.ts'
import { decimal, sum } from '../../../domain/money.ts'
import {
  bulk,
  isOneWay,
  oneWay,
  selected,
  selectionOf,
  type Selection,
} from '../../../behaviours/bulk.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { InvoiceChangePayload } from '../payload.ts'
import { money } from '../views.ts'
import { invoices } from './collection.ts'

const changes = InvoiceChangePayload.pick({
  serviceProviderCode: true,
  references: true,
  dates: true,
  articleRowsGenerate: true,
})
  .refine((sent) => Object.keys(sent).length > 0, 'Say at least one change')
  .meta({ id: 'InvoiceBulkChange', example: { serviceProviderCode: 'INTERNAL' } })

export default {
  updateInvoicesInBulk: operation(
    'PUT /invoices/actions/bulk-update',
    'BulkUpdateInvoice',
    bulk({
      task: 'invoices.bulkUpdate',
      over: invoices.table,
      kind: 'Invoice',
      summary: 'Change many invoices in the background',
      more: { changes },
    }),
  ),

  getTotalBalanceOfBulkUpdate: operation(
    'POST /invoices/actions/bulk-update/get-total-balance',
    'BulkUpdateInvoice',
    {
      summary: 'Count the invoices of a selection, and sum up what is owed',
      body: z
        .strictObject(selectionOf(invoices.table, 'Invoice'))
        .refine((sent) => isOneWay(sent as Selection), oneWay),
      returns: z
        .object({
          count: z.int(),
          balances: z.array(z.object({ currency: z.string(), count: z.int(), balance: money })),
        })
        .meta({ id: 'TotalBalance' }),
      status: 200,
      refuses: ['NOT_FOUND'],
    },
  ).handle(async ({ unit, body }) => {
    const ids = await selected(unit, invoices.table, body as Selection)
    const balances = await totalBalance(unit, ids)
    return {
      count: Number(sum(balances.map(({ count }) => BigInt(count)))),
      balances: balances.map(({ currency, count, balance }) => ({
        currency,
        count,
        balance: decimal(balance, currency),
      })),
    }
  }),
} satisfies Room
