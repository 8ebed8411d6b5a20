import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { BusinessDate } from '../../domain/dates.ts'
import { ledgerStatuses, type LedgerStatus } from '../../domain/invoices/invoice.ts'
import { storedStatusOf, type KeptAs } from '../../domain/invoices/ledger-status.ts'
import { exact, type Filter } from '../../kernel/read/filter.ts'

/** A status as it is today, found by the stored status and the due date. */
export const ledgerStatusFilter: Filter = {
  ...exact(z.enum(ledgerStatuses)),
  finds(column, asked, { today }) {
    const statuses = 'one' in asked ? [asked.one] : 'among' in asked ? asked.among : []
    const each = statuses.map((status) =>
      found(column, storedStatusOf(status as LedgerStatus), today),
    )
    return sql<boolean>`(${sql.join(each, sql` or `)})`
  },
  apart(value, { today }) {
    const { kept, due } = storedStatusOf(value as LedgerStatus)
    if (due !== 'none or >' && due !== 'none or >=') return undefined
    const isKept = sql`ledger_status in (${sql.join(kept.map((status) => sql.lit(status)))})`
    const sign = due === 'none or >' ? sql`>` : sql`>=`
    return [
      sql<boolean>`(${isKept} and due_date ${sign} ${today}::date)`,
      sql<boolean>`(${isKept} and due_date is null)`,
    ]
  },
}

/**
 * Statuses are literals in the SQL, so that the planner can use the partial index of open claims.
 */
function found(column: string, { kept, due }: KeptAs, today: BusinessDate): RawBuilder<boolean> {
  const isKept = sql`${sql.ref(column)} in (${sql.join(kept.map((status) => sql.lit(status)))})`
  if (kept.includes('NOT_BOOKED')) return sql<boolean>`(${isKept} and booked_date is null)`
  return due === undefined
    ? sql<boolean>`${isKept}`
    : sql<boolean>`(${isKept} and ${compared(due, today)})`
}

function compared(due: NonNullable<KeptAs['due']>, today: BusinessDate): RawBuilder<unknown> {
  switch (due) {
    case '=':
      return sql`due_date = ${today}::date`
    case '<':
      return sql`due_date < ${today}::date`
    case 'none or >':
      return sql`(due_date is null or due_date > ${today}::date)`
    case 'none or >=':
      return sql`(due_date is null or due_date >= ${today}::date)`
  }
}
