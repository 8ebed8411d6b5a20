import { z } from 'zod'
import { lastDigits } from '../../domain/clients/bank-account.ts'
import { decimal } from '../../domain/money.ts'
import type { BackgroundTask } from '../../entities/background-task.ts'
import { ClientBankAccount } from '../../entities/client-bank-account.ts'
import { Invoice } from '../../entities/invoice.ts'
import type { Payout } from '../../entities/payout.ts'
import { positiveAmountSent } from '../../kernel/read/amounts.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { id } from '../../kernel/read/fields.ts'
import { tableOf } from '../../kernel/read/table.ts'
import { requireSecond, type Pending } from '../../kernel/write/pending.ts'
import type { Refunds } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseMissing } from '../system/refuse-unknown-ids.ts'
import { startTask } from '../system/start-task.ts'
import { invoiceLists } from './lists.ts'

export const refundInput = z
  .strictObject({
    /** By default all that the debtor has to its credit. */
    amount: positiveAmountSent.optional(),
    /** By default the account that the debtor has last paid from. */
    account: bodyOf(ClientBankAccount, ['kind', 'number', 'bic', 'holderName'])
      .partial({ holderName: true })
      .optional(),
  })
  .prefault({})
type Refund = z.output<typeof refundInput>

/** What the debtor has to its credit on an invoice is paid back to it. */
export const refundInvoice = (
  unit: Unit,
  invoiceId: string,
  sent: Refund,
): Promise<Payout | Pending> => unit.runtime.registered.refunds.refund(unit, invoiceId, sent, false)

/** The same of a credit note alone. */
export const refundCreditInvoice = (
  unit: Unit,
  creditId: string,
  sent: Refund,
): Promise<Payout | Pending> => unit.runtime.registered.refunds.refund(unit, creditId, sent, true)

const invoices = tableOf(Invoice, invoiceLists)

export const startRefundingInput = z.strictObject({ ids: z.array(id('Invoice')).min(1).max(1000) })

/** Pays back many credit notes in the background, once two people have agreed about all of them. */
export async function startRefunding(
  unit: Unit,
  sent: z.output<typeof startRefundingInput>,
  dryRun = false,
): Promise<BackgroundTask | Pending> {
  const ids = [...new Set(sent.ids)].toSorted()
  refuseMissing(sent.ids, await invoices.known(unit, ids), (at) => `/ids/${at}`)
  const { refunds } = unit.runtime.registered
  refunds.refuseClient(unit)
  const rows = await refunds.toAgree(unit, ids)
  const agreed = Object.fromEntries(
    rows.map(({ id: one, amount, seal }) => [one, { amount: `${amount}`, account: seal }]),
  )
  const task = { taskName: 'invoices.bulkRefundCredit', ids, input: { agreed }, dryRun } as const
  if (dryRun) return startTask(unit, task)
  const pending = requireSecond(unit, {
    topic: 'REFUND',
    subject: { type: 'Tenant', id: unit.tenantId, clientId: unit.scope.clientId },
    payload: { ids, rows: rows.map((row) => rowShown(row, ({ number }) => number)) },
    told: { ids, rows: rows.map((row) => rowShown(row, ({ number }) => lastDigits(number))) },
    ...worthOf(rows),
  })
  return pending ?? startTask(unit, task)
}

type RefundAgreed = Awaited<ReturnType<Refunds['toAgree']>>[number]

const rowShown = (
  { id: one, amount, currency, account }: RefundAgreed,
  numberOf: (account: NonNullable<RefundAgreed['account']>) => string,
) => ({
  id: one,
  amount: decimal(amount, currency),
  currency,
  account: account && { ...account, number: numberOf(account) },
})

/** Of several currencies together nobody knows the worth. */
function worthOf(rows: readonly RefundAgreed[]) {
  const [currency, other] = new Set(rows.map((row) => row.currency))
  if (currency === undefined || other !== undefined) return {}
  const minor = rows.reduce((sum, { amount }) => sum + amount, 0n)
  return { amount: { minor, currency } }
}
