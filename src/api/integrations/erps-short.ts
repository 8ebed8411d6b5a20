import { z } from 'zod'
import { Erp } from '../../entities/erp.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id, name } from '../../kernel/read/fields.ts'
import { text } from '../../kernel/read/filter.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const ErpShortView = z.object({ id: id('Erp'), name: name() }).meta({ id: 'ErpShort' })

const erps = collection(Erp, {
  noun: ['business system by name', 'business systems by name'],
  view: ErpShortView,
  show: ({ id: erpId, name: called }: Erp) => ({ id: erpId, name: called }),
  filters: { name: text() },
  sort: ['name'],
  only: { active: true },
})

export default {
  listErpsShort: operation('GET /erps-short', 'ReadErpsShort', erps.list),
  readErpShort: operation('GET /erps-short/{id}', 'ReadErpShort', erps.read),
} satisfies Room
