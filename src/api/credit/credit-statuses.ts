import { sql } from 'kysely'
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
import { exact, type Filter } from '../../kernel/read/filter.ts'
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

/** Kept with what is used; where a temporary limit is over, today's follows from the other. */
const statusFilter: Filter = {
  ...exact(z.enum(creditStatuses)),
  finds(column, asked, { today }) {
    const wanted = 'one' in asked ? [asked.one] : 'among' in asked ? asked.among : []
    const isOver = sql`temporary_limit is not null and temporary_until < ${today}::date`
    const without = sql`case
      when credit_limit is null then 'OK'
      when utilised + reserved >= credit_limit then 'BLOCKED'
      when (utilised + reserved) * 5 >= credit_limit * 4 then 'WARNING'
      else 'OK' end`
    return sql<boolean>`case when ${isOver} then ${without} else ${sql.ref(column)} end
      = any(${wanted})`
  },
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
    refuses: ['CLIENT_MAY_NOT_DECIDE'],
  }).handle(({ unit, params, body }) => updateCreditStatus(unit, params.id, body)),

  updateCreditStatuses: operation(
    'PUT /credit-statuses/multiple-update',
    'UpdateClientCreditStatuses',
    {
      summary: 'Change the limits of many clients; all of them, or none',
      body: updateCreditStatusesInput,
      shows: creditStatusesView,
      refuses: ['CLIENT_MAY_NOT_DECIDE', 'NOT_FOUND', 'VERSION_CONFLICT'],
    },
  ).handle(({ unit, body }) => updateCreditStatuses(unit, body)),
} satisfies Room
