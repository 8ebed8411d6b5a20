import { z } from 'zod'
import { todayOf } from '../../activities/access/tenant-of.ts'
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
    facts: todayOf,
    show: (row, today: string) => ({
      available: shownAmount(limitLeftOn(row, today), row.currency),
      status: creditStatusOn(row, today),
    }),
  },
)

const creditStatusesView = manyOf(creditStatusView, 'CreditStatusesChanged')

const statuses = collection(CreditStatus, {
  noun: ['credit status', 'credit statuses'],
  shows: creditStatusView,
  filters: filtersOf(CreditStatus, ['clientId', 'status', 'currency', 'createdAt']),
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
