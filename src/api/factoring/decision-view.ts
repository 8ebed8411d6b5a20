import { z } from 'zod'
import { deciders, financeDecisions } from '../../domain/factoring/decision.ts'
import { decisionStatuses } from '../../domain/credit/decision-status.ts'
import { confidential, outcomes } from '../../domain/factoring/engine.ts'
import { isNarrowed, type Scope } from '../../domain/access/scope.ts'
import { decimal } from '../../domain/money.ts'
import type { FactoringDecision } from '../../entities/factoring-decision.ts'
import { amountShown, currencyCode } from '../../kernel/read/amounts.ts'
import { id, instant, showVersioned, versionedView } from '../../kernel/read/fields.ts'

const snapshot = z.record(z.string(), z.unknown()).nullable()

const CriterionView = z
  .object({
    criterion: z.string().meta({ example: 'CLIENT_LIMIT' }),
    value: z.string().nullable().meta({ example: '12500.00' }),
    bound: z.string().nullable().meta({ example: '500000.00' }),
    outcome: z.enum(outcomes),
  })
  .meta({ id: 'DecisionCriterion' })

const StepView = z
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
  .meta({ id: 'DecisionStep' })

export const FactoringDecisionView = z
  .object({
    id: id('FactoringDecision'),
    invoiceId: id('Invoice'),
    clientId: id('Client'),
    debtorId: id('Debtor'),
    systemDebtorId: id('SystemDebtor').nullable(),
    status: z.enum(decisionStatuses),
    subStatusId: z.int().nullable().meta({ example: 12 }),
    financeDecision: z.enum(financeDecisions).nullable(),
    decidedBy: z.enum(deciders).nullable(),
    decidedById: z.string().nullable(),
    amount: amountShown,
    currency: currencyCode,
    reserved: amountShown,
    serviceProviderCode: z.string().nullable(),
    reasonCodes: z.array(z.string()),
    comment: z.string(),
    criteria: z.array(CriterionView),
    termsSnapshot: snapshot,
    limitSnapshot: snapshot,
    externalReference: z.string().nullable(),
    history: z.array(StepView),
    requestedBy: z.string(),
    requestedAt: instant,
    decidedAt: instant.nullable(),
    ...versionedView,
  })
  .meta({ id: 'FactoringDecision' })
type View = z.output<typeof FactoringDecisionView>

export const showDecision = (decision: FactoringDecision): View => ({
  id: decision.id,
  invoiceId: decision.invoiceId,
  clientId: decision.clientId,
  debtorId: decision.debtorId,
  systemDebtorId: decision.systemDebtorId ?? null,
  status: decision.status,
  subStatusId: decision.subStatusId == null ? null : Number(decision.subStatusId),
  financeDecision: decision.financeDecision ?? null,
  decidedBy: decision.decidedBy ?? null,
  decidedById: decision.decidedById ?? null,
  amount: decimal(decision.amount, decision.currency),
  currency: decision.currency,
  reserved: decimal(decision.reserved, decision.currency),
  serviceProviderCode: decision.serviceProviderCode ?? null,
  reasonCodes: decision.reasonCodes,
  comment: decision.comment,
  criteria: decision.criteria as View['criteria'],
  termsSnapshot: decision.termsSnapshot ?? null,
  limitSnapshot: decision.limitSnapshot ?? null,
  externalReference: decision.externalReference ?? null,
  history: decision.history as View['history'],
  requestedBy: decision.requestedBy,
  requestedAt: decision.requestedAt.toISOString(),
  decidedAt: decision.decidedAt?.toISOString() ?? null,
  ...showVersioned(decision),
})

/** To who sees some clients only, without what is known of a debtor that others have as well. */
export function shownTo(scope: Scope, view: View): View {
  if (!isNarrowed(scope)) return view
  const { debtor: _, ...limits } = view.limitSnapshot ?? {}
  return {
    ...view,
    criteria: view.criteria.filter(({ criterion }) => !confidential.has(criterion)),
    limitSnapshot: view.limitSnapshot === null ? null : limits,
  }
}
