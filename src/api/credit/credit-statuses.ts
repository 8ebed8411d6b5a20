import { z } from 'zod'
import { todayOf } from '../../activities/access/tenant-of.ts'
import {
  updateCreditStatus,
  updateCreditStatuses,
} from '../../activities/credit/update-credit-status.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { productCodes } from '../../domain/clients/product.ts'
import { availableOn, creditStatuses, creditStatusOn } from '../../domain/clients/limits.ts'
import { decimal, minorOf, rateText } from '../../domain/money.ts'
import { CreditStatus } from '../../entities/credit-status.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id, sentDay, showVersioned, version, versionedView } from '../../kernel/read/fields.ts'
import { exact, instants } from '../../kernel/read/filter.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import {
  amountShown,
  amountText,
  businessDate,
  currencyCode,
  shareText,
  shownAmount,
} from '../../kernel/read/amounts.ts'

const CreditStatusView = z
  .object({
    id: id('CreditStatus'),
    clientId: id('Client'),
    currency: currencyCode,
    productCode: z.enum(productCodes),
    creditLimit: amountShown.nullable(),
    temporaryLimit: amountShown.nullable(),
    temporaryUntil: businessDate.nullable(),
    utilised: amountShown,
    reserved: amountShown,
    available: amountShown.nullable(),
    maxDebtorShare: z.string().nullable().meta({ example: '0.25' }),
    status: z.enum(creditStatuses),
    ...versionedView,
  })
  .meta({ id: 'CreditStatus' })
type View = z.output<typeof CreditStatusView>

/** What is available depends on the day: until it is known, as if no temporary limit had ended. */
const show = (row: CreditStatus): View => ({
  id: row.id,
  clientId: row.clientId,
  currency: row.currency,
  productCode: row.productCode,
  creditLimit: shownAmount(row.creditLimit, row.currency),
  temporaryLimit: shownAmount(row.temporaryLimit, row.currency),
  temporaryUntil: row.temporaryUntil ?? null,
  utilised: decimal(row.utilised, row.currency),
  reserved: decimal(row.reserved, row.currency),
  available: shownAmount(availableOn(row, ''), row.currency),
  maxDebtorShare: row.maxDebtorShare == null ? null : rateText(row.maxDebtorShare),
  status: row.status,
  ...showVersioned(row),
})

/** As it is today. */
async function shownToday(unit: Unit, views: View[]): Promise<View[]> {
  const today = await todayOf(unit)
  return views.map((view) => {
    const minor = (text: string | null) => (text === null ? null : minorOf(text, view.currency))
    const limited = {
      creditLimit: minor(view.creditLimit),
      temporaryLimit: minor(view.temporaryLimit),
      temporaryUntil: view.temporaryUntil,
      utilised: minorOf(view.utilised, view.currency),
      reserved: minorOf(view.reserved, view.currency),
    }
    return {
      ...view,
      available: shownAmount(availableOn(limited, today), view.currency),
      status: creditStatusOn(limited, today),
    }
  })
}

async function oneToday(unit: Unit, view: View): Promise<View> {
  return (await shownToday(unit, [view]))[0] as View
}

const statuses = collection(CreditStatus, {
  noun: ['credit status', 'credit statuses'],
  view: CreditStatusView,
  show,
  complete: shownToday,
  filters: {
    clientId: exact(id('Client')),
    status: exact(z.enum(creditStatuses)),
    currency: exact(currencyCode),
    createdAt: instants(),
  },
  sort: ['createdAt', 'clientId'],
})

const limits = {
  creditLimit: amountText.nullable().optional(),
  temporaryLimit: amountText.nullable().optional(),
  temporaryUntil: sentDay.nullable().optional(),
  maxDebtorShare: shareText.nullable().optional(),
}

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
    body: z.strictObject(limits),
    returns: CreditStatusView,
    refuses: ['CLIENT_MAY_NOT_DECIDE'],
  }).handle(async ({ unit, params, body }) => {
    const row = await updateCreditStatus(unit, params.id, body)
    await unit.flush()
    return oneToday(unit, show(row))
  }),

  updateCreditStatuses: operation(
    'PUT /credit-statuses/multiple-update',
    'UpdateClientCreditStatuses',
    {
      summary: 'Change the limits of many clients; all of them, or none',
      body: z.strictObject({
        items: z
          .array(z.strictObject({ id: id('CreditStatus'), version: version.optional(), ...limits }))
          .min(1)
          .max(500),
      }),
      returns: z.object({ data: z.array(CreditStatusView) }).meta({ id: 'CreditStatusesChanged' }),
      refuses: ['CLIENT_MAY_NOT_DECIDE', 'NOT_FOUND', 'VERSION_CONFLICT'],
    },
  ).handle(async ({ unit, body }) => {
    const rows = await updateCreditStatuses(unit, body.items)
    await unit.flush()
    return { data: await shownToday(unit, rows.map(show)) }
  }),
} satisfies Room
