export const decisionStatuses = [
  'PENDING',
  'READY_FOR_DECISION',
  'WAITING',
  'REFINANCE',
  'DECIDED',
] as const
export type DecisionStatus = (typeof decisionStatuses)[number]

export const financeDecisions = ['APPROVED', 'DENIED', 'DENIED_SERVICE', 'REFINANCE'] as const
export type FinanceDecision = (typeof financeDecisions)[number]

export const deciders = ['ENGINE', 'OPERATOR', 'EXTERNAL'] as const
export type Decider = (typeof deciders)[number]

export const refinancingStatuses = ['PROPOSED', 'ACTIVE', 'REPAID', 'RECOURSED'] as const
