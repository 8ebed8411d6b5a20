import { z } from 'zod'
import { updateInvoices } from '../../../activities/invoices/tasks.ts'
import { totalBalance } from '../../../activities/invoices/total-balance.ts'
import { decimal, sum } from '../../../domain/money.ts'
import { bulk, pagesOf, selectionBody, type Selection } from '../../../behaviours/bulk.ts'
import { currencyCode } from '../../../kernel/read/amounts.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { money } from '../views.ts'

export default {
  updateInvoicesInBulk: operation(
    'PUT /invoices/actions/bulk-update',
    'BulkUpdateInvoice',
    bulk({
      task: 'invoices.bulkUpdate',
      work: updateInvoices,
      summary: 'Change many invoices in the background',
    }),
  ),

  getTotalBalanceOfBulkUpdate: operation(
    'POST /invoices/actions/bulk-update/get-total-balance',
    'BulkUpdateInvoice',
    {
      summary: 'Count the invoices of a selection, and sum up what is owed',
      body: selectionBody(updateInvoices, {}),
      returns: z
        .object({
          count: z.int(),
          balances: z.array(z.object({ currency: currencyCode, count: z.int(), balance: money })),
        })
        .meta({ id: 'TotalBalance' }),
      status: 200,
      refuses: ['NOT_FOUND'],
    },
  ).handle(async ({ unit, body }) => {
    const balances = await totalBalance(unit, pagesOf(unit, updateInvoices, body as Selection))
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
