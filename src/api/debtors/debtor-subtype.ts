import { DebtorSubtype } from '../../entities/debtor-subtype.ts'
import { collection } from '../../kernel/read/collection.ts'
import { change } from '../../kernel/read/fields.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const debtorSubtypeView = viewOf(DebtorSubtype, [
  'id',
  'code',
  'debtorType',
  'name',
  'description',
  'versioned',
])

const debtorSubtypes = collection(DebtorSubtype, {
  noun: ['debtor subtype', 'debtor subtypes'],
  shows: debtorSubtypeView,
  filters: filtersOf(DebtorSubtype, ['debtorType', 'code', 'name', 'createdAt']),
  sort: ['code', 'name', 'createdAt'],
})

const createDebtorSubtype = operation('POST /debtor-subtype', 'CreateDebtorType', {
  summary: 'Create a debtor subtype',
  body: bodyOf(DebtorSubtype, ['code', 'debtorType', 'name', 'description'], { description: '' }),
  shows: debtorSubtypeView,
  refuses: ['ALREADY_EXISTS'],
}).handle(async ({ unit, body }) => unit.add(DebtorSubtype, body))

const updateDebtorSubtype = operation('PUT /debtor-subtype/{id}', 'UpdateDebtorType', {
  summary: 'Change a debtor subtype; the type it refines stays',
  body: bodyOf(DebtorSubtype, ['code', 'name', 'description'])
    .partial()
    .meta({ example: { code: 'CO_OPERATIVE', name: 'Co-operative' } }),
  shows: debtorSubtypeView,
  refuses: ['ALREADY_EXISTS'],
}).handle(async ({ unit, params, body }) => change(await unit.load(DebtorSubtype, params.id), body))

const deleteDebtorSubtype = operation('DELETE /debtor-subtype/{id}', 'DeleteDebtorType', {
  names: { entity: DebtorSubtype },
  summary: 'Delete a debtor subtype that no debtor has',
}).handle(async ({ unit, params }) => {
  unit.remove(await unit.load(DebtorSubtype, params.id))
})

export default {
  listDebtorSubtypes: operation('GET /debtor-subtype', 'ReadDebtorType', debtorSubtypes.list),
  createDebtorSubtype,
  readDebtorSubtype: operation('GET /debtor-subtype/{id}', 'ReadDebtorType', debtorSubtypes.read),
  updateDebtorSubtype,
  deleteDebtorSubtype,
} satisfies Room
