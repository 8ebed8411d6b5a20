import { z } from 'zod'
import { validateInvoice } from '../../activities/invoices/validate-invoice.ts'
import { calculateErrandStatus } from '../../activities/system/calculate-errand-status.ts'
import { closeErrand, forceCloseErrand } from '../../activities/system/close-errand.ts'
import { performErrand } from '../../activities/system/perform-errand.ts'
import { resolveErrand } from '../../activities/system/resolve-errand.ts'
import { updateErrandSuggestion } from '../../activities/system/update-errand-suggestion.ts'
import {
  errandActions,
  errandStatuses,
  errandTypes,
  severities,
} from '../../domain/system/errand.ts'
import { ErrandEvent, SystemErrand } from '../../entities/system-errand.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id, instant, showVersioned, versionedView } from '../../kernel/read/fields.ts'
import { exact, instants } from '../../kernel/read/filter.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const facts = z.record(z.string(), z.unknown()).meta({ example: { code: 'DEBTOR_EMAIL_MISSING' } })

const ErrandView = z
  .object({
    id: id('SystemErrand'),
    type: z.enum(errandTypes),
    status: z.enum(errandStatuses),
    severity: z.enum(severities),
    title: z.string().meta({ example: 'The debtor has no e-mail address: 2026-0001' }),
    subjectType: z.string().meta({ example: 'Invoice' }),
    subjectId: z.string().meta({ example: 'I01K9ZV3Q7M2T8W4X6Y0A1B2C3D' }),
    clientId: id('Client').nullable(),
    assigneeId: z.string().nullable(),
    dueAt: instant.nullable(),
    suggestion: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ example: { action: 'VALIDATE_INVOICE', reason: 'Once it is put right' } }),
    data: facts,
    comment: z.string().nullable(),
    ...versionedView,
  })
  .meta({ id: 'SystemErrand' })

const show = (errand: SystemErrand): z.output<typeof ErrandView> => ({
  id: errand.id,
  type: errand.type,
  status: errand.status,
  severity: errand.severity,
  title: errand.title,
  subjectType: errand.subjectType,
  subjectId: errand.subjectId,
  clientId: errand.clientId ?? null,
  assigneeId: errand.assigneeId ?? null,
  dueAt: errand.dueAt?.toISOString() ?? null,
  suggestion: errand.suggestion ?? null,
  data: errand.data,
  comment: errand.comment ?? null,
  ...showVersioned(errand),
})

const ErrandEventView = z
  .object({
    id: id('ErrandEvent'),
    errandId: id('SystemErrand'),
    type: z.string().meta({ example: 'OPENED' }),
    text: z.string(),
    data: facts,
    createdBy: z.string(),
    createdAt: instant,
  })
  .meta({ id: 'SystemErrandEvent' })

const showEvent = (event: ErrandEvent): z.output<typeof ErrandEventView> => ({
  id: event.id,
  errandId: event.errandId,
  type: event.type,
  text: event.text,
  data: event.data,
  createdBy: event.createdBy,
  createdAt: event.createdAt.toISOString(),
})

const shared = {
  view: ErrandView,
  show,
  filters: {
    type: exact(z.enum(errandTypes)),
    status: exact(z.enum(errandStatuses)),
    severity: exact(z.enum(severities)),
    subjectId: exact(),
    clientId: exact(id('Client')),
    createdAt: instants(),
  },
  sort: ['-createdAt', 'type', 'status', 'severity'],
} as const

const errands = collection(SystemErrand, {
  ...shared,
  noun: ['system errand', 'system errands'],
})

const { type: _, ...filtersOfOneType } = shared.filters
const validationErrors = collection(SystemErrand, {
  ...shared,
  filters: filtersOfOneType,
  noun: ['validation error', 'errands of invoices that are not valid'],
  only: { type: 'INVOICE_VALIDATION' },
})

const events = collection(ErrandEvent, {
  noun: ['event', 'events of an errand'],
  view: ErrandEventView,
  show: showEvent,
  filters: {},
  sort: ['id'],
})
const eventsOfOne = events.owned(SystemErrand, 'errandId', 'id')

const said = z.string().trim().min(1).max(1000)

