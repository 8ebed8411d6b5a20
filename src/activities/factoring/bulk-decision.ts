import { z } from 'zod'
import { decisionStatuses } from '../../domain/credit/decision-status.ts'
import { financeDecisions, together } from '../../domain/factoring/decision.ts'
import { FactoringDecision } from '../../entities/factoring-decision.ts'
import { id } from '../../kernel/read/fields.ts'
import { exact, instants } from '../../kernel/read/filter.ts'
import { tableOf } from '../../kernel/read/table.ts'
import { taskOf } from '../task.ts'
import { moveDecision, moveDecisionInput, moveManyDecisions } from './move-decision.ts'

/** The filters and sorts of lists of decisions. */
export const decisionLists = {
  filters: {
    invoiceId: exact(id('Invoice')),
    clientId: exact(id('Client')),
    debtorId: exact(id('Debtor')),
    status: exact(z.enum(decisionStatuses)),
    financeDecision: exact(z.enum(financeDecisions)),
    requestedAt: instants(),
  },
  sort: ['-requestedAt'],
} as const

/** Decisions that are moved together. */
export const moveDecisions = taskOf({
  kind: 'FactoringDecision',
  over: tableOf(FactoringDecision, decisionLists),
  input: moveDecisionInput,
  one: moveDecision,
  many: moveManyDecisions,
  togetherMax: together,
})
