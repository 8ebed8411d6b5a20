import { z } from 'zod'
import { limitsOfSystemDebtors } from '../../activities/debtors/limits-of-system-debtors.ts'
import { systemDebtorNumbered } from '../../activities/system/system-debtor-numbered.ts'
import { forTheTenantAlone } from '../../behaviours/for-the-tenant-alone.ts'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { amountShown, currencyCode } from '../../kernel/read/amounts.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { id } from '../../kernel/read/fields.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { filtersOfSystemDebtors } from './system-debtor-collection.ts'

const Exposure = z
  .object({
    currency: currencyCode,
    creditLimit: amountShown.nullable(),
    utilised: amountShown,
    reserved: amountShown,
    available: amountShown.nullable(),
  })
  .meta({ id: 'ExposureOfSystemDebtor' })

type Limits = Awaited<ReturnType<typeof limitsOfSystemDebtors>>

/** What the tenant keeps to itself: no view of a client or debtor has any of it. */
const internalView = viewOf(
  SystemDebtor,
  [
    'id',
    'identificationNumber',
    'countryCode',
    'type',
    'name',
    'status',
    'bankruptcyDate',
    'ratingInternal',
    'versioned',
  ],
  {
    name: 'InternalSystemDebtor',
    more: { groupId: id('SystemDebtorGroup').nullable(), exposure: z.array(Exposure) },
    facts: limitsOfSystemDebtors,
    show: (debtor, limitsOf: Limits) => limitsOf(debtor.id),
  },
)

const internal = collection(SystemDebtor, {
  noun: ['internal system debtor', 'internal system debtors'],
  shows: internalView,
  filters: { ...filtersOfSystemDebtors, ...filtersOf(SystemDebtor, ['ratingInternal']) },
  sort: ['-createdAt', 'name'],
})

export default {
  listInternalSystemDebtors: operation(
    'GET /internal-system-debtors',
    'ReadInternalSystemDebtors',
    forTheTenantAlone(internal.list),
  ),
  searchInternalSystemDebtors: operation(
    'POST /internal-system-debtors/search',
    'SearchInternalSystemDebtors',
    forTheTenantAlone(internal.search),
  ),
  readInternalSystemDebtor: operation(
    'GET /internal-system-debtors/{identificationNumber}',
    'ReadInternalSystemDebtor',
    {
      summary: 'Read an identity with what the tenant alone knows of it',
      shows: internalView,
      refuses: ['NUMBER_OF_SEVERAL'],
    },
  ).handle(({ unit, params }) => systemDebtorNumbered(unit, params.identificationNumber)),
} satisfies Room
