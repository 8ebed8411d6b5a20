import {
  setDebtorLimit,
  updateDebtorLimit,
  updateDebtorLimitInput,
  setDebtorLimitInput,
} from '../../activities/credit/update-debtor-limit.ts'
import { leftForSystemDebtors } from '../../activities/debtors/groups/left-in-groups.ts'
import { forTheTenantAlone } from '../../behaviours/for-the-tenant-alone.ts'
import { least, limitLeftOn } from '../../domain/clients/limits.ts'
import { SystemDebtor, SystemDebtorCreditStatus } from '../../entities/system-debtor.ts'
import { collection } from '../../kernel/read/collection.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { amountShown, shownAmount } from '../../kernel/read/amounts.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { viewOf } from '../../kernel/read/view.ts'

const debtorLimitView = viewOf(
  SystemDebtorCreditStatus,
  ['id', 'systemDebtorId', 'currency', 'creditLimit', 'utilised', 'reserved', 'versioned'],
  {
    more: { available: amountShown.nullable() },
    facts: (unit, rows) =>
      leftForSystemDebtors(
        unit,
        rows.map(({ systemDebtorId }) => systemDebtorId),
      ),
    show: (limit, leftFor: Awaited<ReturnType<typeof leftForSystemDebtors>>) => {
      const { systemDebtorId, currency } = limit
      const left = least(limitLeftOn(limit, ''), leftFor(systemDebtorId, currency))
      return { available: shownAmount(left, currency) }
    },
  },
)

const debtorLimits = collection(SystemDebtorCreditStatus, {
  noun: ['limit of a system debtor', 'limits of system debtors'],
  shows: debtorLimitView,
  filters: filtersOf(SystemDebtorCreditStatus, ['systemDebtorId']),
  sort: ['systemDebtorId'],
})
const ofOne = debtorLimits.owned(SystemDebtor, 'systemDebtorId')

export default {
  readDebtorLimit: operation(
    'GET /system-debtor-credit-status/currency-status/{id}',
    'ReadSystemDebtorCreditStatus',
    forTheTenantAlone(debtorLimits.read),
  ),

  searchDebtorLimits: operation(
    'POST /system-debtor-credit-status/currency-status/search',
    'SearchSystemDebtorCreditStatuses',
    forTheTenantAlone(debtorLimits.search),
  ),

  updateDebtorLimit: operation(
    'PUT /system-debtor-credit-status/currency-status/{id}',
    'UpdateSystemDebtorCreditStatus',
    {
      summary: "Change a system debtor's limit in one currency; null takes it away",
      body: updateDebtorLimitInput,
      shows: debtorLimitView,
      confirms: true,
      refuses: ['CLIENT_MAY_NOT_DECIDE'],
    },
  ).handle(({ unit, params, body }) => updateDebtorLimit(unit, params.id, body)),

  listLimitsOfSystemDebtor: operation(
    'GET /system-debtor-credit-status/system-debtor/{systemDebtorId}',
    'ReadSystemDebtorCreditStatus',
    {
      ...forTheTenantAlone(ofOne),
      summary: "List a system debtor's limits, one a currency",
    },
  ),

  setLimitOfSystemDebtor: operation(
    'PUT /system-debtor-credit-status/system-debtor/{systemDebtorId}',
    'UpdateSystemDebtorCreditStatus',
    {
      names: { entity: SystemDebtorCreditStatus, byBody: ['currency'] },
      summary: "Set a system debtor's limit in a currency; null takes it away",
      body: setDebtorLimitInput,
      shows: debtorLimitView,
      confirms: true,
      refuses: ['CLIENT_MAY_NOT_DECIDE'],
    },
  ).handle(({ unit, params, body }) => setDebtorLimit(unit, params.systemDebtorId, body)),
} satisfies Room
