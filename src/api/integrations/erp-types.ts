import { ErpType } from '../../entities/erp.ts'
import { collection } from '../../kernel/read/collection.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const erpTypeView = viewOf(ErpType, ['id', 'code', 'name', 'connector', 'uses', 'versioned'])

const types = collection(ErpType, {
  noun: ['kind of business system', 'kinds of business systems'],
  shows: erpTypeView,
  filters: filtersOf(ErpType, ['code']),
  sort: ['code'],
})

const createErpType = operation('POST /erp-types', 'CreateErpTypes', {
  summary: 'Create a kind of business system, and how it is spoken to',
  body: bodyOf(ErpType, ['code', 'name', 'connector', 'uses'], { uses: 'BOTH' }),
  shows: erpTypeView,
  refuses: ['ALREADY_EXISTS'],
}).handle(async ({ unit, body }) => unit.add(ErpType, body))

export default {
  createErpType,
  listErpTypes: operation('GET /erp-types', 'ReadErps', { ...types.list, extension: true }),
  readErpType: operation('GET /erp-types/{id}', 'ReadErp', { ...types.read, extension: true }),
} satisfies Room
