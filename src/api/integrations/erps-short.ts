import { Erp } from '../../entities/erp.ts'
import { collection } from '../../kernel/read/collection.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const erpShortView = viewOf(Erp, ['id', 'name'], { name: 'ErpShort' })

const erps = collection(Erp, {
  noun: ['business system by name', 'business systems by name'],
  shows: erpShortView,
  filters: filtersOf(Erp, ['name']),
  sort: ['name'],
  only: { active: true },
})

export default {
  listErpsShort: operation('GET /erps-short', 'ReadErpsShort', erps.list),
  readErpShort: operation('GET /erps-short/{id}', 'ReadErpShort', erps.read),
} satisfies Room
