import { z } from 'zod'
import { validateInvoice } from '../../activities/invoices/validate-invoice.ts'
import { calculateErrandStatus } from '../../activities/system/calculate-errand-status.ts'
import {
  closeErrand,
  forceCloseErrand,
  forceCloseErrandInput,
} from '../../activities/system/close-errand.ts'
import { performErrand, performErrandInput } from '../../activities/system/perform-errand.ts'
import { resolveErrand, resolveErrandInput } from '../../activities/system/resolve-errand.ts'
import {
  updateErrandSuggestion,
  updateErrandSuggestionInput,
} from '../../activities/system/update-errand-suggestion.ts'
import { lifeOfDistribution } from '../../domain/distribution/distribution.ts'
import {
  lifeOfErrand,
  errandStatuses,
  errandTypes,
  severities,
} from '../../domain/system/errand.ts'
import { ErrandEvent, SystemErrand } from '../../entities/system-errand.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id } from '../../kernel/read/fields.ts'
import { exact, instants } from '../../kernel/read/filter.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const facts = z.record(z.string(), z.unknown()).meta({ example: { code: 'DEBTOR_EMAIL_MISSING' } })

const suggestion = z
  .record(z.string(), z.unknown())
  .nullable()
  .meta({ example: { action: 'VALIDATE_INVOICE', reason: 'Once it is put right' } })

const errandView = viewOf(
  SystemErrand,
  [
    'id',
    'type',
    'status',
    'severity',
    'subjectType',
    'subjectId',
    'clientId',
    'assigneeId',
    'dueAt',
    'title',
    'comment',
    'versioned',
  ],
  {
    more: { suggestion, data: facts },
    show: (errand) => ({ suggestion: errand.suggestion ?? null, data: errand.data }),
  },
)

const errandEventView = viewOf(
  ErrandEvent,
  ['id', 'errandId', 'type', 'text', 'createdBy', 'createdAt'],
  { name: 'SystemErrandEvent', more: { data: facts }, show: (event) => ({ data: event.data }) },
)

const shared = {
  shows: errandView,
  filters: {
    type: exact(z.enum(errandTypes)),
    status: exact(z.enum(errandStatuses)),
    severity: exact(z.enum(severities)),
    subjectId: exact(),
    clientId: exact(id('Client')),
    assigneeId: exact(id('User')),
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
  shows: errandEventView,
  filters: {},
  sort: ['id'],
})
const eventsOfOne = events.owned(SystemErrand, 'errandId', 'id')

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
    body: performErrandInput,
    shows: errandView,
    confirms: true,
    refuses: [
      'ERRAND_NOT_OPEN',
      'ERRAND_WITHOUT_ACTION',
      'CLIENT_MAY_NOT_DECIDE',
      'FEATURE_DISABLED',
      'INVOICE_NOT_FINANCED',
      'NO_RECOURSE',
      'RECOURSE_NOT_DUE',
      ...lifeOfDistribution.refusals('retry', 'markSent'),
      'SCHEDULE_RUN_NOT_FAILED',
    ],
  }).handle(({ unit, params, body }) => performErrand(unit, params.id, body)),

  resolveSystemErrand: operation('PUT /errands/system/{id}/resolve', 'ResolveSystemErrands', {
    summary: 'Resolve an errand with a comment',
    body: resolveErrandInput,
    shows: errandView,
    refuses: lifeOfErrand.refusals('resolve'),
  }).handle(({ unit, params, body }) => resolveErrand(unit, params.id, body)),

  closeSystemErrand: operation('PUT /errands/system/{id}/close', 'CloseSystemErrands', {
    summary: 'Close an errand whose cause is gone; that is looked at',
    shows: errandView,
    refuses: ['ERRAND_NOT_OPEN', 'ERRAND_CAUSE_REMAINS'],
  }).handle(({ unit, params }) => closeErrand(unit, params.id)),

  closeSystemErrandByForce: operation(
    'PUT /errands/system/{id}/force-close',
    'ForceCloseSystemErrands',
    {
      summary: 'Close an errand for a reason; its cause is not looked at',
      body: forceCloseErrandInput,
      shows: errandView,
      refuses: lifeOfErrand.refusals('forceClose'),
    },
  ).handle(({ unit, params, body }) => forceCloseErrand(unit, params.id, body)),

  calculateStatusOfSystemErrand: operation(
    'PUT /errands/system/{id}/calculate-status',
    'CalculateStatusSystemErrands',
    {
      summary: 'Check the cause of an errand; one that is gone resolves it',
      shows: errandView,
    },
  ).handle(({ unit, params }) => calculateErrandStatus(unit, params.id)),

  updateSuggestionOfSystemErrand: operation(
    'PUT /errands/system/{id}/update-monitoring-suggestion',
    'UpdateErrandSuggestion',
    {
      summary: 'Change what is suggested about an errand',
      body: updateErrandSuggestionInput,
      shows: errandView,
      refuses: lifeOfErrand.refusals('suggest'),
    },
  ).handle(({ unit, params, body }) => updateErrandSuggestion(unit, params.id, body)),

  validateInvoiceForErrands: operation(
    'POST /errands/system/invoice-validation-errors/{invoiceId}',
    'CreateValidationErrorErrands',
    {
      summary: 'Validate an invoice; each fault opens an errand',
      returns: z.object({ data: z.array(errandView.schema) }).meta({ id: 'InvoiceValidation' }),
      shows: (left: SystemErrand[]) => ({ data: left.map((row) => errandView.show(row)) }),
    },
  ).handle(({ unit, params }) => validateInvoice(unit, params.invoiceId)),

  listInvoiceValidationErrors: operation(
    'GET /errands/system/invoice-validation-errors',
    'GetValidationErrorErrands',
    validationErrors.list,
  ),
} satisfies Room
