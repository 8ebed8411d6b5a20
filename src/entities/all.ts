import { access } from './access/index.ts'
import { system } from './system/index.ts'
import { webhooks } from './webhooks/index.ts'
import { distribution } from './distribution/index.ts'
import { automation } from './automation/index.ts'
import { bookkeeping } from './bookkeeping/index.ts'
import { clients } from './clients/index.ts'
import { debtors } from './debtors/index.ts'
import { credit } from './credit/index.ts'
import { factoring } from './factoring/index.ts'
import { invoices } from './invoices/index.ts'
import { payments } from './payments/index.ts'
import { payouts } from './payouts/index.ts'
import { pricing } from './pricing/index.ts'
import { reminders } from './reminders/index.ts'
import { loans } from './loans/index.ts'
import { integrations } from './integrations/index.ts'
import { factsOf } from './table.ts'

/** The order in which their events are written: a claim, who finances it, the books. */
const tables = [
  ...access,
  ...integrations,
  ...pricing,
  ...clients,
  ...debtors,
  ...credit,
  ...invoices,
  ...factoring,
  ...bookkeeping,
  ...payments,
  ...payouts,
  ...reminders,
  ...loans,
  ...distribution,
  ...automation,
  ...webhooks,
  ...system,
] as const

export type Table = (typeof tables)[number]

/** Every table, owners before what refers to them: rows are written in this order. */
export const entities: readonly Table[] = ownersFirst(tables)

function ownersFirst(given: readonly Table[]): Table[] {
  const byName = new Map(given.map((table) => [table.meta.tableName, table]))
  const placed = new Set<Table>()
  const place = (table: Table, below: readonly Table[]) => {
    if (placed.has(table) || below.includes(table)) return
    for (const owner of Object.values(factsOf(table.meta.tableName).references ?? {})) {
      const found = byName.get(owner)
      if (found !== undefined) place(found, [...below, table])
    }
    placed.add(table)
  }
  for (const table of given) place(table, [])
  return [...placed]
}