export default {
  listSystemErrands: operation('GET /errands/system', 'ReadSystemErrands', errands.list),
  searchSystemErrands: operation(
    'POST /errands/system/search',
    'SearchSystemErrands',
    errands.search,
  ),
  readSystemErrand: operation('GET /errands/system/{id}', 'ReadSystemErrand', errands.read),

  listEventsOfSystemErrand: operation('GET /errands/system/{id}/events', 'ReadSystemErrand', {
    ...eventsOfOne,
    summary: 'List what happened to an errand',
  }),

  performSystemErrand: operation('PUT /errands/system/{id}/perform', 'PerformSystemErrands', {
    summary: 'Perform what an errand suggests, or another action',
    body: z.strictObject({ action: z.enum(errandActions).optional() }).prefault({}),
    returns: ErrandView,
    shows: show,
    refuses: ['ERRAND_NOT_OPEN', 'ERRAND_WITHOUT_ACTION'],
  }).handle(({ unit, params, body }) => performErrand(unit, params.id, body.action)),

  resolveSystemErrand: operation('PUT /errands/system/{id}/resolve', 'ResolveSystemErrands', {
    summary: 'Resolve an errand with a comment',
    body: z.strictObject({ comment: said }),
    returns: ErrandView,
    shows: show,
    refuses: ['ERRAND_NOT_OPEN'],
  }).handle(({ unit, params, body }) => resolveErrand(unit, params.id, body.comment)),

  closeSystemErrand: operation('PUT /errands/system/{id}/close', 'CloseSystemErrands', {
    summary: 'Close an errand whose cause is gone; that is looked at',
    returns: ErrandView,
    shows: show,
    refuses: ['ERRAND_NOT_OPEN', 'ERRAND_CAUSE_REMAINS'],
  }).handle(({ unit, params }) => closeErrand(unit, params.id)),

  closeSystemErrandByForce: operation(
    'PUT /errands/system/{id}/force-close',
    'ForceCloseSystemErrands',
    {
      summary: 'Close an errand for a reason; its cause is not looked at',
      body: z.strictObject({ reason: said }),
      returns: ErrandView,
      shows: show,
      refuses: ['ERRAND_NOT_OPEN'],
    },
  ).handle(({ unit, params, body }) => forceCloseErrand(unit, params.id, body.reason)),

  calculateStatusOfSystemErrand: operation(
    'PUT /errands/system/{id}/calculate-status',
    'CalculateStatusSystemErrands',
    {
      summary: 'Check the cause of an errand; one that is gone resolves it',
      returns: ErrandView,
      shows: show,
    },
  ).handle(({ unit, params }) => calculateErrandStatus(unit, params.id)),

  updateSuggestionOfSystemErrand: operation(
    'PUT /errands/system/{id}/update-monitoring-suggestion',
    'UpdateErrandSuggestion',
    {
      summary: 'Change what is suggested about an errand',
      body: z.strictObject({
        suggestion: z.strictObject({
          action: z.enum(errandActions),
          confidence: z
            .string()
            .regex(/^(?:0(?:\.\d{1,4})?|1(?:\.0{1,4})?)$/, 'A decimal from 0 to 1')
            .meta({ example: '0.85' })
            .optional(),
          reason: said.optional(),
        }),
      }),
      returns: ErrandView,
      shows: show,
      refuses: ['ERRAND_NOT_OPEN'],
    },
  ).handle(({ unit, params, body }) => updateErrandSuggestion(unit, params.id, body.suggestion)),

  validateInvoiceForErrands: operation(
    'POST /errands/system/invoice-validation-errors/{invoiceId}',
    'CreateValidationErrorErrands',
    {
      summary: 'Validate an invoice; each fault opens an errand',
      returns: z.object({ data: z.array(ErrandView) }).meta({ id: 'InvoiceValidation' }),
      shows: (left: SystemErrand[]) => ({ data: left.map(show) }),
    },
  ).handle(({ unit, params }) => validateInvoice(unit, params.invoiceId)),

  listInvoiceValidationErrors: operation(
    'GET /errands/system/invoice-validation-errors',
    'GetValidationErrorErrands',
    validationErrors.list,
  ),
} satisfies Room
