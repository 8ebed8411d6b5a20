import { ReasonCode } from '../../entities/reason-code.ts'
import { collection } from '../../kernel/read/collection.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const reasonCode = viewOf(ReasonCode, [
  'id',
  'code',
  'type',
  'name',
  'description',
  'active',
  'versioned',
])

const reasonCodes = collection(ReasonCode, {
  noun: ['reason code', 'reason codes'],
  shows: reasonCode,
  key: 'code',
  filters: filtersOf(ReasonCode, ['type', 'code', 'name', 'active', 'createdAt']),
  sort: ['code', 'name', 'createdAt'],
})

const createReasonCode = operation('POST /reason-code', 'CreateReasonCode', {
  summary: 'Create a reason code',
  body: bodyOf(ReasonCode, ['code', 'type', 'name', 'description', 'active'], {
    description: '',
    active: true,
  }),
  shows: reasonCode,
  refuses: ['ALREADY_EXISTS'],
  locate: (reason) => `/reason-code/${reason.code}`,
  inOneTrip: true,
}).handle(async ({ unit, body }) => unit.insert(ReasonCode, body))

const updateReasonCode = operation('PUT /reason-code/{code}', 'UpdateReasonCode', {
  summary: 'Change a reason code; its code and type stay, for what already carries it',
  body: bodyOf(ReasonCode, ['name', 'description', 'active']).partial(),
  shows: reasonCode,
}).handle(async ({ unit, params, body }) => {
  const reason = await unit.read(ReasonCode, { code: params.code })
  unit.update(ReasonCode, reason, body)
  return reason
})

export default {
  listReasonCodes: operation('GET /reason-code', 'ReadReasonCodes', reasonCodes.list),
  createReasonCode,
  readReasonCode: operation('GET /reason-code/{code}', 'ReadReasonCode', reasonCodes.read),
  updateReasonCode,
  searchReasonCodes: operation('POST /reason-code/search', 'SearchReasonCodes', reasonCodes.search),
  listReasonCodesOfType: operation(
    'GET /reason-code/type/{type}',
    'ReadReasonCode',
    reasonCodes.within('type'),
  ),
} satisfies Room
