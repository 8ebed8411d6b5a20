import { z } from 'zod'
import { setDebtorLimit, updateDebtorLimit } from '../../activities/credit/update-debtor-limit.ts'
import { SystemDebtor, SystemDebtorCreditStatus } from '../../entities/system-debtor.ts'
import { decimal } from '../../domain/money.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id, showVersioned, versionedView } from '../../kernel/read/fields.ts'
import { exact } from '../../kernel/read/filter.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import {
  amountShown,
  amountText,
  currencyCode,
  shownAmount,
  currencySent,
} from '../../kernel/read/amounts.ts'

const DebtorLimitView = z
  .object({
    id: id('SystemDebtorCreditStatus'),
    systemDebtorId: id('SystemDebtor'),
    currency: currencyCode,
    creditLimit: amountShown.nullable(),
    utilised: amountShown,
    reserved: amountShown,
    available: amountShown.nullable(),
    ...versionedView,
  })
  .meta({ id: 'SystemDebtorCreditStatus' })

const show = (row: SystemDebtorCreditStatus): z.output<typeof DebtorLimitView> => {
  const { creditLimit, utilised, reserved, currency } = row
  return {
    id: row.id,
    systemDebtorId: row.systemDebtorId,
    currency,
    creditLimit: shownAmount(creditLimit, currency),
    utilised: decimal(utilised, currency),
    reserved: decimal(reserved, currency),
    available: creditLimit == null ? null : decimal(creditLimit - utilised - reserved, currency),
    ...showVersioned(row),
  }
}

const debtorLimits = collection(SystemDebtorCreditStatus, {
  noun: ['limit of a system debtor', 'limits of system debtors'],
  view: DebtorLimitView,
  show,
  filters: { systemDebtorId: exact(id('SystemDebtor')) },
  sort: ['systemDebtorId'],
})
const ofOne = debtorLimits.owned(SystemDebtor, 'systemDebtorId')

export default {
  readDebtorLimit: operation(
    'GET /system-debtor-credit-status/currency-status/{id}',
    'ReadSystemDebtorCreditStatus',
    debtorLimits.read,
  ),

  searchDebtorLimits: operation(
    'POST /system-debtor-credit-status/currency-status/search',
    'SearchSystemDebtorCreditStatuses',
    debtorLimits.search,
  ),

  updateDebtorLimit: operation(
    'PUT /system-debtor-credit-status/currency-status/{id}',
    'UpdateSystemDebtorCreditStatus',
    {
      summary: "Change a system debtor's limit in one currency; null takes it away",
      body: z.strictObject({ creditLimit: amountText.nullable() }),
      returns: DebtorLimitView,
      shows: show,
      refuses: ['CLIENT_MAY_NOT_DECIDE'],
    },
  ).handle(({ unit, params, body }) => updateDebtorLimit(unit, params.id, body.creditLimit)),

  listLimitsOfSystemDebtor: operation(
    'GET /system-debtor-credit-status/system-debtor/{systemDebtorId}',
    'ReadSystemDebtorCreditStatus',
    {
      ...ofOne,
      summary: "List a system debtor's limits, one a currency",
    },
  ),

  setLimitOfSystemDebtor: operation(
    'PUT /system-debtor-credit-status/system-debtor/{systemDebtorId}',
    'UpdateSystemDebtorCreditStatus',
    {
      names: { entity: SystemDebtorCreditStatus },
      summary: "Set a system debtor's limit in a currency; null takes it away",
      body: z.strictObject({ currency: currencySent, creditLimit: amountText.nullable() }),
      returns: DebtorLimitView,
      shows: show,
      refuses: ['CLIENT_MAY_NOT_DECIDE'],
    },
  ).handle(({ unit, params, body }) => setDebtorLimit(unit, params.systemDebtorId, body)),
} satisfies Room
