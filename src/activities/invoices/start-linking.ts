import { z } from 'zod'
import { invalid } from '../../domain/refusal.ts'
import type { BackgroundTask } from '../../entities/background-task.ts'
import { Invoice } from '../../entities/invoice.ts'
import { tableOf } from '../../kernel/read/table.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseMissing } from '../system/refuse-unknown-ids.ts'
import { startTask } from '../system/start-task.ts'
import { invoiceLists } from './lists.ts'
import { linkCreditInput } from './link-credit.ts'

const invoices = tableOf(Invoice, invoiceLists)

export const startLinkingInput = z.strictObject({
  links: z.array(linkCreditInput).min(1).max(1000),
})
export type LinksWanted = z.output<typeof startLinkingInput>

/** Links many credit notes in the background, each of them named once. */
export async function startLinking(
  unit: Unit,
  { links }: LinksWanted,
  dryRun = false,
): Promise<BackgroundTask> {
  const ids = links.map(({ creditId }) => creditId)
  const before = new Set<string>()
  ids.forEach((creditId, at) => {
    if (before.has(creditId)) invalid(`/links/${at}/creditId`, 'TWICE', 'It stands here twice')
    before.add(creditId)
  })
  const named = links.flatMap((link, at) =>
    link.debits.map(({ id: debitId }, n) => ({ debitId, pointer: `/links/${at}/debits/${n}/id` })),
  )
  const debitIds = named.map(({ debitId }) => debitId)
  const known = await invoices.known(unit, [...new Set([...ids, ...debitIds])])
  refuseMissing(ids, known, (at) => `/links/${at}/creditId`)
  refuseMissing(debitIds, known, (at) => named[at]!.pointer)
  const debits = Object.fromEntries(links.map((link) => [link.creditId, link.debits]))
  return startTask(unit, { taskName: 'invoices.linkMultiple', ids, input: { debits }, dryRun })
}
