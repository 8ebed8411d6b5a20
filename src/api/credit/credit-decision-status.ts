import { z } from 'zod'
import { createDecisionStatus } from '../../activities/credit/create-decision-status.ts'
import {
  createDecisionStatusInput,
  decisionNumberMax,
  updateDecisionStatusInput,
  type DecisionStatusName,
  decisionStatusFields,
} from '../../activities/credit/decision-status-fields.ts'
import { deleteDecisionStatus } from '../../activities/credit/delete-decision-status.ts'
import { updateDecisionStatus } from '../../activities/credit/update-decision-status.ts'
import {
  updateDecisionStatuses,
  updateDecisionStatusesInput,
} from '../../activities/credit/update-decision-statuses.ts'
import { decisionStatuses } from '../../domain/credit/decision-status.ts'
import { notFound } from '../../domain/refusal.ts'
import { CreditDecisionStatus } from '../../entities/credit-decision-status.ts'
import { collection } from '../../kernel/read/collection.ts'
import { exact, text } from '../../kernel/read/filter.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const decisionStatusView = viewOf(CreditDecisionStatus, [
  'id',
  'number',
  ...decisionStatusFields,
  'versioned',
])

const statuses = collection(CreditDecisionStatus, {
  noun: ['sub-status of decisions', 'sub-statuses of decisions'],
  shows: decisionStatusView,
  key: 'number',
  filters: {
    coreStatus: exact(z.enum(decisionStatuses)),
    name: text(),
  },
  sort: ['sortOrder', 'number', 'name'],
})

/** A path names a sub-status by its number, or by its id. */
function named(word: string): DecisionStatusName {
  if (/^CD[0-9A-Z]{26}$/.test(word)) return { id: word }
  const isNumber = /^[1-9]\d{0,9}$/.test(word) && Number(word) <= decisionNumberMax
  return isNumber ? { number: Number(word) } : notFound()
}

export default {
  listDecisionStatuses: operation(
    'GET /credit-decision-status',
    'ReadCreditDecisionStatus',
    statuses.list,
  ),

  searchDecisionStatuses: operation(
    'POST /credit-decision-status/search',
    'ReadCreditDecisionStatus',
    statuses.search,
  ),

  readDecisionStatus: operation(
    'GET /credit-decision-status/{number}',
    'ReadCreditDecisionStatus',
    {
      ...statuses.read,
      handle: async ({ unit, params }: Parameters<typeof statuses.read.handle>[0]) =>
        decisionStatusView.show(await unit.load(CreditDecisionStatus, named(params.number))),
    },
  ),

  createDecisionStatus: operation('POST /credit-decision-status', 'CreateCreditDecisionStatus', {
    summary: 'Create a sub-status inside one of the core statuses',
    body: createDecisionStatusInput,
    shows: decisionStatusView,
    locate: (status) => `/credit-decision-status/${status.number}`,
  }).handle(({ unit, body }) => createDecisionStatus(unit, body)),

  updateDecisionStatus: operation(
    'PUT /credit-decision-status/{number}',
    'UpdateCreditDecisionStatus',
    {
      summary: 'Change a sub-status; the core status that it belongs to stays',
      body: updateDecisionStatusInput,
      shows: decisionStatusView,
    },
  ).handle(({ unit, params, body }) => updateDecisionStatus(unit, named(params.number), body)),

  updateDecisionStatuses: operation(
    'PUT /credit-decision-status/bulk-update',
    'UpdateCreditDecisionStatus',
    {
      summary: 'Change many sub-statuses; all of them, or none',
      body: updateDecisionStatusesInput,
      returns: z
        .object({ data: z.array(decisionStatusView.schema) })
        .meta({ id: 'CreditDecisionStatusesChanged' }),
      shows: (rows: CreditDecisionStatus[]) => ({
        data: rows.map((row) => decisionStatusView.show(row)),
      }),
      refuses: ['NOT_FOUND', 'VERSION_CONFLICT'],
    },
  ).handle(({ unit, body }) => updateDecisionStatuses(unit, body)),

  deleteDecisionStatus: operation(
    'DELETE /credit-decision-status/{number}',
    'DeleteCreditDecisionStatus',
    {
      names: { entity: CreditDecisionStatus },
      summary: 'Delete a sub-status that no decision is in',
      refuses: ['IN_USE'],
    },
  ).handle(({ unit, params }) => deleteDecisionStatus(unit, named(params.number))),
} satisfies Room
