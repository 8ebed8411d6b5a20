import type { InvoiceChange } from '../../domain/invoices/invoice-sent.ts'
import type { TaskName } from '../../domain/system/background-task.ts'
import { acceptForActivation, type WantedActivation } from '../invoices/accept-for-activation.ts'
import { linkCredit, type LinkWanted } from '../invoices/link-credit.ts'
import { updateArticleInBulk } from '../invoices/update-article.ts'
import { updateInvoice } from '../invoices/update-invoice.ts'
import { applyProductTo } from '../clients/apply-product.ts'
import { bulkDecision } from '../factoring/bulk-decision.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** What a task does with one of its things, in a transaction of its own; told twice it bears it. */
export type TaskItemVerb = (
  unit: Unit,
  entityId: string,
  input: Record<string, unknown>,
) => Promise<void>

/** The verb of each background task. A task whose verb is missing cannot be started. */
export const taskVerbs: Readonly<Partial<Record<TaskName, TaskItemVerb>>> = {
  'articles.bulkUpdate': updateArticleInBulk,
  'invoices.bulkActivate': async (unit, id, input) => {
    await acceptForActivation(unit, id, input as unknown as WantedActivation)
  },
  'invoices.bulkUpdate': async (unit, id, { changes }) => {
    await updateInvoice(unit, id, changes as InvoiceChange)
  },
  'invoices.linkMultiple': async (unit, creditId, input) => {
    const debits = input['debits'] as Record<string, LinkWanted['debits']>
    await linkCredit(unit, { creditId, debits: debits[creditId] ?? [] })
  },
  'factoring.bulkDecision': bulkDecision,
  'clientProduct.apply': applyProductTo,
}
