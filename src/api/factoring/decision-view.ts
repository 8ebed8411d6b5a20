import { viewOf } from '../../kernel/read/view.ts'
import { z } from 'zod'
import { deciders, financeDecisions } from '../../domain/factoring/decision.ts'
import { decisionStatuses } from '../../domain/credit/decision-status.ts'
import { confidential, outcomes } from '../../domain/factoring/engine.ts'
import { isNarrowed } from '../../domain/access/scope.ts'
import { FactoringDecision } from '../../entities/factoring-decision.ts'
import { amountShown } from '../../kernel/read/amounts.ts'
import {
  workflowLinks,
  workflowShown,
  type WorkflowLinks,
} from '../../kernel/read/workflow-link.ts'
import { instant } from '../../kernel/read/fields.ts'

const snapshot = z.record(z.string(), z.unknown()).nullable()

const CriterionView = z
  .object({
    criterion: z.string().meta({ example: 'CLIENT_LIMIT' }),
    value: z.string().nullable().meta({ example: '12500.00' }),
    bound: z.string().nullable().meta({ example: '500000.00' }),
    outcome: z.enum(outcomes),
  })
  .meta({ id: 'DecisionCriterion' })

const HistoryEntryView = z
  .object({
    at: instant,
    by: z.string(),
    byName: z.string(),
    status: z.enum(decisionStatuses),
    subStatusId: z.int().nullable(),
    financeDecision: z.enum(financeDecisions).nullable(),
    decidedBy: z.enum(deciders).optional(),
    reasonCodes: z.array(z.string()).optional(),
    comment: z.string().optional(),
    code: z.string().optional(),
    cause: z.string().optional(),
    /** What is asked from then on, where the claim was credited meanwhile. */
    amount: amountShown.optional(),
  })
  .meta({ id: 'DecisionHistoryEntry' })

interface DecisionFacts {
  isNarrow: boolean
  workflowOf: WorkflowLinks
}

/** To who sees some clients only, without what the tenant knows of a debtor that others have as well. */
export const factoringDecisionView = viewOf(
  FactoringDecision,
  [
    'id',
    'invoiceId',
    'clientId',
    'debtorId',
    'systemDebtorId',
    'status',
    'financeDecision',
    'decidedBy',
    'decidedById',
    'amount',
    'currency',
    'reserved',
    'serviceProviderCode',
    'reasonCodes',
    'comment',
    'externalReference',
    'requestedBy',
    'requestedAt',
    'decidedAt',
    'versioned',
  ],
  {
    more: {
      subStatusId: z.int().nullable().meta({ example: 12 }),
      criteria: z.array(CriterionView),
      termsSnapshot: snapshot,
      limitSnapshot: snapshot,
      history: z.array(HistoryEntryView),
      workflow: workflowShown,
    },
    facts: (unit) => ({
      isNarrow: isNarrowed(unit.scope),
      workflowOf: workflowLinks(unit, 'factoringDecision'),
    }),
    show: (decision, { isNarrow, workflowOf }: DecisionFacts) => ({
      workflow: workflowOf(decision.id),
      subStatusId: decision.subStatusId == null ? null : Number(decision.subStatusId),
      criteria: criteriaOf(decision, isNarrow),
      termsSnapshot: decision.termsSnapshot ?? null,
      limitSnapshot: limitsOf(decision, isNarrow),
      history: decision.history as z.output<typeof HistoryEntryView>[],
    }),
  },
)

function criteriaOf({ criteria }: FactoringDecision, isNarrow: boolean) {
  const all = criteria as z.output<typeof CriterionView>[]
  return isNarrow ? all.filter(({ criterion }) => !confidential.has(criterion)) : all
}

function limitsOf({ limitSnapshot }: FactoringDecision, isNarrow: boolean) {
  if (limitSnapshot == null) return null
  const { debtor: _, groups: __, ...limits } = limitSnapshot
  return isNarrow ? limits : limitSnapshot
}
