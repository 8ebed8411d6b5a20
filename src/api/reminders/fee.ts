import { createFeeType, createFeeTypeInput } from '../../activities/reminders/create-fee-type.ts'
import { forTheTenantAlone } from '../../behaviours/for-the-tenant-alone.ts'
import { FeeType } from '../../entities/fee-type.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { viewOf } from '../../kernel/read/view.ts'

const feeTypeView = viewOf(FeeType, [
  'id',
  'code',
  'name',
  'component',
  'currency',
  'amount',
  'percent',
  'statutoryKey',
  'beneficiary',
  'vatOnClient',
  'claimable',
  'createdAt',
])

const feeTypes = collection(FeeType, {
  noun: ['fee type', 'fee types'],
  shows: feeTypeView,
  filters: filtersOf(FeeType, ['code', 'component', 'currency']),
  sort: ['code'],
})

export default {
  listFeeTypes: operation(
    'GET /fee/type',
    'ReadCollectionFeeType',
    forTheTenantAlone(feeTypes.list),
  ),
  readFeeType: operation(
    'GET /fee/type/{id}',
    'ReadCollectionFeeType',
    forTheTenantAlone(feeTypes.read),
  ),
  createFeeType: operation('POST /fee/type', 'CreateCollectionFeeType', {
    summary: 'Make a fee that debtors are charged, within the law',
    body: createFeeTypeInput,
    shows: feeTypeView,
    refuses: ['ALREADY_EXISTS', 'FEE_ABOVE_STATUTORY'],
    locate: ({ id }) => `/fee/type/${id}`,
  }).handle(({ unit, body }) => createFeeType(unit, body)),
} satisfies Room
