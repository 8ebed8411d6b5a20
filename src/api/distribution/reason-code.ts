import { z } from 'zod'
import { reasonTypes } from '../../domain/distribution/reason-code.ts'
import { ReasonCode } from '../../entities/reason-code.ts'
import { collection } from '../../kernel/read/collection.ts'
import {
  change,
  code,
  description,
  id,
  name,
  showVersioned,
  versionedView,
} from '../../kernel/read/fields.ts'
import { exact, flag, instants, text } from '../../kernel/read/filter.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const ReasonCodeView = z
  .object({
    id: id('ReasonCode'),
    code,
    type: z.enum(reasonTypes),
    name: name(),
    description,
    active: z.boolean(),
    ...versionedView,
  })
  .meta({ id: 'ReasonCode' })

const show = (reason: ReasonCode): z.output<typeof ReasonCodeView> => ({
  id: reason.id,
  code: reason.code,
  type: reason.type,
  name: reason.name,
  description: reason.description,
  active: reason.active,
  ...showVersioned(reason),
})

const reasonCodes = collection(ReasonCode, {
  noun: ['reason code', 'reason codes'],
  view: ReasonCodeView,
  show,
  key: 'code',
  filters: {
    type: exact(z.enum(reasonTypes)),
    code: text(),
    name: text(),
    active: flag(),
    createdAt: instants(),
  },
  sort: ['code', 'name', 'createdAt'],
})

const createReasonCode = operation('POST /reason-code', 'CreateReasonCode', {
  summary: 'Create a reason code',
  body: z.strictObject({
    code,
    type: z.enum(reasonTypes),
    name: name(),
    description: description.default(''),
    active: z.boolean().default(true),
  }),
  returns: ReasonCodeView,
  shows: show,
  refuses: ['ALREADY_EXISTS'],
  locate: (reason) => `/reason-code/${reason.code}`,
}).handle(async ({ unit, body }) => unit.add(ReasonCode, body))

const updateReasonCode = operation('PUT /reason-code/{code}', 'UpdateReasonCode', {
  summary: 'Change a reason code; its code and type stay, for what already carries it',
  body: z.strictObject({ name: name(), description, active: z.boolean() }).partial(),
  returns: ReasonCodeView,
  shows: show,
}).handle(async ({ unit, params, body }) =>
  change(await unit.load(ReasonCode, { code: params.code }), body),
)

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
