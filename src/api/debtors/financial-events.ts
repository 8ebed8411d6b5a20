import { z } from 'zod'
import { sql } from 'kysely'
import { systemDebtorNumbered } from '../../activities/system/system-debtor-numbered.ts'
import { financialEventTypes } from '../../domain/bookkeeping/ledger.ts'
import { Debtor } from '../../entities/debtor.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id } from '../../kernel/read/fields.ts'
import { dates, exact, instants, type Filter } from '../../kernel/read/filter.ts'
import { viewOf } from '../../kernel/read/view.ts'

const facts = {
  noun: ['financial event', 'financial events of a debtor'],
  shows: viewOf(
    FinancialEvent,
    [
      'id',
      'claimType',
      'claimId',
      'clientId',
      'debtorId',
      'type',
      'component',
      'amount',
      'currency',
      'bookDate',
      'valueDate',
      'recordedAt',
      'reasonCode',
      'text',
      'reversesId',
      'reversedById',
    ],
    { name: 'DebtorFinancialEvent' },
  ),
  filters: {
    claimId: exact(),
    clientId: exact(id('Client')),
    type: exact(z.enum(financialEventTypes)),
    bookDate: dates(),
    recordedAt: instants(),
  },
  sort: ['-id', 'bookDate', 'recordedAt'],
} as const

const ofDebtor = collection(FinancialEvent, facts)

/** Of all debtors that share an identity, which the filter names in their stead. */
const sharing: Filter = {
  ...exact(id('SystemDebtor')),
  finds: (column, asked, { tenantId }) =>
    sql<boolean>`${sql.ref(column)} = any(array(select id from debtor
      where tenant_id = ${tenantId} and system_debtor_id = ${'one' in asked ? asked.one : null}))`,
}
const ofIdentity = collection(FinancialEvent, {
  ...facts,
  filters: { ...facts.filters, debtorId: sharing },
})

const { lists: _, ...list } = ofDebtor.list
const { lists: __, ...search } = ofDebtor.search
const refuses = ['CURSOR_INVALID', 'NUMBER_OF_SEVERAL'] as const

export const eventsOfDebtors = {
  listFinancialEventsOfDebtor: operation(
    'GET /debtors/{debtorId}/financial-events',
    'ReadDebtorFinancialEvents',
    { ...ofDebtor.owned(Debtor, 'debtorId'), summary: 'List the financial events of a debtor' },
  ),
  searchFinancialEventsOfDebtor: operation(
    'POST /debtors/{debtorId}/financial-events/search',
    'SearchDebtorFinancialEvents',
    ofDebtor.searchOwned(Debtor, 'debtorId'),
  ),
} satisfies Room

export const eventsOfSystemDebtors = {
  listFinancialEventsOfSystemDebtor: operation(
    'GET /system-debtors/{identificationNumber}/financial-events',
    'ReadDebtorFinancialEvents',
    {
      ...list,
      summary: 'List the financial events of an identity',
      refuses,
      handle: async ({ unit, params, query }) => {
        const { id: debtorId } = await systemDebtorNumbered(unit, params.identificationNumber)
        return ofIdentity.list.handle({ unit, query: { ...query, debtorId } } as never)
      },
    },
  ),
  searchFinancialEventsOfSystemDebtor: operation(
    'POST /system-debtors/{identificationNumber}/financial-events/search',
    'SearchDebtorFinancialEvents',
    {
      ...search,
      summary: 'Search the financial events of an identity',
      refuses,
      handle: async ({ unit, params, body }) => {
        const { id: debtorId } = await systemDebtorNumbered(unit, params.identificationNumber)
        const filters = { ...body.filters, debtorId }
        return ofIdentity.search.handle({ unit, body: { ...body, filters } } as never)
      },
    },
  ),
} satisfies Room
