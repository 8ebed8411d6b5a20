import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import {
  updateCreditStatus,
  updateCreditStatuses,
  updateCreditStatusInput,
  updateCreditStatusesInput,
} from '../../activities/credit/update-credit-status.ts'
import { limitLeftOn, creditStatuses, creditStatusOn } from '../../domain/clients/limits.ts'
import { CreditStatus } from '../../entities/credit-status.ts'
import { collection } from '../../kernel/read/collection.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { amountShown, shownAmount } from '../../kernel/read/amounts.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { exact, type AskedAt, type Filter } from '../../kernel/read/filter.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { manyOf, viewOf } from '../../kernel/read/view.ts'

/** What is left of a limit, and how that is called, depend on the day. */
const creditStatusView = viewOf(
  CreditStatus,
  [
    'id',
    'clientId',
    'currency',
    'productCode',
    'creditLimit',
    'temporaryLimit',
    'temporaryUntil',
    'utilised',
    'reserved',
    'maxDebtorShare',
    'versioned',
  ],
  {
    more: { available: amountShown.nullable(), status: z.enum(creditStatuses) },
    facts: (unit: Unit) => unit.today(),
    show: (row, today: string) => ({
      available: shownAmount(limitLeftOn(row, today), row.currency),
      status: creditStatusOn(row, today),
    }),
  },
)

const creditStatusesView = manyOf(creditStatusView, 'CreditStatusesChanged')

/** The status is kept with what is used; where a temporary limit is over, it follows from the other. */
function apartBy(words: readonly unknown[], { today }: AskedAt): readonly RawBuilder<boolean>[] {
  const isOver = sql<boolean>`(temporary_limit is not null and temporary_until < ${today}::date)`
  const wanted = sql.join(words.map((word) => sql.lit(word)))
  const without = sql`case
    when credit_limit is null then 'OK'
    when utilised + reserved >= credit_limit then 'BLOCKED'
    when (utilised + reserved) * 5 >= credit_limit * 4 then 'WARNING'
    else 'OK' end`
  return [
    sql<boolean>`(status in (${wanted}) and ${isOver} is not true)`,
    sql<boolean>`(${isOver} and ${without} in (${wanted}))`,
  ]
}

/** Each of the two is found by an index of its own. */
const statusFilter: Filter = {
  ...exact(z.enum(creditStatuses)),
  finds(_, asked, at) {
    const words = 'one' in asked ? [asked.one] : 'among' in asked ? asked.among : []
    return sql<boolean>`(${sql.join(apartBy(words, at), sql` or `)})`
  },
  apart: (word, at) => apartBy([word], at),
}

const statuses = collection(CreditStatus, {
  noun: ['credit status', 'credit statuses'],
  shows: creditStatusView,
  filters: {
    ...filtersOf(CreditStatus, ['clientId', 'currency', 'createdAt']),
    status: statusFilter,
  },
  sort: ['createdAt', 'clientId'],
})

export default {
  listCreditStatuses: operation('GET /credit-statuses', 'ReadClientCreditStatuses', statuses.list),

  readCreditStatus: operation('GET /credit-statuses/{id}', 'ReadClientCreditStatus', statuses.read),

  searchCreditStatuses: operation(
    'POST /credit-statuses/search',
    'SearchClientCreditStatuses',
    statuses.search,
  ),

  updateCreditStatus: operation('PUT /credit-statuses/{id}', 'UpdateClientCreditStatuses', {
    summary: "Change a client's limits; what is used already stays used",
    body: updateCreditStatusInput,
    shows: creditStatusView,
    confirms: true,
    refuses: ['CLIENT_MAY_NOT_DECIDE'],
  }).handle(({ unit, params, body }) => updateCreditStatus(unit, params.id, body)),

  updateCreditStatuses: operation(
    'PUT /credit-statuses/multiple-update',
    'UpdateClientCreditStatuses',
    {
      summary: 'Change the limits of many clients; all of them, or none',
      body: updateCreditStatusesInput,
      shows: creditStatusesView,
      confirms: true,
      refuses: ['CLIENT_MAY_NOT_DECIDE', 'NOT_FOUND', 'VERSION_CONFLICT'],
    },
  ).handle(({ unit, body }) => updateCreditStatuses(unit, body)),
} satisfies Room
